/*
 * output_folder.h - the folder for the profiles of a program that has many.
 *
 * Building a whole package and running its tests makes a profile for each process. Unless the user gave a name, the first few profiles of a
 * program are where it was started. Later ones go into a folder beside them, PROGRAM.instr.d, so that a hundred short processes leave no hundred
 * files where their user looks.
 */
#ifndef INSTR_OUTPUT_FOLDER_H
#define INSTR_OUTPUT_FOLDER_H

#include "common/arena.h"

#include <stdbool.h>

/* Returns the place of that profile in the folder. NULL if there is no memory. */
const char *output_folder_place(const char *path, const char *program, struct arena *arena);

/* Returns whether the profile goes there: the folder exists, or is made now because there are so many profiles. */
bool output_folder_begun(const char *path, const char *program, struct arena *arena);

/* Locks the folder that contains `path`, and after a second goes on without. Returns a descriptor to close, or -1. */
int output_folder_lock(const char *path);

/* Makes the folder that contains `path`, if its parent exists. */
void output_folder_make(const char *path);

#endif
