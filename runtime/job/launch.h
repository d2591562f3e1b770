/*
 * launch.h - finds out about the MPI job of this process without asking MPI.
 */
#ifndef INSTR_LAUNCH_H
#define INSTR_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

/* Returns a number that all ranks of one launch have in common, and hardly any other launch has. If *here becomes true, only ranks on
 * this machine have it, because the launcher gives nothing that is the same everywhere. */
uint64_t launch_key(bool *here);

/* Returns whether all `size` ranks run on this machine; false if that is unknown. */
bool launch_on_one_machine(int size);

/* Returns whether this is the first rank of its job, or alone, as far as the launcher's environment shows. */
bool launch_first_rank(void);

#endif
