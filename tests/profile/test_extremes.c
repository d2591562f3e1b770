/*
 * test_extremes.c - what is kept of each region over ranks and threads, and the order of first calls.
 *
 * Rank r of RANKS takes (r + 1) * 100 ps in main/work and (RANKS - r) * 300 in main/other/work, half of that in a further
 * frame of work: so by path the first and the last rank have the extremes, and by region others do. Odd ranks come to
 * other/work before work. Where asked for, rank 5 has a second thread that calls work once.
 */
#include "build.h"

#include <stdio.h>
#include <string.h>

#include "tests/common/unit.h"

enum { RANKS = 11, OWN_RANK = 4, MOST_RANK = 5, BUSY = 100000 };

static uint64_t direct(uint32_t rank)
{
    return (rank + 1) * 100 + (rank == OWN_RANK ? BUSY / 2 : 0);
}

static uint64_t nested(uint32_t rank)
{
    return (RANKS - rank) * 300 + (rank == MOST_RANK ? BUSY : 0);
}

static void make_rank(struct build *build, uint32_t rank, const char *kept, bool threads)
{
    *build = (struct build){.rank = rank};
    uint32_t root = build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 100);
    uint32_t work = build_region(build, REGION_FUNCTION, "work", "w.c", 1, "");
    uint32_t other = build_region(build, REGION_FUNCTION, "other", "w.c", 9, "");
    uint32_t rare = build_region(build, REGION_FUNCTION, "a_rare", "w.c", 12, "");
    uint32_t thread = build_region(build, REGION_THREAD, "thread", "", 0, "");
    uint32_t at[7] = {root};
    at[1] = build_node(build, root, other, 1, nested(rank));
    at[2] = build_node(build, at[1], work, 2, nested(rank) / 2);
    at[3] = build_node(build, at[2], work, 1, nested(rank) / 2);
    at[4] = build_node(build, root, work, 3, direct(rank) / 3 * 3 == direct(rank) ? direct(rank) / 3 : direct(rank));
    build->profile.nodes[at[4]].calls.sum.low = direct(rank);
    build->profile.nodes[at[4]].ranks.min = build->profile.nodes[at[4]].ranks.max = direct(rank);
    build->profile.nodes[at[4]].ranks.mean = (double)direct(rank);
    if (rank == 3)
        at[5] = build_node(build, root, rare, 1, 7);
    for (uint32_t i = 0; i < build->profile.node_count; i++) {
        build->profile.nodes[i].first = i + 1;
        build->profile.nodes[i].first_rank = rank;
    }
    if (rank % 2) { /* work first */
        build->profile.nodes[at[4]].first = 2;
        for (uint32_t i = 1; i < 4; i++)
            build->profile.nodes[at[i]].first = i + 2;
    }
    if (threads && rank == 5) {
        uint32_t first = build_location(build, 0, "here"), second = build_location(build, 1, "here");
        at[5] = build_node(build, root, thread, 1, 90);
        at[6] = build_node(build, at[5], work, 1, 80);
        for (uint32_t i = 0; i < 5; i++)
            build_row(build, at[i], first, build->profile.nodes[at[i]].calls.calls,
                      build->profile.nodes[at[i]].calls.sum.low);
        build_row(build, at[5], second, 1, 90);
        build_row(build, at[6], second, 1, 80);
    }
    if (kept)
        build_meta(build, "ranks_kept", kept);
    build_finish(build);
}

/* Ranks [first, first + count), by way of files, the halves in an order that depends on `shape`. */
static void merge_all(struct profile *out, uint32_t first, uint32_t count, uint32_t shape, const char *kept,
                      bool threads, struct arena *arena)
{
    struct error error = {0};
    struct profile merged, part[2];
    struct build build;
    unsigned char *bytes;
    size_t size;
    if (count == 1) {
        make_rank(&build, first, kept, threads);
        assert_true(profile_pack(&build.profile, arena, &bytes, &size, &error));
        arena_free(&build.arena);
    } else {
        uint32_t left = shape == 1 ? 1 : count / 2;
        merge_all(&part[0], first, left, shape, kept, threads, arena);
        merge_all(&part[1], first + left, count - left, shape, kept, threads, arena);
        merged = build_sum(&part[shape == 2], &part[shape != 2], arena);
        assert_true(profile_pack(&merged, arena, &bytes, &size, &error));
    }
    assert_true(profile_unpack(bytes, size, "part", out, arena, &error));
}

static const struct profile_extremes *extremes_of(const struct profile *profile, const char *name, struct arena *arena)
{
    uint32_t count;
    const struct profile_extremes *all = profile_extremes(profile, &count, arena);
    assert_non_null(all);
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(profile->regions[all[i].region].name, name))
            return &all[i];
    fail_msg("no extremes of %s", name);
    return NULL;
}

static void check_one(const struct stat_ranks *ranks, uint64_t min, uint32_t min_rank, uint64_t max, uint32_t max_rank)
{
    assert_int_equal(ranks->min, min);
    assert_int_equal(ranks->min_rank, min_rank);
    assert_int_equal(ranks->max, max);
    assert_int_equal(ranks->max_rank, max_rank);
    assert_int_equal(ranks->in_context, RANKS);
}

/* However many rows are kept, and however they were merged. */
TEST(test_by_region)
{
    static const char *const kept[] = {NULL, "0", "2", "all"};
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t shape = 0; shape < 3; shape++) {
            struct arena arena = {0};
            struct profile all;
            merge_all(&all, 0, RANKS, shape, kept[k], false, &arena);
            const struct profile_extremes *work = extremes_of(&all, "work", &arena);
            /* Recursion counts once, so work took direct + nested: least in the last rank. */
            check_one(&work->total, 300 + 1100, RANKS - 1, nested(MOST_RANK) + direct(MOST_RANK), MOST_RANK);
            check_one(&work->own, 300 + 1100, RANKS - 1, nested(MOST_RANK) + direct(MOST_RANK), MOST_RANK);
            check_one(&work->calls, 6, 0, 6, 0);
            assert_int_equal(work->total.called, RANKS);
            assert_int_equal(work->threads.count, RANKS);
            assert_int_equal(work->threads.max, work->total.max);
            double sum = 0;
            for (uint32_t r = 0; r < RANKS; r++)
                sum += (double)(direct(r) + nested(r));
            assert_true(work->total.mean > sum / RANKS * 0.999999 && work->total.mean < sum / RANKS * 1.000001);
            const struct profile_extremes *other = extremes_of(&all, "other", &arena);
            check_one(&other->total, 300, RANKS - 1, nested(MOST_RANK), MOST_RANK);
            check_one(&other->own, 0, 0, 0, 0);
            const struct profile_extremes *rare = extremes_of(&all, "a_rare", &arena);
            check_one(&rare->total, 7, 3, 7, 3);
            assert_int_equal(rare->total.called, 1);
            assert_int_equal(stat_ranks_min(&rare->total), 0);
            arena_free(&arena);
        }
}

TEST(test_threads)
{
    struct arena arena = {0};
    struct profile all;
    for (uint32_t shape = 0; shape < 3; shape++) {
        merge_all(&all, 0, RANKS, shape, "0", true, &arena);
        const struct profile_extremes *work = extremes_of(&all, "work", &arena);
        assert_int_equal(work->total.called, RANKS);
        assert_int_equal(work->threads.count, RANKS + 1);
        assert_int_equal(work->total.max, nested(5) + direct(5) + 80);
        assert_int_equal(work->threads.max, nested(5) + direct(5));
        assert_int_equal(work->threads.max_thread, 0);
        assert_int_equal(work->threads.min, 80);
        assert_int_equal(work->threads.min_rank, 5);
        assert_int_equal(work->threads.min_thread, 1);
        assert_int_equal(work->calls.max, 7);
        assert_int_equal(work->calls.max_rank, 5);
    }
    arena_free(&arena);
}

/* Of a profile of many ranks that has neither them nor all rows they are not known, nor with it in a sum. */
TEST(test_unknown)
{
    struct arena arena = {0};
    struct profile old, more, sum;
    uint32_t count;
    merge_all(&old, 0, 6, 0, "2", false, &arena);
    assert_true(old.extremes_count > 0);
    old.extremes_count = 0;
    assert_non_null(profile_extremes(&old, &count, &arena));
    assert_int_equal(count, 0);
    merge_all(&more, 6, 5, 0, "2", false, &arena);
    sum = build_sum(&old, &more, &arena);
    assert_int_equal(sum.extremes_count, 0);
    arena_free(&arena);
}

static const struct profile_node *node_named(const struct profile *profile, const char *name, const char *parent)
{
    for (uint32_t i = 1; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        if (!strcmp(profile->regions[node->region].name, name) &&
            !strcmp(profile->regions[profile->nodes[node->parent].region].name, parent))
            return node;
    }
    fail_msg("no node %s", name);
    return NULL;
}

TEST(test_order)
{
    struct arena arena = {0};
    struct profile part;
    for (uint32_t shape = 0; shape < 3; shape++) {
        merge_all(&part, 0, RANKS, shape, NULL, false, &arena); /* as rank 0 has them, then rank 3's own */
        const struct profile_node *other = node_named(&part, "other", "(process)"),
                                  *direct_work = node_named(&part, "work", "(process)"),
                                  *rare = node_named(&part, "a_rare", "(process)");
        assert_int_equal(part.nodes[0].first, 1);
        assert_int_equal(other->first, 2);
        assert_int_equal(direct_work->first, 5);
        assert_int_equal(direct_work->first_rank, 0);
        assert_int_equal(rare->first_rank, 3);
        merge_all(&part, 1, RANKS - 1, shape, NULL, false, &arena);
        assert_int_equal(node_named(&part, "work", "(process)")->first, 2);
        assert_int_equal(node_named(&part, "other", "(process)")->first, 3);
        assert_int_equal(node_named(&part, "other", "(process)")->first_rank, 1);
    }
    arena_free(&arena);
}
