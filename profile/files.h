/*
 * files.h - which names of source files mean one file.
 *
 * Compilers are told names that lead from the folder they run in. So one header has many, and files of several folders share one. A
 * record therefore says both, as debug information does: FOLDER//NAME. Profiles keep that, so that those of several programs can be
 * held together. What is shown is the name alone, as long as no other file has it and this one has no other:
 *
 *     /p//src/a.c   /p/one//util.c   /p/two//util.c      src/a.c   one/util.c   two/util.c
 *
 * Then it is the path below the folder that all of the folders lie in, so checkouts in different places show the same.
 */
#ifndef INSTR_FILES_H
#define INSTR_FILES_H

#include "profile/profile.h"

/* Where the file is, without "." and "..", in the arena; null: no memory. */
char *files_path(const char *file, struct arena *arena);

/* Gives all regions of one file the same name of it. False: no memory. */
bool files_unite(struct profile_region *regions, uint32_t count);

/* Makes what is shown of the names, and fills in `path`. False: no memory. */
bool files_show(struct profile_region *regions, uint32_t count, struct arena *arena);

/* The same in a profile, which stays canonical. */
bool files_show_profile(struct profile *profile, struct arena *arena, struct error *error);

#endif
