/*
 * job.h - one profile for all ranks of a job.
 */
#ifndef INSTR_JOB_H
#define INSTR_JOB_H

#include "runtime/services.h"

/* services->wants_job. */
bool job_wanted(void);

/* services->write_job, on top of the other services. */
bool job_write(const struct instr_services *services, struct transport *transport);

#endif
