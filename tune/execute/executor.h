/*
 * executor.h - takes variants through their steps, as far as the library does not have them already.
 *
 * First everything is built, several at once; then measured, one after the other, or side by side where the project says
 * how many cores a run takes. What other processes work on at the same time on the same library is waited for, not done
 * twice.
 */
#ifndef INSTR_TUNE_EXECUTOR_H
#define INSTR_TUNE_EXECUTOR_H

#include "tune/execute/outcome.h"
#include "tune/library/library.h"

#include <signal.h>

struct executor {
    struct project *project;
    struct library *library;
    char sources[KEY_SIZE];
    unsigned jobs; /* builds at once */
    bool build, run;
    bool built_elsewhere;        /* the library does not know of the builds, but they are there */
    bool retry;                  /* what failed is tried again */
    volatile sig_atomic_t *stop; /* set by a signal */
    unsigned not_built;          /* were left out for that reason, when only to run */
    void (*told)(struct executor *executor, const uint16_t *genes, const struct outcome *outcome, bool fresh);
    void (*waiting)(void); /* for another process that measures */
    void *state;           /* the caller's */
};

/* The outcomes of all the variants, each of project->parameter_count genes: known, or measured now. Each is told once; `fresh` if
 * it was not known before. False when nothing can go on, or when it was stopped. Strings lie in `arena`. */
bool executor_run(struct executor *executor, const uint16_t *genes, unsigned count, struct outcome *outcomes,
                  struct arena *arena, struct error *error);

/* --- one more run of a variant that is built, of which the library learns nothing. --- */

/* The number of the first measure. False when the run fails, too. */
bool rerun_run(struct executor *executor, const uint16_t *genes, double *number, struct arena *arena,
               struct error *error);

/* --- machine.c: what is noted of the machine that measures. --- */

/* All strings in `arena`, "" where something is not known. The commit is that of the repository around `directory`. */
void machine_environment(const char *directory, const char *version, struct environment *environment,
                         struct arena *arena);

/* Cores that this process may use. */
unsigned machine_cores(void);

#endif
