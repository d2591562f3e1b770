/*
 * stat.h - the statistics of a node, all mergeable.
 *
 * Over calls: counts and sums are integers, so adding them up in any order gives the same bits. The
 * spread is kept as the sum of squared deviations from the mean (M2 of Welford and of Chan, Golub and
 * LeVeque 1979), which is exactly 0 for a constant series and stays so when merged.
 */
#ifndef INSTR_PROFILE_STAT_H
#define INSTR_PROFILE_STAT_H

#include <stdint.h>

/* An unsigned integer of 128 bits, enough for a sum of picoseconds over any number of ranks. */
struct u128 {
    uint64_t low, high;
};

struct u128 u128_add(struct u128 a, struct u128 b); /* saturates */
int u128_compare(struct u128 a, struct u128 b);
double u128_double(struct u128 a);
/* Rounds. Negative values give 0 and too large ones the maximum, because a damaged profile may hold anything. */
struct u128 u128_from_double(double value);
uint64_t u64_from_double(double value);

/* Limit of a mean or a sum of squares, so that merging never makes infinities. Only damaged profiles come near it. */
#define STAT_MOST 0x1p900

/*
 * Over calls. Every call is counted; `timed` of them were timed. `sum` is the inclusive time of all
 * calls: measured where all were timed, else estimated, with `error2` the variance of that estimate.
 * min, max and m2 are over the timed calls; min > max when none was.
 */
struct stat_calls {
    uint64_t calls;
    uint64_t timed;
    struct u128 sum;                       /* ps */
    uint64_t min, max;                     /* ps */
    double m2;                             /* ps^2: sum of squared deviations from the mean of the timed calls */
    double mean;                           /* ps: of the timed calls */
    double error2;                         /* ps^2: 0 where every call was timed */
    struct u128 probes;                    /* ps: what probes took of the node's own time, which is a part of sum */
    uint64_t min_iteration, max_iteration; /* 1-based for iterated regions, else 0 */
};

/*
 * Over ranks, of a node's inclusive time per rank. `called` ranks reached the node, `in_context` could
 * have; a rank in the context that did not counts as 0. min, max and m2 are over the ranks that
 * called; stat_ranks_* below gives the figures with the zeros in.
 */
struct stat_ranks {
    uint32_t called, in_context;
    uint64_t min, max;           /* ps */
    uint32_t min_rank, max_rank; /* the lowest rank that has it */
    double mean, m2;             /* ps, ps^2: over the ranks that called */
};

/*
 * Over the threads of all ranks, of what one thread of one rank took. mean and m2 are over the ranks: of each the thread that
 * took most, as timing libraries of climate models have it.
 */
struct stat_threads {
    uint32_t count;
    uint64_t min, max;           /* ps */
    uint32_t min_rank, max_rank; /* the lowest that has it, and there ... */
    uint32_t min_thread, max_thread;
    double mean, m2; /* ps, ps^2 */
};

/*
 * Bins for times over ranks: below 32 ps each value has its own, above 32 share each power of two, so that the middle
 * of a bin is at most 1.6% from all in it.
 */
enum { STAT_BINS = 60 * 32 };
unsigned stat_bin(uint64_t ps);
double stat_bin_middle(unsigned bin);

void stat_calls_init(struct stat_calls *stat);
/* Adds `other` to `stat`. */
void stat_calls_merge(struct stat_calls *stat, const struct stat_calls *other);
double stat_calls_variance(const struct stat_calls *stat); /* ps^2, population */
/* Returns whether min, max and m2 are known and belong to calls that took `total` ps in all. They do not for estimated calls, nor for calls
 * nested in each other. */
int stat_calls_known(const struct stat_calls *stat, double total);
/* Returns whether an estimate is larger than its standard error. If not, the time is unknown: it is only less than the error. */
int stat_seen(double sum, double error2);

/* Starts the statistics with one rank, whose inclusive time is `inclusive` ps; `called` is false if it never came here. */
void stat_ranks_init(struct stat_ranks *stat, uint32_t rank, uint64_t inclusive, int called);
void stat_ranks_merge(struct stat_ranks *stat, const struct stat_ranks *other);
/* Joins two parts of one rank, such as two of its threads, by adding their times. */
void stat_ranks_join(struct stat_ranks *stat, const struct stat_ranks *other);

/* Adds `other`, the figures of `other_ranks` other ranks, to those of `ranks` ranks. */
void stat_threads_merge(struct stat_threads *stat, uint32_t ranks, const struct stat_threads *other,
                        uint32_t other_ranks);

/* Returns the mean, in ps, with a 0 for each rank of the context that did not call. */
double stat_ranks_mean(const struct stat_ranks *stat);
double stat_ranks_variance(const struct stat_ranks *stat); /* ps^2, population */
uint64_t stat_ranks_min(const struct stat_ranks *stat);

#endif
