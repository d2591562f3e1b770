/*
 * job.h - one profile for all ranks of a job.
 */
#ifndef INSTR_JOB_H
#define INSTR_JOB_H

#include "runtime/job/services.h"

/* services->wants_job. */
bool job_wanted(void);

/* Collective: reduces the profiles of the ranks, of which this one's is `mine` or null, and writes the result
 * under the job's name or, unless null, where the template `where` says. False on all ranks when any failed. */
bool job_reduce(struct transport *transport, const struct profile *mine, const char *where, struct arena *arena);

/* The same for a profile that is to be written by itself. */
bool job_put(const struct profile *profile, const char *where, struct arena *arena);

/* services->write_job, on top of the other services. */
bool job_write(const struct instr_services *services, struct transport *transport);

#endif
