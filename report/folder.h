/*
 * folder.h - the profiles of a folder, and which of them is meant when none is named.
 */
#ifndef INSTR_REPORT_FOLDER_H
#define INSTR_REPORT_FOLDER_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct folder_entry {
    const char *path;
    struct timespec time; /* of its last change */
    bool alone;           /* of a rank alone, whose job has a profile */
};

struct folder {
    struct folder_entry *entries;
    uint32_t count;
};

/* All files named *.instr in `directory`, and in folders there that are named *.instr.d. The newest comes first, but a job's before those of its ranks; of two written in
 * the same nanosecond the one later in the alphabet. */
bool folder_read(struct folder *folder, const char *directory, struct arena *arena, struct error *error);

/* The files in the order they were named; a folder is all profiles in it, in the order of their names. */
bool folder_expand(char *const **files, int *count, struct arena *arena, struct error *error);

#endif
