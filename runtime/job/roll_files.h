/*
 * roll_files.h - names the files of roll.h, for the runtime and for cleaning up after a killed job.
 */
#ifndef INSTR_ROLL_FILES_H
#define INSTR_ROLL_FILES_H

#include <limits.h>
#include <sys/types.h>

#define ROLL_PREFIX ".instr."
enum { ROLL_PATH = PATH_MAX + 64 };

/* The copy of the file at `path`, whose number is `of`. */
void roll_copy_path(const char *path, ino_t of, char copy[ROLL_PATH]);

/* A link whose target says whether all ranks were announced there when MPI began. */
void roll_verdict_path(const char *path, ino_t of, char verdict[ROLL_PATH]);

/* What becomes the copy when this rank has written it. */
void roll_draft_path(const char *path, int rank, char draft[ROLL_PATH]);

/* Removes all of these, and the draft of that rank. */
void roll_remove(const char *path, int rank);

#endif
