/*
 * launch.h - runs the program of a command such as `gate --record --runs=3 -- ./app args`, to get its profiles.
 *
 * Each run writes into its own folder, which then stands for the run. The program's output goes to standard error, apart from the report.
 */
#ifndef INSTR_REPORT_LAUNCH_H
#define INSTR_REPORT_LAUNCH_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>

struct launch {
    char *folder; /* with all that the runs wrote; null: none */
    char **runs;  /* the folders of the runs */
    int count;
};

/* Returns a copy of the words with {} replaced by the text. */
char **launch_words(char *const *command, const char *text, size_t length, struct arena *arena);

/* Runs the command `count` times. Returns false if it can't be started, fails, or measured nothing. Always call launch_end() afterwards to
 * remove the folders. */
bool launch_runs(struct launch *launch, char *const *command, int count, struct arena *arena, struct error *error);
void launch_end(struct launch *launch);

#endif
