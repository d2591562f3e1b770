/* rounds.c - see rounds.h. */
#include "tune/rounds/rounds.h"

#include "tune/numbers.h"

#include <math.h>
#include <stdlib.h>

/* Constants: fewer than four runs are too few for a pace. A fit ends when nothing changes by a millionth. With Huber's constant a fit is 95%
 * as efficient as least squares if noise is normal. */
enum { BLOCK_LEAST = 4, WEIGHINGS = 20, FITS = 50 };
static const double still = 1e-6, unsure = 0.05, huber = 1.345;

static int by_order(const void *left, const void *right)
{
    const struct timed_run *a = left, *b = right;
    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* --- blocks --- */

/* Cuts a round, runs `from` to before `to`, into equally large blocks. Returns the new number of blocks. */
static unsigned cut_round(struct timed_run *runs, unsigned from, unsigned to, unsigned blocks)
{
    unsigned size = (unsigned)sqrt(to - from), count = size < BLOCK_LEAST ? 1 : (to - from) / size;
    for (unsigned i = from; i < to; i++)
        runs[i].block = blocks + (unsigned)((uint64_t)(i - from) * count / (to - from));
    return blocks + count;
}

/* Cuts the runs into blocks. A run of an unknown round is a block of its own. */
static unsigned cut(struct timed_run *runs, unsigned count)
{
    unsigned blocks = 0;
    for (unsigned i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && runs[i].round && runs[end].round == runs[i].round; end++)
            continue;
        blocks = cut_round(runs, i, end, blocks);
    }
    return blocks;
}

/* Marks the runs that are alone in their block, if other runs of the same variant are not: those tell more. */
static void mark_apart(struct rounds *rounds, double *together)
{
    struct timed_run *runs = rounds->runs;
    for (unsigned i = 0; i < rounds->count; i++) {
        runs[i].apart = (!i || runs[i - 1].block != runs[i].block) &&
                        (i + 1 == rounds->count || runs[i + 1].block != runs[i].block);
        together[runs[i].variant] += !runs[i].apart;
    }
    for (unsigned i = 0; i < rounds->count; i++)
        runs[i].apart &= together[runs[i].variant] > 0;
}

/* --- the fit --- */

static double fit_variants(struct rounds *rounds, const double *weights)
{
    double moved = 0;
    for (unsigned v = 0; v < rounds->variants; v++) {
        double sum = 0, weight = 0;
        for (unsigned i = rounds->first[v]; i < rounds->first[v + 1]; i++) {
            unsigned at = rounds->of_variant[i];
            sum += weights[at] * (rounds->runs[at].cost - rounds->runs[at].pace);
            weight += weights[at];
        }
        if (!(weight > 0))
            continue;
        moved = fmax(moved, fabs(sum / weight - rounds->level[v]));
        rounds->level[v] = sum / weight;
    }
    return moved;
}

/* Fits the blocks. For a single run the block's part is unknown. */
static void fit_blocks(struct rounds *rounds, const double *weights)
{
    struct timed_run *runs = rounds->runs;
    for (unsigned i = 0, end; i < rounds->count; i = end) {
        double sum = 0, weight = 0;
        for (end = i; end < rounds->count && runs[end].block == runs[i].block; end++) {
            sum += weights[end] * (runs[end].cost - rounds->level[runs[end].variant]);
            weight += weights[end];
        }
        for (unsigned k = i; k < end && end - i > 1 && weight > 0; k++)
            runs[k].pace = fabs(sum / weight) > still ? sum / weight : 0;
    }
}

/* Weighs the runs: outliers count less. The scale is the median deviation. */
static void weigh(const struct rounds *rounds, double *weights, double *room)
{
    for (unsigned i = 0; i < rounds->count; i++) {
        weights[i] = fabs(rounds->runs[i].cost - rounds->runs[i].pace - rounds->level[rounds->runs[i].variant]);
        room[i] = weights[i];
    }
    double most = rounds->count ? huber * 1.4826 * numbers_median(room, rounds->count) : 0;
    for (unsigned i = 0; i < rounds->count; i++)
        weights[i] = rounds->runs[i].apart ? 0 : weights[i] > most ? most / weights[i] : 1;
}

static void fit(struct rounds *rounds, double *weights, double *room)
{
    for (unsigned v = 0; v < rounds->variants; v++) {
        unsigned count = rounds_runs(rounds, v);
        for (unsigned i = 0; i < count; i++)
            room[i] = rounds->runs[rounds->of_variant[rounds->first[v] + i]].cost;
        rounds->level[v] = count ? numbers_median(room, count) : NAN;
    }
    for (int i = 0; i < WEIGHINGS; i++) {
        weigh(rounds, weights, room);
        for (int k = 0; k < FITS; k++) {
            fit_blocks(rounds, weights);
            if (fit_variants(rounds, weights) <= still)
                break;
        }
    }
}

void rounds_make(struct rounds *rounds, struct timed_run *runs, unsigned count, unsigned variants, unsigned looks,
                 struct arena *arena)
{
    *rounds = (struct rounds){.runs = runs,
                              .count = count,
                              .variants = variants,
                              .alone = unsure / looks,
                              .lost = 1,
                              .together = unsure / looks / (variants > 2 ? variants - 1 : 1),
                              .level = arena_array(arena, variants, sizeof *rounds->level),
                              .first = arena_array(arena, variants + 1, sizeof *rounds->first),
                              .of_variant = arena_array(arena, count, sizeof *rounds->of_variant)};
    double *room = arena_array(arena, count, sizeof *room);
    qsort(runs, count, sizeof *runs, by_order);
    unsigned blocks = cut(runs, count), free = 0;
    for (unsigned i = 0; i < count; i++) {
        runs[i].pace = 0;
        rounds->first[runs[i].variant + 1]++;
    }
    for (unsigned v = 0; v < variants; v++)
        rounds->first[v + 1] += rounds->first[v];
    unsigned *next = arena_array(arena, variants, sizeof *next);
    for (unsigned i = 0; i < count; i++)
        rounds->of_variant[rounds->first[runs[i].variant] + next[runs[i].variant]++] = i;
    mark_apart(rounds, arena_array(arena, variants, sizeof *room));
    fit(rounds, arena_array(arena, count, sizeof *room), room);
    for (unsigned i = 0; i < count; i++)
        if (runs[i].apart)
            runs[i].pace = runs[i].cost - rounds->level[runs[i].variant];
    for (unsigned v = 0; v < variants; v++)
        free += rounds_runs(rounds, v) ? rounds_runs(rounds, v) - 1 : 0;
    /* Of as many degrees of freedom as runs beyond each first one the blocks take one each, but for one; and the mean of a block is
     * itself no better known than by its runs. */
    if (free > blocks)
        rounds->lost = (double)free / (free - blocks + 1) * (1 + (double)blocks / count);
    rounds_noise(rounds, room);
}
