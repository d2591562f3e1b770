/*
 * figures.h - what MACSio's timers keep of their iterations, on one rank or over many.
 */
#ifndef COMPAT_MACSIO_FIGURES_H
#define COMPAT_MACSIO_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

enum { FIGURES_LABEL = 256, FIGURES_FILE = 128 };

struct figures {
    /* Which timer it is. */
    char label[FIGURES_LABEL], file[FIGURES_FILE];
    uint64_t groups;
    int32_t line;
    uint32_t id;

    int64_t iterations;
    double total, min, max, mean; /* s; of an iteration */
    double squares;               /* sum of the squared differences to the mean (Welford) */
    int32_t min_iteration, max_iteration, min_rank, max_rank;
    int32_t last_iteration, depth;
    double start;
};

/* One more iteration. */
void figures_count(struct figures *figures, double seconds, int iteration, int rank);

/* Those of another rank; the sums are then as if all iterations had been counted in one place (Chan). */
void figures_merge(struct figures *into, const struct figures *more);

/* False: no such field. */
bool figures_get(const struct figures *figures, const char *field, double *value);

/* The line of a dump, to be freed; null: no memory. */
char *figures_line(const struct figures *figures);

bool figures_in(const struct figures *figures, uint64_t groups);

#endif
