/*
 * outcome.h - what is known of a variant.
 */
#ifndef INSTR_TUNE_OUTCOME_H
#define INSTR_TUNE_OUTCOME_H

#include "tune/library/library.h"
#include "tune/project/variant.h"

/* What is to be done for a variant, and the keys that builds and executions have in the library. */

enum { KEY_SIZE = 33 };

struct plan {
    struct recipe recipe;
    const char *parameters; /* the variant's key */
    char build[KEY_SIZE];   /* of all that the build is told, and the sources */
    char execution[KEY_SIZE];
};

/* A hash of the contents of all files that the project names as sources; "" for none. */
bool plan_sources(const struct project *project, char digest[KEY_SIZE], struct error *error);

bool plan_make(struct project *project, const char *sources, const uint16_t *genes, struct plan *plan,
               struct arena *arena, struct error *error);

enum outcome_state {
    OUTCOME_UNKNOWN, /* not tried, or not to the end */
    OUTCOME_DONE,
    OUTCOME_FAILED
};

struct outcome {
    enum outcome_state state;
    double values[MEASURES_MOST]; /* over the repeats, for each measure */
    double spread;                /* of the first, see measure.h */
    unsigned samples;
    const char *reason;   /* why it failed */
    const char *profiles; /* the folder of the best sample's, from the project's folder; "" for none */
};

/* Reads it out of the library. Numbers of measures that the project has got since are made from the profiles that were
 * kept; where they are gone, the execution is begun anew. `known` is what the library has. Strings lie in `arena`. */
bool outcome_read(struct project *project, struct library *library, const struct plan *plan,
                  struct known_execution *known, struct outcome *outcome, struct arena *arena, struct error *error);

/* Whether so many samples are enough. */
bool outcome_enough(const struct project *project, const double *values, unsigned count);

/* What a search makes small: the first measure, or one over it where it is to be large; infinite for a failure. */
double outcome_cost(const struct project *project, const struct outcome *outcome);

/* --- results.c: all that the library knows of the variants that the project has now. --- */

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
