/*
 * roll_files.h - names the files of roll.h, for the runtime and for cleaning up after a killed job.
 */
#ifndef INSTR_ROLL_FILES_H
#define INSTR_ROLL_FILES_H

#include <limits.h>
#include <sys/types.h>

#define ROLL_PREFIX ".instr."
enum { ROLL_PATH = PATH_MAX + 64 };

/* Sets `copy` to the path of the copy of the file `path`, whose inode is `of`. */
void roll_copy_path(const char *path, ino_t of, char copy[ROLL_PATH]);

/* Sets `verdict` to the path of a link, whose target says whether all ranks were announced when MPI began. */
void roll_verdict_path(const char *path, ino_t of, char verdict[ROLL_PATH]);

/* Sets `draft` to the path of this rank's draft, which becomes the copy when it is complete. */
void roll_draft_path(const char *path, int rank, char draft[ROLL_PATH]);

/* Removes all of these files, and the draft of that rank. */
void roll_remove(const char *path, int rank);

#endif
