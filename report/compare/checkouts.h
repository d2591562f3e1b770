/*
 * checkouts.h - matches the files of one source tree that was built in two places.
 *
 * Build systems like CMake use absolute paths, so two checkouts have no file name in common. Most files without a partner differ by the same
 * folder prefix, which is then replaced:
 *
 *     first run    /a/src/x.c   /a/src/y.c   /usr/include/math.h        /b is /a: the second run's files are named
 *     second run   /b/src/x.c   /b/src/y.c   /usr/include/math.h        as those of the first
 */
#ifndef INSTR_REPORT_CHECKOUTS_H
#define INSTR_REPORT_CHECKOUTS_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct checkouts {
    const char **first; /* the files of the first run, each once, in order of their ends */
    bool *found;        /* the run that is looked at has it too */
    uint32_t count;
};

/* Takes over the files of the first run's regions, which remain the caller's. */
void checkouts_begin(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena);

/* Renames the files of a later run to those of the first run. */
void checkouts_follow(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena);

#endif
