/*
 * job_variables.h - reads what batch systems and launchers put into the environment about a job.
 */
#ifndef INSTR_JOB_VARIABLES_H
#define INSTR_JOB_VARIABLES_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the batch system's name of the job; "" outside of one. */
const char *job_variables_name(void);

/* Returns `hash` extended by values that all ranks of a launch share; *named if no two launches share them. */
uint64_t job_variables_hash(uint64_t hash, bool *named);

/* Returns the rank and number of ranks that MPI will give this process; false if they are unknown. */
bool job_variables_rank(int *rank, int *size);

#endif
