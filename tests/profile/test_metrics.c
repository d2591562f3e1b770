/*
 * test_metrics.c - values of metrics on four ranks: sums and the highest, what is below, and ranks that have none. Nothing here
 * is a metric that this version measures.
 *
 * Rank r uses 10 (r + 1) quanta in main/work and 1 in main, and its peak there is 50 + r; rank 2 has its metrics off. Rank 3
 * also has `sparks`, which others lack.
 */
#include "build.h"

#include "profile/wire.h"

#include <string.h>

#include "tests/common/unit.h"

enum { RANKS = 4, OFF = 2 };

static void make_rank(struct build *build, uint32_t rank)
{
    static struct profile_metric metrics[] = {{"quanta", "quanta absorbed", "q", METRIC_SUM},
                                              {"sparks", "sparks seen", "", METRIC_SUM},
                                              {"peak", "the peak", "B", METRIC_MAX}};
    *build = (struct build){.rank = rank};
    struct profile *profile = &build->profile;
    struct error error = {0};
    uint32_t root = build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 100);
    uint32_t main_node = build_node(build, root, build_region(build, REGION_FUNCTION, "main", "w.c", 1, ""), 1, 90);
    uint32_t work = build_node(build, main_node, build_region(build, REGION_FUNCTION, "a_work", "w.c", 2, ""), 1, 80);
    struct profile_value values[] = {{.node = work, .metric = 0, .own = {10 * (rank + 1), 0}},
                                     {.node = main_node, .metric = 0, .own = {1, 0}},
                                     {.node = work, .metric = 2, .own = {50 + rank, 0}},
                                     {.node = work, .metric = 1, .own = {5, 0}}};
    if (rank != OFF) {
        profile->metrics = metrics;
        profile->metric_count = 3;
        profile->values = arena_array(&build->arena, 4, sizeof *values);
        memcpy(profile->values, values, sizeof values);
        profile->value_count = rank == 3 ? 4 : 3;
    }
    build_finish(build);
    profile_set_rank(profile, rank, NULL);
    assert_true(profile_set_values(profile, rank, &build->arena, &error));
}

/* Merges ranks in an order that depends on `shape`, each and each result by way of a file. */
static void merge_all(struct profile *out, unsigned shape, struct arena *arena)
{
    static const uint32_t orders[][RANKS] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}};
    struct error error = {0};
    struct profile sum = {.nodes = NULL}, next, merged;
    for (uint32_t i = 0; i < RANKS; i++) {
        struct build build;
        unsigned char *bytes;
        size_t size;
        make_rank(&build, orders[shape][i]);
        next = build_again(&build.profile, arena);
        build_assert_equal(&build.profile, &next);
        arena_free(&build.arena);
        merged = next;
        if (i)
            merged = build_sum(&sum, &next, arena);
        assert_true(profile_pack_as(&merged, shape == 1, arena, &bytes, &size, &error));
        assert_true(profile_unpack(bytes, size, "sum", &sum, arena, &error));
    }
    *out = sum;
}

static const struct profile_value *value_of(const struct profile *profile, const char *name, const char *key)
{
    uint32_t metric = profile_metric(profile, key);
    assert_int_not_equal(metric, PROFILE_NONE);
    for (uint32_t i = 0; i < profile->value_count; i++)
        if (profile->values[i].metric == metric &&
            !strcmp(profile->regions[profile->nodes[profile->values[i].node].region].name, name))
            return &profile->values[i];
    return NULL;
}

TEST(test_ranks)
{
    for (unsigned shape = 0; shape < 3; shape++) {
        struct arena arena = {0};
        struct profile all;
        struct u128 inclusive[3];
        merge_all(&all, shape, &arena);
        assert_int_equal(all.metric_count, 3);
        const struct profile_value *work = value_of(&all, "a_work", "quanta"), *top = value_of(&all, "main", "quanta");
        assert_int_equal(work->own.low, 10 + 20 + 40);
        assert_int_equal(top->own.low, 3);
        assert_int_equal(top->ranks.called, 3);
        assert_int_equal(top->ranks.in_context, RANKS);
        assert_int_equal(top->ranks.min, 11);
        assert_int_equal(top->ranks.max, 41);
        assert_int_equal(top->ranks.max_rank, 3);
        assert_int_equal(stat_ranks_min(&top->ranks), 0);
        assert_true(stat_ranks_mean(&top->ranks) > 18.24 && stat_ranks_mean(&top->ranks) < 18.26);
        const struct profile_value *root = value_of(&all, "(process)", "quanta");
        assert_int_equal(root->own.low, 0);
        assert_int_equal(root->ranks.max, 41);
        profile_inclusive(&all, profile_metric(&all, "quanta"), inclusive);
        assert_int_equal(inclusive[0].low, 73);
        assert_int_equal(value_of(&all, "a_work", "peak")->own.low, 53);
        assert_int_equal(value_of(&all, "(process)", "peak")->ranks.min, 50);
        assert_int_equal(value_of(&all, "main", "sparks")->ranks.called, 1);
        assert_int_equal(value_of(&all, "main", "sparks")->ranks.max_rank, 3);
        assert_string_equal(all.metrics[profile_metric(&all, "quanta")].unit, "q");
        assert_int_equal(profile_metric(&all, "nothing"), PROFILE_NONE);
        arena_free(&arena);
    }
}

static uint64_t left(uint32_t rank)
{
    return 10 * (rank + 1);
}

static uint64_t right(uint32_t rank)
{
    return 10 * (RANKS - rank) + (rank == 1 ? 5 : 0);
}

/* work is called from left and right; from there it calls itself, and a thread that does. */
static void make_paths(struct build *build, uint32_t rank)
{
    static struct profile_metric metrics[] = {{"peak", "the peak", "B", METRIC_MAX},
                                              {"quanta", "quanta absorbed", "q", METRIC_SUM}};
    static const char *const path[] = {"left", "right", "work", "thread"};
    struct error error = {0};
    uint32_t region[4], at[6];
    *build = (struct build){.rank = rank};
    struct profile *profile = &build->profile;
    uint32_t root = build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 100);
    for (unsigned i = 0; i < 4; i++)
        region[i] = build_region(build, i == 3 ? REGION_THREAD : REGION_FUNCTION, path[i], "w.c", i, "");
    at[0] = build_node(build, root, region[0], 1, 9);
    at[1] = build_node(build, at[0], region[2], 1, 8);
    at[2] = build_node(build, root, region[1], 1, 9);
    at[3] = build_node(build, at[2], region[2], 1, 8);
    at[4] = build_node(build, at[3], region[3], 1, 7);
    at[5] = build_node(build, at[4], region[2], 1, 7);
    struct profile_value values[] = {{.node = at[1], .metric = 1, .own = {left(rank), 0}},
                                     {.node = at[3], .metric = 1, .own = {right(rank), 0}},
                                     {.node = at[5], .metric = 1, .own = {1, 0}},
                                     {.node = at[0], .metric = 0, .own = {70 - rank, 0}},
                                     {.node = at[5], .metric = 0, .own = {60, 0}}};
    profile->metrics = metrics;
    profile->metric_count = 2;
    profile->values = arena_array(&build->arena, 5, sizeof *values);
    memcpy(profile->values, values, sizeof values);
    profile->value_count = 5;
    build_finish(build);
    profile_set_rank(profile, rank, NULL);
    assert_true(profile_set_values(profile, rank, &build->arena, &error));
}

static const struct profile_region_value *of_region(const struct profile *profile, const char *name, const char *key,
                                                    struct arena *arena)
{
    uint32_t count, metric = profile_metric(profile, key);
    const struct profile_region_value *values = profile_region_values(profile, &count, arena);
    assert_non_null(values);
    for (uint32_t i = 0; i < count; i++)
        if (values[i].metric == metric && !strcmp(profile->regions[values[i].region].name, name))
            return &values[i];
    return NULL;
}

/* By path the first and the last rank have the least and the most, by region another one has. */
TEST(test_regions)
{
    struct arena arena = {0};
    struct profile sum, merged, again;
    struct build build[RANKS];
    for (uint32_t r = 0; r < RANKS; r++) {
        make_paths(&build[r], RANKS - 1 - r);
        const struct profile_region_value *one = of_region(&build[r].profile, "work", "quanta", &arena);
        assert_int_equal(one->total.max, left(RANKS - 1 - r) + right(RANKS - 1 - r) + 1);
        merged = build[r].profile;
        if (r)
            merged = build_sum(&sum, &build[r].profile, &arena);
        sum = build_again(&merged, &arena);
        assert_int_equal(merged.region_value_count, sum.region_value_count);
        if (r)
            assert_memory_equal(merged.region_values, sum.region_values,
                                merged.region_value_count * sizeof *merged.region_values);
    }
    const struct profile_region_value *work = of_region(&sum, "work", "quanta", &arena);
    assert_int_equal(work->total.called, RANKS);
    assert_int_equal(work->total.min, 10 * (RANKS + 1) + 1);
    assert_int_equal(work->total.min_rank, 0);
    assert_int_equal(work->total.max, 10 * (RANKS + 1) + 1 + 5);
    assert_int_equal(work->total.max_rank, 1);
    assert_int_equal(work->own.max, work->total.max);
    assert_int_equal(of_region(&sum, "right", "quanta", &arena)->own.max, 0);
    assert_int_equal(of_region(&sum, "left", "peak", &arena)->total.max, 70);
    assert_int_equal(of_region(&sum, "left", "peak", &arena)->total.min_rank, RANKS - 1);
    assert_int_equal(of_region(&sum, "work", "peak", &arena)->total.max, 60);
    assert_null(of_region(&sum, "(process)", "quanta", &arena));

    /* Where many ranks lack them they are not known, nor in a sum. */
    sum.region_value_count = 0;
    assert_null(of_region(&sum, "work", "quanta", &arena));
    again = build_sum(&sum, &build[0].profile, &arena);
    assert_int_equal(again.region_value_count, 0);
    for (uint32_t r = 0; r < RANKS; r++)
        arena_free(&build[r].arena);
    arena_free(&arena);
}
