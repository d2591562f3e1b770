/*
 * checkouts.h - one tree of sources that was built in several places.
 *
 * Build systems like CMake name sources by whole paths, so two checkouts of one program have no name of a file in common. What
 * stands in front of the names then differs by one folder, which most of the files without a partner tell:
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

/* Takes the files of the first run's regions. They stay the caller's. */
void checkouts_begin(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena);

/* Names the files of a later run as the first one does. */
void checkouts_follow(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena);

#endif
