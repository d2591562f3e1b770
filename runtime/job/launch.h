/*
 * launch.h - what this process can know of the MPI job it belongs to, without asking MPI.
 */
#ifndef INSTR_LAUNCH_H
#define INSTR_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

/* A number that all ranks of one launch have in common and hardly any other launch has. With *here it holds on this
 * machine only: the launcher says nothing that is the same everywhere. */
uint64_t launch_key(bool *here);

/* Whether all `size` ranks run on this machine; false where that is not known. */
bool launch_on_one_machine(int size);

/* Whether this is the first rank of its job, or alone, as far as the launcher's environment tells. */
bool launch_first_rank(void);

#endif
