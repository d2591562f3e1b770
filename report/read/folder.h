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

/* End of the name of a folder that the runtime makes for a program with many profiles. */
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

/* Returns whether the path is a folder. */
bool folder_is(const char *path);

/* Reads all files named *.instr in `directory`, and in folders there named *.instr.d. The newest comes first, but a job's profile before those of
 * its ranks; of two written in the same nanosecond the alphabetically later one. */
bool folder_read(struct folder *folder, const char *directory, struct arena *arena, struct error *error);

/* Expands folders among the named files, in order: to all profiles in the folder, or if it has none to those below it, sorted by name. */
bool folder_expand(char *const **files, int *count, struct arena *arena, struct error *error);

/* Removes a folder with its contents. Links are removed, not followed. */

/* Removes as much of the folder as possible. */
void remove_tree(const char *path);

#endif
