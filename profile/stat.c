/*
 * stat.c - see stat.h.
 *
 * Two partial results are merged by the formulas of Chan, Golub and LeVeque (1979), written so that
 * merge(a, b) and merge(b, a) give the same bits, and so that equal means stay what they are: nothing
 * is added to M2 and the mean is not rounded again.
 */
#include "profile/stat.h"
#include "common/check.h"

struct u128 u128_add(struct u128 a, struct u128 b)
{
    struct u128 sum = {a.low + b.low, a.high + b.high};
    int carry = sum.low < a.low;
    if (sum.high < a.high || (carry && sum.high == UINT64_MAX))
        return (struct u128){UINT64_MAX, UINT64_MAX};
    sum.high += (uint64_t)carry;
    return sum;
}

int u128_compare(struct u128 a, struct u128 b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

double u128_double(struct u128 a)
{
    return (double)a.high * 0x1p64 + (double)a.low;
}

struct u128 u128_from_double(double value)
{
    if (!(value > 0))
        return (struct u128){0, 0};
    if (value >= 0x1p128)
        return (struct u128){UINT64_MAX, UINT64_MAX};
    if (value < 0x1p52) /* from there on every double is an integer */
        return (struct u128){(uint64_t)(value + 0.5), 0};
    uint64_t high = (uint64_t)(value * 0x1p-64);
    return (struct u128){(uint64_t)(value - (double)high * 0x1p64), high};
}

uint64_t u64_from_double(double value)
{
    struct u128 whole = u128_from_double(value);
    return whole.high ? UINT64_MAX : whole.low;
}

static uint64_t add_u64(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint32_t add_u32(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static double saturate(double value)
{
    return value < STAT_MOST ? value : STAT_MOST;
}

/* Merges mean and M2 of `nb` samples into those of `na`. */
static void merge_moments(double *mean, double *m2, double na, double mean_b, double m2_b, double nb)
{
    if (nb <= 0)
        return;
    if (na <= 0) {
        *mean = mean_b;
        *m2 = m2_b;
        return;
    }
    CHECK(na > 0 && nb > 0);
    double delta = mean_b - *mean;
    *m2 = saturate((*m2 + m2_b) + delta * delta * (na * nb / (na + nb)));
    if (delta < 0 || delta > 0)
        *mean = (*mean * na + mean_b * nb) / (na + nb);
}

unsigned stat_bin(uint64_t ps)
{
    if (ps < 32)
        return (unsigned)ps;
    unsigned power = 63u - (unsigned)__builtin_clzll(ps); /* from 5 */
    return (power - 4) * 32 + (unsigned)(ps >> (power - 5) & 31);
}

double stat_bin_middle(unsigned bin)
{
    if (bin < 32)
        return bin;
    double width = (double)((uint64_t)1 << (bin / 32 - 1));
    return (double)(32 + bin % 32) * width + (width - 1) / 2;
}

void stat_calls_init(struct stat_calls *stat)
{
    *stat = (struct stat_calls){.min = UINT64_MAX};
}

/* Returns the iteration of an extreme: if the times are equal, the earlier one. */
static uint64_t earlier(uint64_t a, uint64_t b)
{
    if (!a || !b)
        return a ? a : b;
    return a < b ? a : b;
}

void stat_calls_merge(struct stat_calls *stat, const struct stat_calls *other)
{
    merge_moments(&stat->mean, &stat->m2, (double)stat->timed, other->mean, other->m2, (double)other->timed);
    CHECK(stat != other);
    stat->calls = add_u64(stat->calls, other->calls);
    stat->timed = add_u64(stat->timed, other->timed);
    stat->sum = u128_add(stat->sum, other->sum);
    stat->error2 = saturate(stat->error2 + other->error2);
    stat->probes = u128_add(stat->probes, other->probes);
    if (other->min == stat->min)
        stat->min_iteration = earlier(stat->min_iteration, other->min_iteration);
    if (other->max == stat->max)
        stat->max_iteration = earlier(stat->max_iteration, other->max_iteration);
    if (other->min < stat->min) {
        stat->min = other->min;
        stat->min_iteration = other->min_iteration;
    }
    if (other->max > stat->max) {
        stat->max = other->max;
        stat->max_iteration = other->max_iteration;
    }
}

int stat_calls_known(const struct stat_calls *stat, double total)
{
    enum { ROUNDING = 1000 }; /* ps: every time is one of whole ticks */
    double mean = stat->calls ? total / (double)stat->calls : 0;
    return stat->timed && stat->min <= stat->max && mean >= (double)stat->min - ROUNDING &&
           mean <= (double)stat->max + ROUNDING;
}

int stat_seen(double sum, double error2)
{
    double most = 1.0005 * sum; /* as one reads it, an error of 100.0% */
    return error2 <= most * most;
}

double stat_calls_variance(const struct stat_calls *stat)
{
    return stat->timed ? stat->m2 / (double)stat->timed : 0;
}

void stat_ranks_init(struct stat_ranks *stat, uint32_t rank, uint64_t inclusive, int called)
{
    if (called)
        *stat = (struct stat_ranks){1, 1, inclusive, inclusive, rank, rank, (double)inclusive, 0};
    else
        *stat = (struct stat_ranks){0, 1, UINT64_MAX, 0, UINT32_MAX, UINT32_MAX, 0, 0};
}

void stat_ranks_merge(struct stat_ranks *stat, const struct stat_ranks *other)
{
    stat->in_context = add_u32(stat->in_context, other->in_context);
    if (!other->called)
        return;
    merge_moments(&stat->mean, &stat->m2, stat->called, other->mean, other->m2, other->called);
    int first = !stat->called;
    if (first || other->min < stat->min || (other->min == stat->min && other->min_rank < stat->min_rank)) {
        stat->min = other->min;
        stat->min_rank = other->min_rank;
    }
    if (first || other->max > stat->max || (other->max == stat->max && other->max_rank < stat->max_rank)) {
        stat->max = other->max;
        stat->max_rank = other->max_rank;
    }
    stat->called = add_u32(stat->called, other->called);
}

void stat_ranks_join(struct stat_ranks *stat, const struct stat_ranks *other)
{
    if (stat->called == 1 && other->called == 1 && stat->min_rank == other->min_rank)
        stat_ranks_init(stat, stat->min_rank, add_u64(stat->min, other->min), 1);
    else
        stat_ranks_merge(stat, other);
}

/* Returns whether the thread of a rank comes before another one. */
static int is_before(uint32_t rank, uint32_t thread, uint32_t other_rank, uint32_t other_thread)
{
    return rank < other_rank || (rank == other_rank && thread < other_thread);
}

void stat_threads_merge(struct stat_threads *stat, uint32_t ranks, const struct stat_threads *other,
                        uint32_t other_ranks)
{
    if (!other->count)
        return;
    merge_moments(&stat->mean, &stat->m2, ranks, other->mean, other->m2, other_ranks);
    int first = !stat->count;
    if (first || other->min < stat->min ||
        (other->min == stat->min && is_before(other->min_rank, other->min_thread, stat->min_rank, stat->min_thread))) {
        stat->min = other->min;
        stat->min_rank = other->min_rank;
        stat->min_thread = other->min_thread;
    }
    if (first || other->max > stat->max ||
        (other->max == stat->max && is_before(other->max_rank, other->max_thread, stat->max_rank, stat->max_thread))) {
        stat->max = other->max;
        stat->max_rank = other->max_rank;
        stat->max_thread = other->max_thread;
    }
    stat->count = add_u32(stat->count, other->count);
}

double stat_ranks_mean(const struct stat_ranks *stat)
{
    if (stat->called >= stat->in_context)
        return stat->mean;
    return stat->mean * stat->called / stat->in_context;
}

double stat_ranks_variance(const struct stat_ranks *stat)
{
    double called = stat->called, zeros = 0;
    if (stat->in_context > stat->called)
        zeros = stat->in_context - stat->called;
    if (called + zeros <= 0)
        return 0;
    return (stat->m2 + stat->mean * stat->mean * (called * zeros / (called + zeros))) / (called + zeros);
}

uint64_t stat_ranks_min(const struct stat_ranks *stat)
{
    return stat->called && stat->called >= stat->in_context ? stat->min : 0;
}
