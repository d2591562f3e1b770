/*
 * job_clocks.h - how far the clocks of a job's ranks are apart, for their traces and to find who waited for whom.
 */
#ifndef INSTR_JOB_CLOCKS_H
#define INSTR_JOB_CLOCKS_H

#include "runtime/job/transport.h"

/* Collective: compares the ranks' clocks, and tells the trace if there is one. How far this rank's CLOCK_MONOTONIC is ahead of
 * the first rank's, in ns. False: it is not known. */
bool job_clocks_compare(struct transport *transport, int64_t *ahead);

#endif
