/*
 * search.h - ways to look for a good variant without trying all, and what they have in common.
 *
 * A method is asked for variants and told what they cost. It does not know whether they are run or looked up in a table,
 * so replay.c can try it out a thousand times on what is known. Costs are made small; that of a failure is infinite.
 * What counts is how many different variants are tried: one that was tried before costs nothing.
 */
#ifndef INSTR_TUNE_SEARCH_H
#define INSTR_TUNE_SEARCH_H

#include "common/error.h"
#include "tune/project/project.h"
#include "tune/search/chance.h"

#include <stdbool.h>
#include <stdint.h>

struct search_space {
    unsigned width;
    unsigned counts[PARAMETERS_MOST]; /* of values */
    bool ordered[PARAMETERS_MOST];
    /* Whether the project's restrictions hold. */
    bool (*allowed)(void *state, const uint16_t *genes);
    /* After each batch, which is a generation of the genetic algorithm: the best variant of it that was tried. May be null. */
    void (*turned)(void *state, const uint16_t *genes, double cost);
    void *state;
};

/* The variants tried so far, with their costs, in order. */
struct trials {
    uint16_t *genes; /* `width` each */
    double *costs;
    unsigned count, room, width;
    uint32_t *table; /* places + 1 in the arrays above by hash */
    uint32_t table_size;
};

#define NOT_TRIED UINT32_MAX

/* Returns the place of these genes, or NOT_TRIED. */
uint32_t trials_find(const struct trials *trials, const uint16_t *genes);

struct search {
    const struct search_space *space;
    const struct search_settings *settings;
    struct chance chance;
    struct trials trials;
    void *method; /* the method's own */
};

/* A search method. Members that it does not need are NULL: search->trials has its results, too. */
struct search_method {
    const char *name, *summary;
    void (*begin)(struct search *search);
    /* Fills up to settings->population variants; ones that were tried or are not allowed may be among them. 0: there are no more. */
    unsigned (*ask)(struct search *search, uint16_t *genes);
    /* The costs of all that were asked for. */
    void (*tell)(struct search *search, const uint16_t *genes, const double *costs, unsigned count);
    void (*end)(struct search *search);
    bool whole; /* a batch is tried to its end, though the limit is reached in it */
};
extern const struct search_method search_random, search_genetic, search_model;
/* Returns the method of that name, or NULL. */
const struct search_method *search_method_named(const char *name);
enum { SEARCH_METHODS = 3 };
extern const struct search_method *const search_methods[SEARCH_METHODS];

/* Finds the costs of untried variants. Returns false if it can't continue. */
typedef bool search_evaluate(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error);

/* Searches until settings->unique variants are tried or there are no more. `search->trials` then has the variants tried; search_free frees it. */
bool search_go(struct search *search, const struct search_method *method, const struct search_space *space,
               const struct search_settings *settings, uint64_t seed, search_evaluate *evaluate, void *state,
               struct error *error);
void search_free(struct search *search);

/* For methods: return a random combination; and an allowed one that was not tried. The latter returns false if there is none. */
void search_draw_any(struct search *search, uint16_t *genes);
bool search_draw(struct search *search, uint16_t *genes);

/* --- replay.c: a search tried many times on a table of known costs, without running anything --- */

struct replay_table {
    struct search_space space; /* the caller fills in all but `allowed` and `state` */
    double *costs;             /* by number as in variant.h; negative: there is no such variant */
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

/* Repeats the search with other seeds; `near` is how close to the best is enough, such as 1.05. */
bool replay_run(struct replay *replay, struct replay_table *table, const struct search_settings *settings, double near,
                uint64_t seed, struct arena *arena, struct error *error);

/* Returns the best cost after `unique` variants (from 1) that the fraction `part` of the repeats do not exceed. */
double replay_quantile(const struct replay *replay, unsigned unique, double quantile);
double replay_mean(const struct replay *replay, unsigned unique);
/* Returns how many variants the fraction `part` of the repeats needed; 0 if fewer repeats came close enough. */
unsigned replay_needed(const struct replay *replay, double quantile);

#endif
