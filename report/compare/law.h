/*
 * law.h - the law by which a number grows with the size of the input: y = a * n^i * log2(n)^j + c, as in Extra-P's normal form
 * (Calotoiu et al., SC'13), or with c * n where it grows faster than n, or y = a * b^n.
 *
 * Each law of a fixed set is fitted by least squares of relative errors, and judged by cross-validation: how well it says each
 * value from the others. Of all that are not clearly worse than the best one, the simplest is taken; the others
 * are what the data do not rule out, and a prediction has their range.
 */
#ifndef INSTR_REPORT_LAW_H
#define INSTR_REPORT_LAW_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { LAW_SIZES = 4 }; /* fewer different sizes say nothing */

struct law {
    double power, base;      /* i; or b of b^n, else 0 */
    int logarithms;          /* j */
    int lower;               /* 1: c is of n, as the n of n^2 + n */
    double constant, factor; /* c and a */
    double error;            /* mean relative error when a value is said from the others */
};

enum { LAWS = 128 };
struct law_fit {
    struct law best;
    struct law others[LAWS]; /* not ruled out, the best too */
    unsigned other_count;
};

/* Finds the law for `count` sizes above 1, of which at least LAW_SIZES differ, and a value for each. */
void law_find(struct law_fit *fit, const double *sizes, const double *values, uint32_t count);

double law_at(const struct law *law, double size);

/* Returns the least and the most at a size, over all laws that are not ruled out. */
void law_range(const struct law_fit *fit, double size, double *least, double *most);

/* "n log n", "n^3/2", "1.62^n", "constant". */
const char *law_text(const struct law *law, struct arena *arena);

/* Returns whether the law grows faster than n. */
bool law_is_steep(const struct law *law);

/* Returns whether all laws that the data do not rule out grow faster than n. */
bool law_surely_steep(const struct law_fit *fit);

/* Compares like strcmp: the faster growing law is greater. */
int law_compare(const struct law *a, const struct law *b);

/* Returns the power of n by which values above 0 grow, and its standard error, by least squares of logarithms; NaN if fewer than two different
 * sizes have a value. */
double law_power(const double *sizes, const double *values, uint32_t count, double *error);

#endif
