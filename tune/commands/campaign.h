/*
 * campaign.h - the common part of `run` and `confirm`: a project, its library, and an executor for the variants.
 */
#ifndef INSTR_TUNE_CAMPAIGN_H
#define INSTR_TUNE_CAMPAIGN_H

#include "tune/commands/bench.h"
#include "tune/execute/executor.h"
#include "tune/execute/outcome.h"
#include "tune/project/project.h"

/*
 * --- progress.c: progress on standard error: one changing line on a terminal, a line now and then elsewhere. The remaining time is estimated
 * from the builds and runs so far. ---
 */

struct progress {
    struct project *project;
    const char *doing;    /* "builds" or "runs", of which ... */
    unsigned done, total; /* ... so many, since ... */
    double began;         /* ... then */
    unsigned variants, measured, failed, failures_shown;
    unsigned further; /* runs that are sure to come after these */
    double until;     /* the end of the time that was given; infinite for none */
    double shown;
    double best; /* cost */
    const char *best_text;
    bool terminal;
    struct arena arena;
};

void progress_begin(struct progress *progress, struct project *project, unsigned variants, double until);
/* Receives the executor's news; `state` is the progress. */
void progress_tell(void *state, enum news news, unsigned count, const uint16_t *genes, const struct outcome *outcome);
/* Takes the line away. */
void progress_end(struct progress *progress);

/*
 * --- generations.c: the genetic algorithm's files as in the thesis (its chapter 4.6): a folder for each generation with the best variant so far,
 * and one of convergence ---
 */

struct generations {
    const struct project *project;
    unsigned repeat; /* of several searches, from 1; 0: the only one */
    double *best;    /* of each, as it is written */
    unsigned count;
    struct arena *arena;
    struct error *error; /* the first; nothing more is written then */
};

/* Removes the files of earlier searches, except of those that this one repeats. */
void generations_begin(struct generations *generations, const struct project *project, unsigned repeat,
                       struct arena *arena, struct error *error);

/* Adds a generation: its best variant, and its cost, which is infinite if all failed. */
void generations_add(struct generations *generations, const uint16_t *genes, double cost);

/* Writes Convergence.cnv, or Convergence_REPEAT.cnv: the number of different variants, and the costs. */
void generations_end(struct generations *generations, unsigned unique);

struct campaign {
    struct bench bench;
    struct executor executor;
    struct progress progress;
    struct arena *arena;
    uint64_t seed;      /* of the order of runs */
    double run_seconds; /* that all runs of this process took, with what lies between them */
    unsigned runs;
    struct error *trouble;           /* of the project's functions, in the middle of a search */
    struct generations *generations; /* of the genetic algorithm; null: there are none */
};

/* Opens the project and its library, and begins a session. From now on a signal stops the executor. */
bool campaign_open(struct campaign *campaign, const struct tune_options *options, struct arena *arena,
                   struct error *error);
bool campaign_close(struct campaign *campaign, bool done, struct error *error);

/* Returns all allowed variants, as genes. */
bool campaign_variants(struct campaign *campaign, uint16_t **genes, unsigned *count, struct error *error);

/* Runs the variants in rounds, each at least `least` times, with up to `most` rounds for those that may be the best. See rounds/race.h. Shows
 * progress. `outcomes` and their strings are in `arena`. */
bool campaign_race(struct campaign *campaign, const uint16_t *genes, unsigned count, unsigned least, unsigned most,
                   struct outcome **outcomes, struct arena *arena, struct error *error);
/* Does the same with the project's settings. */
bool campaign_race_all(struct campaign *campaign, const uint16_t *genes, unsigned count, struct error *error);

/* Runs so many rounds of all variants, regardless of results. Failures are available by executor_missed, until the caller calls
 * executor_leave. */
bool campaign_rounds(struct campaign *campaign, const uint16_t *genes, unsigned count, unsigned rounds,
                     struct outcome **outcomes, struct error *error);

#endif
