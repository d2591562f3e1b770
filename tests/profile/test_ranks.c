/*
 * test_ranks.c - what a profile of many ranks keeps of single ones: percentiles and rows.
 *
 * Rank r of `n` spends (r * 7919 mod n + 1) * 1000 ps in `work`, so the times are a permutation of 1000, 2000 ...
 * n * 1000; every tenth rank also calls `rare`.
 */
#include "build.h"

#include "profile/rank_stays.h"
#include "profile/rows.h"

#include <stdio.h>
#include <string.h>

#include "tests/common/unit.h"

static uint64_t time_of(uint32_t rank, uint32_t ranks)
{
    return ((uint64_t)rank * 7919 % ranks + 1) * 1000;
}

enum { STAYS = 3 }; /* of each rank: its own parts, another thread's, and what kept that from running */

static void make_rank(struct build *build, uint32_t rank, uint32_t ranks, const char *kept)
{
    *build = (struct build){.rank = rank};
    uint32_t root = build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 1);
    uint32_t work = build_region(build, REGION_FUNCTION, "work", "w.c", 1, "");
    uint32_t rare = build_region(build, REGION_FUNCTION, "rare", "w.c", 9, "");
    uint32_t node = build_node(build, root, work, 1, time_of(rank, ranks));
    build->profile.stays = arena_array(&build->arena, STAYS, sizeof *build->profile.stays);
    for (uint32_t i = 0; i < STAYS; i++)
        build->profile.stays[i] = (struct profile_stay){
            node, rank, i > 0, i ? STAY_PART + i - 1 : STAY_OWN, PROFILE_NONE, 3, 2 * time_of(rank, ranks), 900};
    build->profile.stay_count = STAYS;
    if (rank % 10 == 0)
        build_node(build, root, rare, 2, 50);
    build_meta(build, "host", "here");
    char pid[16];
    snprintf(pid, sizeof pid, "%u", 1000 + rank);
    build_meta(build, "pid", pid);
    if (kept)
        build_meta(build, "ranks_kept", kept);
    build_finish(build);
}

/* All ranks from `first` on, `count` of them, merged along a tree that depends on `shape`. */
static void merge_all(struct profile *out, uint32_t first, uint32_t count, uint32_t ranks, uint32_t shape,
                      const char *kept, struct arena *arena)
{
    struct profile a, b;
    if (count == 1) {
        struct build build;
        make_rank(&build, first, ranks, kept);
        *out = build_again(&build.profile, arena);
        arena_free(&build.arena);
        return;
    }
    uint32_t left = shape == 0 ? count / 2 : shape == 1 ? count - 1 : count / 3 + 1;
    if (left == count)
        left--;
    merge_all(&a, first, left, ranks, shape == 1 ? 0 : shape, kept, arena);
    merge_all(&b, first + left, count - left, ranks, shape, kept, arena);
    *out = build_sum(&b, &a, arena);
}

static uint32_t node_named(const struct profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(profile->regions[profile->nodes[i].region].name, name) == 0)
            return i;
    fail_msg("no node %s", name);
    return 0;
}

TEST(test_bins_are_narrow)
{
    unsigned before = 0;
    for (uint64_t ps = 0; ps < UINT64_MAX / 2; ps += ps / 50 + 1) {
        unsigned bin = stat_bin(ps);
        double off = stat_bin_middle(bin) - (double)ps;
        assert_true(bin >= before && bin < STAT_BINS);
        assert_true((off < 0 ? -off : off) <= 0.016 * (double)ps);
        before = bin;
    }
    assert_int_equal(stat_bin(UINT64_MAX), STAT_BINS - 1);
}

static void close_to(double value, double expected)
{
    double error = value > expected ? value - expected : expected - value;
    if (error > 0.016 * expected)
        fail_msg("%g is not %g", value, expected);
}

TEST(test_percentiles)
{
    static const uint32_t sizes[] = {1, 2, 3, 20, 101, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct arena arena = {0};
        struct profile all;
        uint32_t n = sizes[s];
        merge_all(&all, 0, n, n, 0, NULL, &arena);
        uint32_t work = node_named(&all, "work"), rare = node_named(&all, "rare");
        for (int percent = 1; percent <= 100; percent++) {
            uint32_t nth = ((uint32_t)percent * n + 99) / 100;
            close_to(profile_percentile(&all, work, percent / 100.0), 1000.0 * nth);
        }
        assert_true(profile_percentile(&all, work, 0) == 1000);
        assert_true(profile_percentile(&all, work, 1) == 1000.0 * n);
        /* One rank in ten is no zero. */
        if (n >= 20) {
            assert_true(profile_percentile(&all, rare, 0.5) == 0 && profile_percentile(&all, rare, 0.85) == 0);
            assert_true(profile_percentile(&all, rare, 0.95) == 100);
        }
        arena_free(&arena);
    }
}

TEST(test_bins_do_not_depend_on_the_order)
{
    struct arena arena = {0};
    struct profile first, other;
    merge_all(&first, 0, 300, 300, 0, NULL, &arena);
    for (uint32_t shape = 1; shape < 3; shape++) {
        merge_all(&other, 0, 300, 300, shape, NULL, &arena);
        assert_int_equal(other.bin_count, first.bin_count);
        assert_memory_equal(other.bins, first.bins, first.bin_count * sizeof *first.bins);
    }
    arena_free(&arena);
}

TEST(test_every_rank_has_its_row)
{
    struct arena arena = {0};
    struct profile all;
    merge_all(&all, 0, 40, 40, 2, NULL, &arena);
    assert_int_equal(all.location_count, 40);
    assert_int_equal(all.row_count, 40 + 40 + 4);
    for (uint32_t i = 0; i < all.row_count; i++) {
        const struct profile_row *row = &all.rows[i];
        const struct profile_location *location = &all.locations[row->location];
        const char *name = all.regions[all.nodes[row->node].region].name;
        assert_int_equal(location->pid, 1000 + location->rank);
        assert_string_equal(location->host, "here");
        if (strcmp(name, "work") == 0)
            assert_int_equal(row->inclusive, time_of(location->rank, 40));
        if (strcmp(name, "rare") == 0)
            assert_int_equal(row->calls, 2);
    }
    arena_free(&arena);
}

TEST(test_too_many_ranks_leave_a_sample_and_the_extremes)
{
    struct arena arena = {0};
    struct profile first, other;
    merge_all(&first, 0, 1000, 1000, 0, "50", &arena);
    uint32_t work = node_named(&first, "work"), of_work = 0;
    bool least = false, most = false;
    for (uint32_t i = 0; i < first.row_count; i++) {
        if (first.rows[i].node != work)
            continue;
        uint32_t rank = first.locations[first.rows[i].location].rank;
        assert_int_equal(first.rows[i].inclusive, time_of(rank, 1000));
        of_work++;
        least |= rank == first.nodes[work].ranks.min_rank;
        most |= rank == first.nodes[work].ranks.max_rank;
    }
    assert_true(least && most && of_work >= 50 && of_work <= 52);
    assert_true(first.location_count <= 50 + 2 * first.node_count);
    for (uint32_t shape = 1; shape < 3; shape++) { /* whatever way they were merged */
        merge_all(&other, 0, 1000, 1000, shape, "50", &arena);
        assert_int_equal(other.row_count, first.row_count);
        assert_memory_equal(other.rows, first.rows, first.row_count * sizeof *first.rows);
        for (uint32_t i = 0; i < first.location_count; i++)
            assert_int_equal(other.locations[i].rank, first.locations[i].rank);
    }
    merge_all(&other, 0, 1000, 1000, 0, "0", &arena);
    assert_int_equal(other.row_count + other.location_count, 0);
    merge_all(&other, 0, 1000, 1000, 0, "all", &arena);
    assert_int_equal(other.location_count, 1000);
    arena_free(&arena);
}

TEST(test_stays_of_many_ranks_are_bounded)
{
    enum { RANKS = 500 };
    struct arena arena = {0};
    struct profile all[3];
    uint64_t times[STAYS] = {0}, sums[STAYS] = {0};
    bool most = false;
    for (uint32_t shape = 0; shape < 3; shape++)
        merge_all(&all[shape], 0, RANKS, RANKS, shape, NULL, &arena);
    for (uint32_t shape = 1; shape < 3; shape++) {
        assert_int_equal(all[shape].stay_count, all[0].stay_count);
        assert_memory_equal(all[shape].stays, all[0].stays, all[0].stay_count * sizeof *all[0].stays);
    }
    assert_in_range(all[0].stay_count, STAYS * (RANK_STAYS_RANKS + 1), STAYS * (RANK_STAYS_RANKS + 2));
    for (uint32_t i = 0; i < all[0].stay_count; i++) {
        const struct profile_stay *stay = &all[0].stays[i];
        times[stay->what] += stay->times;
        sums[stay->what] += stay->sum;
        most |= stay->rank != RANK_STAYS_OTHERS && stay->sum == 2000 * RANKS;
        assert_true(stay->rank < RANKS || (stay->rank == RANK_STAYS_OTHERS && !stay->thread));
    }
    assert_true(most);
    for (uint32_t i = 0; i < STAYS; i++) {
        assert_int_equal(times[i], 3 * RANKS);
        assert_int_equal(sums[i], 1000u * RANKS * (RANKS + 1));
    }
    merge_all(&all[0], 0, RANK_STAYS_RANKS, RANK_STAYS_RANKS, 0, NULL, &arena);
    assert_int_equal(all[0].stay_count, STAYS * RANK_STAYS_RANKS);
    arena_free(&arena);
}
