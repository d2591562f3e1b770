/*
 * pivot.h - pivots a profile: callers, callees, bottom-up, by file.
 *
 * Each result is a tree of parts: a time of the old profile is divided among the new nodes, so the nodes below add up to their parent.
 */
#ifndef INSTR_PIVOT_H
#define INSTR_PIVOT_H

#include "report/shape/build.h"
#include "report/show/options.h"

/* Makes the bottom-up tree. Callers are followed to options->depth, and as long as they have options->minimum percent. */
bool pivot_bottom_up(const struct shape_source *source, const struct options *options, struct profile *out,
                     struct arena *arena, struct error *error);
bool pivot_callers(const struct shape_source *source, const struct options *options, struct profile *out,
                   struct arena *arena, struct error *error);
bool pivot_callees(const struct shape_source *source, const char *name, struct profile *out, struct arena *arena,
                   struct error *error);

/* Makes a tree of directories (if wanted), files and functions. */
bool pivot_by_file(struct shape_source *source, bool directories, struct profile *out, struct arena *arena,
                   struct error *error);

/* Makes a tree of groups and the functions that ran inside them. */
bool pivot_by_group(struct shape_source *source, struct profile *out, struct arena *arena, struct error *error);

#endif
