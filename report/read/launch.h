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

/* A copy of the words in which {} stands for this text. */
char **launch_words(char *const *command, const char *text, size_t length, struct arena *arena);

/* Runs it `count` times. False where it can't be started or fails, or nothing was measured. In
 * any case launch_end() gives the folders back. */
bool launch_runs(struct launch *launch, char *const *command, int count, struct arena *arena, struct error *error);
void launch_end(struct launch *launch);

#endif
