/*
 * files.h - tells which names of source files mean one file, and which short name to show.
 *
 * A compiler gets names relative to the folder it runs in. So one header has many names, and files of several folders may share one. A
 * record therefore has both parts, FOLDER//NAME, as debug information does. Reports show NAME alone if it is unique and the file has no
 * other name:
 *
 *     /p//src/a.c   /p/one//util.c   /p/two//util.c      src/a.c   one/util.c   two/util.c
 *
 * Otherwise they show the path below the common parent of all folders, so checkouts in different places show the same.
 */
#ifndef INSTR_FILES_H
#define INSTR_FILES_H

#include "profile/profile.h"

/* Returns the path without "." and "..", in the arena, or NULL if there is no memory. */
char *files_path(const char *file, struct arena *arena);

/* Gives all regions of one file the same file name. Returns false if there is no memory. */
bool files_unite(struct profile_region *regions, uint32_t count);

/* Replaces the names by those to show, and fills in `path`. Returns false if there is no memory. */
bool files_show(struct profile_region *regions, uint32_t count, struct arena *arena);

/* Does the same in a profile, which stays canonical. */
bool files_show_profile(struct profile *profile, struct arena *arena, struct error *error);

#endif
