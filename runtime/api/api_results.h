/*
 * api_results.h - the profile that answers a question of the program.
 */
#ifndef INSTR_API_RESULTS_H
#define INSTR_API_RESULTS_H

#include "profile/profile.h"

/* Of INSTR_THREAD or INSTR_PROCESS. Returns an INSTR_E*. */
int results_collect(int scope, struct profile *profile, struct arena *arena);

/* The call tree as text to "stdout" (or null), "stderr" or a file. Returns an INSTR_E*. */
int results_print(const struct profile *profile, const char *where, struct arena *arena);

#endif
