/*
 * job.h - one profile for all ranks of a job.
 */
#ifndef INSTR_JOB_H
#define INSTR_JOB_H

#include "runtime/reduce.h"
#include "runtime/services.h"

/* services->wants_job. */
bool job_wanted(void);

/* Writes a reduced profile under the job's name, or, unless null, where the template `where` says. */
bool job_put(const struct profile *reduced, const char *where, struct arena *arena);

/* services->write_job, on top of the other services. */
bool job_write(const struct instr_services *services, struct transport *transport);

#endif
