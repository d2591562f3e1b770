/*
 * replay.h - a search tried out many times on a table of costs that is known, so that nothing is run.
 */
#ifndef INSTR_TUNE_REPLAY_H
#define INSTR_TUNE_REPLAY_H

#include "tune/search/search.h"

struct replay_table {
    struct search_space space; /* the caller fills in all but `allowed` and `state` */
    double *costs;             /* by number as in space.h; negative: there is no such variant */
    uint64_t size;
    double best;
};

struct replay {
    const char *name;
    const struct search_method *method;
    bool one_point; /* of the genetic algorithm */
    unsigned repeats, unique;
    double *curves;   /* repeats * unique: the best cost after so many variants, over that of the table */
    unsigned *needed; /* by repeat: how many it took to come near enough; 0: it did not */
    unsigned reached;
};

/* Repeats the search with other seeds; `near` is how near to the best is enough, as 1.05. */
bool replay_run(struct replay *replay, struct replay_table *table, const struct search_settings *settings, double near,
                uint64_t seed, struct arena *arena, struct error *error);

/* The best after `unique` variants (from 1) that `part` of the repeats are not above. */
double replay_quantile(const struct replay *replay, unsigned unique, double quantile);
double replay_mean(const struct replay *replay, unsigned unique);
/* How many variants `part` of the repeats needed; 0: fewer repeats than that came near enough. */
unsigned replay_needed(const struct replay *replay, double quantile);

#endif
