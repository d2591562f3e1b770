/*
 * job_variables.h - what batch systems and launchers tell of a job in the environment.
 */
#ifndef INSTR_JOB_VARIABLES_H
#define INSTR_JOB_VARIABLES_H

#include <stdbool.h>
#include <stdint.h>

/* The batch system's name of the job; "" outside of one. */
const char *job_variables_name(void);

/* `hash`, and what all ranks of one launch have in common; *named where no two launches have it in common. */
uint64_t job_variables_hash(uint64_t hash, bool *named);

/* The rank and number of ranks that MPI will give this process; false where nothing is said. */
bool job_variables_rank(int *rank, int *size);

#endif
