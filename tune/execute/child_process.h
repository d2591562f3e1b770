/*
 * child_process.h - runs one shell command, and leaves none of its processes behind.
 *
 * Between us and the command is a process of ours, its keeper. It collects the output, enforces the time limit, and kills all that the
 * command started: its process group, and processes that left it, which become the keeper's children. It does so too if we are killed:
 * our end of a pipe is then closed.
 */
#ifndef INSTR_CHILD_PROCESS_H
#define INSTR_CHILD_PROCESS_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct child_process_job {
    const char *command;
    const char *directory;   /* to run in */
    const char *const *sets; /* NAME, value, NAME, value, ..., null: for the environment */
    double limit;            /* seconds */
    double memory;           /* bytes of data that each process may have; 0: all */
};

/* All zero is none. */
struct keeper {
    pid_t pid;
    int pipe; /* poll for reading: there are bytes for child_process_take */
    char *bytes;
    size_t size, room;
};

struct child_process_result {
    int status;       /* as of waitpid */
    bool timed_out;   /* it was stopped at the limit */
    double seconds;   /* until the command itself ended */
    double processor; /* seconds, of it and of all that it has waited for */
    double memory;    /* bytes, the most that one of its processes had */
    /* What it printed on both streams: of much, its beginning and its end. Lives until the keeper's next job. */
    const char *output;
    size_t output_size;
};

bool child_process_start(struct keeper *keeper, const struct child_process_job *job, struct error *error);
/* Takes what has arrived. `*ended` tells whether `result` is filled in; false for a keeper that was itself killed. */
bool child_process_take(struct keeper *keeper, bool *ended, struct child_process_result *result, struct error *error);
/* Makes all keepers end their commands, and waits for them. Called after child_process_free for each, as their results are not wanted. None
 * can be started afterwards. */
void child_process_end_all(void);
void child_process_free(struct keeper *keeper);

/* Returns "exit status 3", "killed by signal 11 (Segmentation fault)", "longer than 10 s"; NULL for success. */
const char *child_process_failure(const struct child_process_result *result, double limit, struct arena *arena);

#endif
