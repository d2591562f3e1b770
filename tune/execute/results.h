/*
 * results.h - all that the library knows of the variants that the project has now.
 */
#ifndef INSTR_TUNE_RESULTS_H
#define INSTR_TUNE_RESULTS_H

#include "tune/execute/outcome.h"

struct results {
    uint16_t *genes; /* project->parameter_count each */
    struct outcome *outcomes;
    unsigned count;
    unsigned done, failed; /* of them */
    unsigned foreign;      /* variants in the library that the project file has no more, or does not allow */
};

bool results_load(struct project *project, struct library *library, struct results *results, struct arena *arena,
                  struct error *error);

const uint16_t *results_genes(const struct project *project, const struct results *results, unsigned at);

/* The places of those that worked, best first. */
unsigned *results_ranked(const struct project *project, const struct results *results, struct arena *arena);

/* The place of these genes; results->count when they are not there. */
unsigned results_find(const struct project *project, const struct results *results, const uint16_t *genes);

#endif
