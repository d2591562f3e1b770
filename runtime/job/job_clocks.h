/*
 * job_clocks.h - how far the clocks of a job's ranks are apart, for their traces.
 */
#ifndef INSTR_JOB_CLOCKS_H
#define INSTR_JOB_CLOCKS_H

#include "runtime/job/transport.h"

/* Collective, where all ranks of the transport have a trace: compares the ranks' clocks, and tells the trace. */
void job_clocks_compare(struct transport *transport);

#endif
