/*
 * run.h - runs the compiler's steps, without a shell: they get the caller's descriptors and its signals.
 */
#ifndef INSTR_RUN_H
#define INSTR_RUN_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <sys/types.h>

/* Notes the words of this call; opens closed descriptors 0 to 2 for this process, so that no file of ours gets such a number; and catches
 * signals that end a build, so that temporary files are removed. */
void run_start(char *const *argv);

/* Returns the signal that asked us to stop; 0 = none. */
int run_signal(void);

/* Makes a new folder for this call, in the first possible place from *place on: TMPDIR, then those that compilers use without it. *place (may
 * be NULL) is then the number of the next place. NULL if there is none. */
const char *run_folder(unsigned *place, struct arena *arena, struct error *error);

/* Returns the folder that contains it. */
const char *run_parent(const char *folder, struct arena *arena);

/* Removes the folder with its contents. */
void run_folder_remove(const char *folder);

/*
 * Runs `argv` (`path` is its program) and waits. Its output goes to the file `capture` unless that is NULL. A command too long for the system
 * uses a response file in `folder` (unless NULL), except for its first `fixed` words. *status gets the wait status.
 */
struct run {
    const char *path;
    char *const *argv;
    size_t fixed;
    const char *capture;
    const char *folder;
};
bool run_wait(const struct run *run, int *status, struct arena *arena, struct error *error);

/* Does the same in two steps. Two commands can run at a time; a signal that ends a build goes to both. */
bool run_begin(const struct run *run, pid_t *pid, struct arena *arena, struct error *error);
bool run_end_of(pid_t pid, int *status, struct error *error);

/* Runs this program again, with its original words and one more option of ours in front, when no step runs any more. Returns on failure, and
 * if that option is in front already. */
void run_again(char *option);

/* Becomes the program. Returns only on failure. */
bool run_exec(const char *path, char *const *argv, struct error *error);

/* Ends like a child with this wait status: with its exit status, or by its signal. */
_Noreturn void run_end(int status);

#endif
