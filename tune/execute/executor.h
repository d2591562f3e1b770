/*
 * executor.h - takes variants through their steps, as far as the library does not have them already.
 *
 * executor_enter says which variants there are and looks up what is known of them. executor_build then builds what has no build,
 * several at once, and executor_round runs each of those that it is given, in the order given. Runs have the machine for
 * themselves, one after the other, or go side by side where the project says how many cores a run takes. What other processes do at
 * the same time on the same library is waited for, not done twice.
 */
#ifndef INSTR_TUNE_EXECUTOR_H
#define INSTR_TUNE_EXECUTOR_H

#include "tune/execute/outcome.h"
#include "tune/library/library.h"

#include <signal.h>

/* News: so many builds or runs begin; one ended, a run with its variant's result; a variant failed; a variant is known from before; or
 * nothing, now and then while others wait. */
enum news { NEWS_NONE, NEWS_BUILDS, NEWS_RUNS, NEWS_BUILT, NEWS_RAN, NEWS_FAILED, NEWS_KNOWN };

struct executor {
    struct project *project;
    struct library *library;
    struct contents contents;
    unsigned jobs; /* builds at once */
    bool build, run;
    bool retry;                  /* what failed is tried again */
    bool forgiving;              /* a run that fails is counted and left out, see executor_missed */
    double until;                /* no run begins after it, see executor_now; infinite for none */
    volatile sig_atomic_t *stop; /* set by a signal */
    unsigned not_built;          /* were left out for that reason, when only to run */
    /* `genes` and `outcome` are null where there is no variant. */
    void (*told)(void *state, enum news news, unsigned count, const uint16_t *genes, const struct outcome *outcome);
    void (*waiting)(void); /* for another process that measures */
    void *state;           /* the caller's */
    struct pool *pool;     /* the variants that have entered */
};

/* Enters the variants, each of project->parameter_count genes, with their known results. Strings are in `arena`. Returns false if it can't
 * continue. Call executor_leave in either case. */
bool executor_enter(struct executor *executor, const uint16_t *genes, unsigned count, struct outcome *outcomes,
                    struct arena *arena, struct error *error);
void executor_leave(struct executor *executor);

/* Builds the variants at these places that have no build, in this order, if builds are to be done. */
bool executor_build(struct executor *executor, const unsigned *order, unsigned count, struct error *error);
/* Runs each variant until it has goals[i] samples, so that they make a round. */
bool executor_round(struct executor *executor, const unsigned *order, const unsigned *goals, unsigned count,
                    struct error *error);

/* Return, for the variant at that place, whether it failed or is not built; and how often a run was left out, and why. */
bool executor_is_out(const struct executor *executor, unsigned place);
unsigned executor_missed(const struct executor *executor, unsigned place, const char **why);

/* Returns seconds of a monotonic clock. */
double executor_now(void);

/* --- machine.c: facts about the measuring machine --- */

/* Fills in strings in `arena`, "" if unknown. The commit is that of the repository around the project. */
void machine_environment(const struct project *project, const char *version, struct environment *environment,
                         struct arena *arena);

/* Returns the cores that this process may use. */
unsigned machine_cores(void);

#endif
