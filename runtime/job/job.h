/*
 * job.h - writes one profile for all ranks of a job.
 */
#ifndef INSTR_JOB_H
#define INSTR_JOB_H

#include "runtime/job/services.h"

/* Implements services->wants_job. */
bool job_wanted(void);

/* Reduces the ranks' profiles, and writes the result under the job's name or, unless NULL, where the template `where` says.
 * Collective. `mine` is this rank's profile, or NULL. Returns false on all ranks if any failed. */
bool job_reduce(struct transport *transport, const struct profile *mine, const char *where, struct arena *arena);

/* Does the same for a profile that this rank writes alone. */
bool job_put(const struct profile *profile, const char *where, struct arena *arena);

/* Implements services->write_job with the other services. */
bool job_write(const struct instr_services *services, struct transport *transport);

#endif
