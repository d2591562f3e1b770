/*
 * outcome.h - the results of a variant: its state, its samples and their values.
 */
#ifndef INSTR_TUNE_OUTCOME_H
#define INSTR_TUNE_OUTCOME_H

#include "tune/library/library.h"
#include "tune/project/variant.h"
#include "tune/rounds/rounds.h"

/* What to do for a variant, and the keys of builds and executions in the library. */

enum { KEY_SIZE = 33 };

struct plan {
    struct recipe recipe;
    const char *parameters;   /* the variant's key */
    char build[KEY_SIZE];     /* of all that the build is told, and the sources */
    char execution[KEY_SIZE]; /* of that, all that a run is told, and the inputs */
};

/* Hashes of the contents of all files that the project names; "" for none. */
struct contents {
    char of[CONTENTS][KEY_SIZE]; /* sources, inputs */
};
bool plan_contents(const struct project *project, struct contents *contents, struct error *error);

bool plan_make(struct project *project, const struct contents *contents, const uint16_t *genes, struct plan *plan,
               struct arena *arena, struct error *error);

enum outcome_state {
    OUTCOME_UNKNOWN, /* not tried, or not to the end */
    OUTCOME_DONE,
    OUTCOME_FAILED
};

struct outcome {
    enum outcome_state state;
    double values[MEASURES_MOST]; /* over the repeats, for each measure */
    double spread;                /* standard error of the first, a part of it; results_level says it */
    unsigned samples;
    struct timed_run *runs; /* one a sample: what the first cost, and when; not whose */
    const char *reason;     /* why it failed */
    const char *profiles;   /* the folder of a typical sample's, from the project's folder; "" for none */
};

/* Reads an outcome from the library. Numbers of measures added to the project since are computed from kept profiles; if those are gone, the
 * execution starts again. `known` is the library's data. Strings are in `arena`. */
bool outcome_read(struct project *project, struct library *library, const struct plan *plan,
                  struct known_execution *known, struct outcome *outcome, struct arena *arena, struct error *error);

/* Returns what a search minimises: the first measure, or its reciprocal if that is to be large; infinite for a failure. Never 0, because costs
 * are compared by ratio. */
double outcome_cost(const struct project *project, const struct outcome *outcome);

/* Treats the runs of all outcomes as rounds, and corrects the first value and the spread for changes of the machine. */
void outcomes_level(const struct project *project, struct outcome *outcomes, unsigned count, struct rounds *rounds,
                    struct arena *arena);

/* --- results.c: the library's data about the project's present variants, from library->place --- */

struct results {
    uint16_t *genes; /* project->parameter_count each */
    struct outcome *outcomes;
    unsigned count;
    unsigned done, failed; /* of them */
    unsigned foreign;      /* variants in the library that the project file has no more, or does not allow */
    struct rounds rounds;  /* by place of the variant */
};

bool results_load(struct project *project, struct library *library, struct results *results, struct arena *arena,
                  struct error *error);

const uint16_t *results_genes(const struct project *project, const struct results *results, unsigned at);

/* Returns the places of those that worked, best first. */
unsigned *results_ranked(const struct project *project, const struct results *results, struct arena *arena);

/* Returns the variant of comparison, the first predefined one; results->count if it has no number. */
unsigned results_reference(const struct project *project, const struct results *results);

/* Returns the place of a variant among `count`, or `count`. */
unsigned results_find(const struct project *project, const uint16_t *genes, unsigned count, const uint16_t *wanted);

#endif
