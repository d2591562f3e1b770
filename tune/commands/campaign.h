/*
 * campaign.h - what run, prepare, confirm and the parts of a Slurm job have in common: a project with its library, and an
 * executor that takes variants through their steps.
 */
#ifndef INSTR_TUNE_CAMPAIGN_H
#define INSTR_TUNE_CAMPAIGN_H

#include "tune/commands/bench.h"
#include "tune/execute/executor.h"
#include "tune/execute/outcome.h"
#include "tune/project/project.h"

/*
 * --- progress.c: how far a run is, on the standard error: one line that changes on a terminal, a line now and then
 * elsewhere.
 */

struct progress {
    struct project *project;
    unsigned total; /* variants; 0: not known */
    unsigned seen, fresh, failed;
    unsigned failures_shown;
    double began, shown;
    double best; /* cost */
    const char *best_number, *best_text;
    bool terminal;
    struct arena arena;
};

void progress_begin(struct progress *progress, struct project *project, unsigned total);
void progress_tell(struct progress *progress, const uint16_t *genes, const struct outcome *outcome, bool fresh);
/* Takes the line away. */
void progress_end(struct progress *progress);

/* --- */

/*
 * --- generations.c: the files of the genetic algorithm that the thesis has (its chapter 4.6): a folder for each generation with the
 * best variant so far of it, and one of convergence.
 */

struct generations {
    const struct project *project;
    unsigned repeat; /* of several searches, from 1; 0: the only one */
    double *best;    /* of each, as it is written */
    unsigned count;
    struct arena *arena;
    struct error *error; /* the first; nothing more is written then */
};

/* Removes what earlier searches left, but for those that this one repeats. */
void generations_begin(struct generations *generations, const struct project *project, unsigned repeat,
                       struct arena *arena, struct error *error);

/* The next one: its best variant, and what that costs; infinite where all failed. */
void generations_add(struct generations *generations, const uint16_t *genes, double cost);

/* Writes Convergence.cnv, or Convergence_REPEAT.cnv: how many different variants there were, and the costs. */
void generations_end(struct generations *generations, unsigned unique);

/* --- */

struct campaign {
    struct bench bench;
    struct executor executor;
    struct progress progress;
    struct arena *arena;
    struct error *trouble;           /* of the project's functions, in the middle of a search */
    struct generations *generations; /* of the genetic algorithm; null: there are none */
};

/* Opens the project and the library in `folder` (null: the project's own), and begins a session. From now on a signal
 * stops the executor. */
bool campaign_open(struct campaign *campaign, const struct tune_options *options, const char *folder,
                   struct arena *arena, struct error *error);
bool campaign_close(struct campaign *campaign, bool done, struct error *error);
bool campaign_stopped(void);

/* All variants that are allowed, as genes. */
bool campaign_variants(struct campaign *campaign, uint16_t **genes, unsigned *count, struct error *error);

/* Takes the variants through their steps; with progress. */
bool campaign_run(struct campaign *campaign, const uint16_t *genes, unsigned count, struct error *error);

#endif
