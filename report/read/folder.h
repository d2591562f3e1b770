/*
 * folder.h - lists the profiles of a folder, and chooses the default one.
 */
#ifndef INSTR_REPORT_FOLDER_H
#define INSTR_REPORT_FOLDER_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* A folder that the runtime makes for the profiles of a program that has many. */
#define FOLDER_OF_PROGRAM ".instr.d"

struct folder_entry {
    const char *path;
    struct timespec time; /* of its last change */
    bool alone;           /* of a rank alone, whose job has a profile */
};

struct folder {
    struct folder_entry *entries;
    uint32_t count;
    bool below; /* with the folders below it */
};

/* Whether it is one. */
bool folder_is(const char *path);

/* All files named *.instr in `directory`, and in folders there that are named *.instr.d. The newest comes first, but a job's before those of its ranks; of two written in
 * the same nanosecond the one later in the alphabet. */
bool folder_read(struct folder *folder, const char *directory, struct arena *arena, struct error *error);

/* The files in the order they were named; a folder is all profiles in it, or, where it has none itself, in those below it, in the
 * order of their names. */
bool folder_expand(char *const **files, int *count, struct arena *arena, struct error *error);

/* A folder with all that is in it goes. Links are removed, not followed. */

/* What can't be removed stays. */
void remove_tree(const char *path);

#endif
