/*
 * load.h - loads and merges the profiles that the user named.
 */
#ifndef INSTR_REPORT_LOAD_H
#define INSTR_REPORT_LOAD_H

#include "profile/profile.h"
#include "report/show/options.h"

/* Reads the named profiles and merges them into one, as runs.h describes. Without a name: the newest *.instr file of the current directory.
 * With `binaries`, programs and libraries may be among them; their tables are merged too. `*name` is for a heading. */
bool load_files(char *const *files, int count, bool binaries, struct profile *profile, const char **name,
                struct arena *arena, struct error *error);

/* Does the same for display: without time outside the 100% and, unless options->raw, without probe overhead; see profile/exclude_startup.h. */
bool load_profile(char *const *files, int count, const struct options *options, struct profile *profile,
                  const char **name, struct arena *arena, struct error *error);

#endif
