/*
 * run.h - runs the compiler's steps, without a shell: they get the caller's descriptors and its signals.
 */
#ifndef INSTR_RUN_H
#define INSTR_RUN_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <sys/types.h>

/* Notes the words of this call; opens what is closed of descriptors 0 to 2 for this process alone, so that no file of ours gets such
 * a number; and catches the signals that end a build, so that temporary files are removed. */
void run_start(char *const *argv);

/* The signal that asked us to stop; 0 = none. */
int run_signal(void);

/* A new folder for this invocation in the first place from *place on where one can be made: TMPDIR, then those that compilers
 * take without one. *place, which may be null, then is the number of the next. Null when there is none. */
const char *run_folder(unsigned *place, struct arena *arena, struct error *error);

/* The folder that it lies in. */
const char *run_parent(const char *folder, struct arena *arena);

/* Removes it with all that is in it. */
void run_folder_remove(const char *folder);

/*
 * Runs `argv` (`path` is its program) and waits. What it prints goes to the file `capture` unless that is null. A command
 * too long for the system goes through a response file in `folder`, when that is not null, its first `fixed` words
 * excepted. The wait status goes to *status.
 */
struct run {
    const char *path;
    char *const *argv;
    size_t fixed;
    const char *capture;
    const char *folder;
};
bool run_wait(const struct run *run, int *status, struct arena *arena, struct error *error);

/* The same in two steps. Two commands can run at a time; a signal that ends a build goes to both. */
bool run_begin(const struct run *run, pid_t *pid, struct arena *arena, struct error *error);
bool run_end_of(pid_t pid, int *status, struct error *error);

/* Becomes this program once more, with the words it was called by and one more option of ours in front, when no step runs any more.
 * Returns on failure, and where that option stands in front already. */
void run_again(char *option);

/* Becomes the program. Returns only on failure. */
bool run_exec(const char *path, char *const *argv, struct error *error);

/* Ends as a child with this wait status did: same exit status, or the same signal. */
_Noreturn void run_end(int status);

#endif
