/*
 * output_folder.h - where profiles lie of which there are many.
 *
 * Who builds a whole package and runs its tests gets a profile for each process. Where nobody said how profiles are called
 * the first few of a program lie where it was started; from then on all go into a folder beside them, PROGRAM.instr.d, so
 * that a hundred short processes leave no hundred files where their user looks.
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
