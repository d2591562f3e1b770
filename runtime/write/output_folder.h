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

/* The place of that profile in the folder. Null: no memory. */
const char *output_folder_place(const char *path, const char *program, struct arena *arena);

/* Whether it goes there: the folder is there, or is made now since there are so many. */
bool output_folder_begun(const char *path, const char *program, struct arena *arena);

/* Locks the folder that `path` lies in, against others who do the same; after a second it goes without. The descriptor to
 * close; -1 where there is none. */
int output_folder_lock(const char *path);

/* Makes the folder that `path` lies in, if the one above is there. */
void output_folder_make(const char *path);

#endif
