/*
 * output_text.h - a call tree as text, for a look without any tool.
 */
#ifndef INSTR_OUTPUT_TEXT_H
#define INSTR_OUTPUT_TEXT_H

#include "profile/profile.h"

/* To "stdout" (or null), "stderr" or a file, whose name is a template as that of a profile. Returns 0 or an errno. */
int output_text(const struct profile *profile, const char *where, struct arena *arena);

/* INSTR_OUTPUT=Log: to the program's standard output, in place of the profile. A child of fork says nothing. */
bool output_log(const struct profile *profile, struct arena *arena);

#endif
