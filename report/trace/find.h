/* find.h - finds the trace files that the user means. */
#ifndef INSTR_REPORT_FIND_H
#define INSTR_REPORT_FIND_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"

#include <stdint.h>

/* Finds the traces meant by the named files: traces themselves; for profiles those that their processes wrote beside them; for folders the
 * newest in each. Without names: the newest in the current folder. If that is one rank of a job, the other ranks' traces beside it are added. */
bool find_traces(char *const *files, int file_count, const char ***paths, uint32_t *count, struct arena *arena,
                 struct error *error);

/* Returns a trace in the folder of the profile's file, written by one of its processes, or NULL. */
const char *find_beside(const char *file, const struct profile *profile, struct arena *arena);

#endif
