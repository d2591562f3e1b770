/*
 * test_communicator.c - who is in a communicator, as text and as a count, and the ranks of a context.
 */
#include "build.h"

#include "profile/communicator.h"

#include <stdio.h>
#include <string.h>

#include "tests/common/unit.h"

static const char *text_of(const uint32_t *ranks, uint32_t count)
{
    static char text[RANKS_TEXT];
    uint64_t counted;
    ranks_text(ranks, count, text);
    assert_true(ranks_count(text, &counted));
    assert_int_equal(counted, count);
    return text;
}

TEST(test_groups_are_short_texts)
{
    assert_string_equal(text_of(NULL, 0), "");
    assert_string_equal(text_of((uint32_t[]){7}, 1), "7");
    assert_string_equal(text_of((uint32_t[]){0, 1}, 2), "0-1");
    assert_string_equal(text_of((uint32_t[]){0, 5}, 2), "0,5");
    assert_string_equal(text_of((uint32_t[]){0, 1, 2, 3, 8, 10, 12, 14, 15}, 9), "0-3,8-14:2,15");
    assert_string_equal(text_of((uint32_t[]){1, 3, 4, 5}, 4), "1,3-5");
    uint32_t column[1000];
    for (uint32_t i = 0; i < 1000; i++)
        column[i] = 7 + 1000 * i;
    assert_string_equal(text_of(column, 1000), "7-999007:1000");
}

TEST(test_irregular_groups_are_not_listed)
{
    static uint32_t ranks[4000];
    char text[RANKS_TEXT];
    for (uint32_t i = 0; i < 4000; i++)
        ranks[i] = i * i; /* no two steps are the same */
    ranks_text(ranks, 4000, text);
    assert_string_equal(text, "");
    ranks_text(ranks, 500, text);
    assert_true(strlen(text) > 500 && strlen(text) < RANKS_TEXT);
}

TEST(test_what_is_no_group)
{
    static const char *const wrong[] = {"a",     "1,",    ",1",   "1-",      "3-1", "1,1", "2,1",
                                        "0-4,4", "0-4:0", "0-4:", "0-4:2,3", "1 2", "-1",  "99999999999999999999"};
    uint64_t count;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (ranks_count(wrong[i], &count))
            fail_msg("\"%s\" is no group of ranks", wrong[i]);
    assert_true(ranks_count("", &count));
    assert_int_equal(count, 0);
}

/* One rank of a job in which `context` was entered on `count` communicators, with a region below that only
 * `deeper` ranks reach. */
struct use {
    const char *name, *ranks;
    uint32_t size;
};

static void enter(struct build *build, uint32_t rank, const struct use *uses, uint32_t count, bool deeper)
{
    *build = (struct build){.rank = rank};
    uint32_t root = build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 900);
    uint32_t context = build_region(build, REGION_CONTEXT, "atm", "", 0, "");
    uint32_t work = build_region(build, REGION_FUNCTION, "work", "w.c", 1, "");
    if (count) {
        uint32_t node = build_node(build, root, context, count, 100);
        for (uint32_t i = 0; i < count; i++)
            build_call(build, node, build_communicator(build, uses[i].name, "", uses[i].ranks, uses[i].size));
        if (deeper)
            build_node(build, node, work, 1, 10 * (rank + 1));
    }
    build_finish(build);
}

static const struct profile_node *node_of(const struct profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(profile->regions[profile->nodes[i].region].name, name) == 0)
            return &profile->nodes[i];
    fail_msg("no node %s", name);
    return NULL;
}

TEST(test_members_of_a_context_count)
{
    static const struct use low = {"low", "0-3", 4}, even = {"even", "0-6:2", 4}, far = {"far", "100-102", 3};
    struct build rank[3];
    struct arena arena = {0};
    struct profile first, all;
    enter(&rank[0], 0, (const struct use[]){low, even}, 2, true); /* overlapping */
    enter(&rank[1], 1, &low, 1, false);
    enter(&rank[2], 100, &far, 1, true); /* disjoint */
    assert_int_equal(node_of(&rank[1].profile, "atm")->ranks.in_context, 4);
    first = build_sum(&rank[0].profile, &rank[1].profile, &arena);
    assert_int_equal(node_of(&first, "atm")->ranks.in_context, 6);
    all = build_sum(&first, &rank[2].profile, &arena);
    const struct profile_node *atm = node_of(&all, "atm"), *work = node_of(&all, "work");
    assert_int_equal(atm->ranks.called, 3);
    assert_int_equal(atm->ranks.in_context, 9); /* 0-3, 4, 6, 100-102 */
    assert_int_equal(work->ranks.called, 2);
    assert_int_equal(work->ranks.in_context, 9);
    assert_int_equal(stat_ranks_min(&work->ranks), 0);
    assert_int_equal((uint64_t)(stat_ranks_mean(&work->ranks) * 9 + 0.5), 10 + 1010);
    assert_int_equal(node_of(&all, "(process)")->ranks.in_context, 3);
    assert_int_equal(all.communicator_count, 3);
    assert_int_equal(all.traffic_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(all.traffic[i].calls,
                         strcmp(all.communicators[all.traffic[i].communicator].name, "low") ? 1 : 2);
    arena_free(&arena);
    for (int i = 0; i < 3; i++)
        arena_free(&rank[i].arena);
}

/* `count` communicators of `names` names, one to a rank, each with one call. */
static void many(struct profile *out, uint32_t from, uint32_t to, uint32_t names, struct arena *arena)
{
    struct build build = {.rank = from};
    uint32_t root = build_node(&build, PROFILE_NONE, build_region(&build, REGION_ROOT, "(process)", "", 0, ""), 1, 9);
    uint32_t mpi = build_node(&build, root, build_region(&build, REGION_MPI, "MPI_Send", "", 0, ""), to - from, 1);
    for (uint32_t i = from; i < to; i++) {
        char name[32], ranks[32];
        snprintf(name, sizeof name, "c%u", i % names);
        snprintf(ranks, sizeof ranks, "%u", i);
        build_message(&build, mpi, build_communicator(&build, name, "", ranks, 1), i);
    }
    build_finish(&build);
    *out = build_again(&build.profile, arena);
    arena_free(&build.arena);
}

static uint64_t calls_of(const struct profile *profile)
{
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        calls += profile->traffic[i].calls;
    return calls;
}

TEST(test_instances_are_bounded)
{
    struct arena arena = {0};
    struct profile a, b, both;
    many(&a, 0, 100, 1, &arena);
    assert_int_equal(a.communicator_count, COMMUNICATORS_OF_NAME + 1);
    assert_string_equal(a.communicators[COMMUNICATORS_OF_NAME].ranks, "");
    assert_int_equal(a.traffic[COMMUNICATORS_OF_NAME].calls, 100 - COMMUNICATORS_OF_NAME);
    many(&b, 50, 200, 1, &arena);
    both = build_sum(&a, &b, &arena);
    assert_int_equal(both.communicator_count, COMMUNICATORS_OF_NAME + 1);
    assert_int_equal(calls_of(&both), 250);
    many(&a, 0, 1200, 1200, &arena);
    assert_int_equal(a.communicator_count, COMMUNICATORS_MAX);
    assert_string_equal(a.communicators[COMMUNICATORS_MAX - 1].name, COMMUNICATORS_OTHER);
    assert_int_equal(calls_of(&a), 1200);
    both = build_sum(&a, &b, &arena);
    assert_int_equal(both.communicator_count, COMMUNICATORS_MAX);
    assert_int_equal(calls_of(&both), 1350);
    arena_free(&arena);
}
