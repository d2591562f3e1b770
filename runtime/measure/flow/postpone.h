/*
 * postpone.h - time that passes while the runtime does something long that is not the program's.
 */
#ifndef INSTR_POSTPONE_H
#define INSTR_POSTPONE_H

#include <stdint.h>

/* What the calling thread did in the last `ticks` was not the program's: it is in no time. */
void postpone(uint64_t ticks);

#endif
