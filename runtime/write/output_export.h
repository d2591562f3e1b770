/*
 * output_export.h - the files of others that INSTR_EXPORT asks for, beside a profile.
 */
#ifndef INSTR_OUTPUT_EXPORT_H
#define INSTR_OUTPUT_EXPORT_H

#include "profile/profile.h"

/* `path` is that of the profile. A failure is said once, and costs no more than these files. */
void output_export(const struct profile *profile, const char *path, struct arena *arena);

#endif
