/*
 * load.h - loads and merges the profiles that the user named.
 */
#ifndef INSTR_REPORT_LOAD_H
#define INSTR_REPORT_LOAD_H

#include "profile/profile.h"
#include "report/show/options.h"

/* Reads the named profiles and merges them into one, as runs.h says. Without a name: the newest *.instr file of the
 * current directory. With `binaries`, programs and libraries may stand among them; what they say of
 * themselves is merged too. `*name` says what it was, for a heading. */
bool load_files(char *const *files, int count, bool binaries, struct profile *profile, const char **name,
                struct arena *arena, struct error *error);

/* The same, to be shown: without what is outside the 100% and, unless options->raw, what the
 * probes took, see profile/exclude_startup.h. */
bool load_profile(char *const *files, int count, const struct options *options, struct profile *profile,
                  const char **name, struct arena *arena, struct error *error);

#endif
