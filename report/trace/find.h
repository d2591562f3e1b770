/* find.h - finds the trace files that the user means. */
#ifndef INSTR_REPORT_FIND_H
#define INSTR_REPORT_FIND_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"

#include <stdint.h>

/* The traces that are meant by what was named: traces themselves; profiles, for what their processes wrote beside them; folders,
 * for the newest in each. Nothing: the newest in the current folder. Where that is one rank of a job, those of the others beside it
 * are there, too. */
bool find_traces(char *const *files, int file_count, const char ***paths, uint32_t *count, struct arena *arena,
                 struct error *error);

/* A trace in the folder of the profile's file, of one of its processes; null: there is none. */
const char *find_beside(const char *file, const struct profile *profile, struct arena *arena);

#endif
