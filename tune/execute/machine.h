/*
 * machine.h - what is noted of the machine that measures.
 */
#ifndef INSTR_TUNE_MACHINE_H
#define INSTR_TUNE_MACHINE_H

#include "tune/library/library.h"

/* All strings in `arena`, "" where something is not known. The commit is that of the repository around `directory`. */
void machine_environment(const char *directory, const char *version, struct environment *environment,
                         struct arena *arena);

/* Cores that this process may use. */
unsigned machine_cores(void);

#endif
