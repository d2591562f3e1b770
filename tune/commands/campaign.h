/*
 * campaign.h - what run, prepare, confirm and the parts of a Slurm job have in common: a project with its library, and an
 * executor that takes variants through their steps.
 */
#ifndef INSTR_TUNE_CAMPAIGN_H
#define INSTR_TUNE_CAMPAIGN_H

#include "tune/commands/bench.h"
#include "tune/commands/generations.h"
#include "tune/commands/progress.h"
#include "tune/execute/executor.h"

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
