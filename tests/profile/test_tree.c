/*
 * test_tree.c - normalize and merge on random trees, against an oracle that knows nothing of either:
 * a list of (path, calls, time) in which equal paths are found by comparing text.
 */
#include "build.h"

#include "profile/exclude_startup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/unit.h"

enum { MAX_NODES = 400, REGION_NAMES = 12 };

struct fact {
    char path[2048];
    uint64_t calls, sum;
    uint32_t ranks;
};

static struct fact facts[4 * MAX_NODES];
static size_t fact_count;

static unsigned long seed = 20;

static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(seed >> 33) % below;
}

static struct fact *fact_of(const char *path)
{
    for (size_t i = 0; i < fact_count; i++)
        if (!strcmp(facts[i].path, path))
            return &facts[i];
    struct fact *fact = &facts[fact_count++];
    memset(fact, 0, sizeof *fact);
    snprintf(fact->path, sizeof fact->path, "%s", path);
    return fact;
}

static void join(char *path, const char *parent, const char *name)
{
    strcpy(path, parent);
    strcat(path, "/");
    strcat(path, name);
}

/* One process: random regions (some of them equal), random parents; told to the oracle as well. */
static void random_profile(struct build *build, uint32_t rank, unsigned nodes)
{
    static char paths[MAX_NODES][2048];
    uint32_t regions[REGION_NAMES];
    bool seen[4 * MAX_NODES] = {false};
    build->rank = rank;
    uint32_t root = build_region(build, REGION_ROOT, "(process)", "", 0, "");
    for (unsigned i = 0; i < REGION_NAMES; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", draw(REGION_NAMES - 3));
        regions[i] = build_region(build, REGION_FUNCTION, name, "x.c", 1, "");
    }
    build_node(build, PROFILE_NONE, root, 1, 0);
    snprintf(paths[0], sizeof paths[0], "(process)");
    for (unsigned i = 1; i < nodes; i++) {
        unsigned parent = draw(4) ? draw(i) : i - 1;
        if (strlen(paths[parent]) > 1000)
            parent = 0;
        uint32_t region = regions[draw(REGION_NAMES)];
        uint64_t calls = draw(9), each = draw(100000);
        build_node(build, parent, region, calls, each);
        join(paths[i], paths[parent], build->profile.regions[region].name);
        struct fact *fact = fact_of(paths[i]);
        fact->calls += calls;
        fact->sum += calls * each;
        fact->ranks += !seen[fact - facts];
        seen[fact - facts] = true;
    }
}

static void assert_canonical(const struct profile *profile)
{
    static uint32_t depth[8 * MAX_NODES];
    for (uint32_t i = 1; i < profile->region_count; i++)
        assert_true(region_compare(&profile->regions[i - 1], &profile->regions[i]) < 0);
    assert_int_equal(profile->nodes[0].parent, PROFILE_NONE);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        assert_true(node->parent < i);
        depth[i] = depth[node->parent] + 1;
        /* Preorder: the parent is the last node before this one with a smaller depth. */
        uint32_t before = i - 1;
        while (depth[before] >= depth[i])
            before--;
        assert_int_equal(before, node->parent);
        for (uint32_t j = node->parent + 1; j < i; j++)
            if (profile->nodes[j].parent == node->parent)
                assert_true(profile->nodes[j].region < node->region);
    }
}

static void assert_facts(const struct profile *profile)
{
    static char paths[8 * MAX_NODES][2048];
    assert_canonical(profile);
    assert_int_equal(profile->node_count, fact_count + 1);
    snprintf(paths[0], sizeof paths[0], "(process)");
    for (uint32_t i = 1; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        join(paths[i], paths[node->parent], profile->regions[node->region].name);
        size_t known = fact_count;
        const struct fact *fact = fact_of(paths[i]);
        assert_int_equal(known, fact_count);
        assert_int_equal(node->calls.calls, fact->calls);
        assert_int_equal(node->calls.sum.low, fact->sum);
        assert_int_equal(node->ranks.called, fact->ranks);
        assert_int_equal(node->ranks.in_context, profile->nodes[0].ranks.called);
    }
}

TEST(test_normalize)
{
    for (unsigned round = 0; round < 60; round++) {
        struct build build = {0};
        fact_count = 0;
        random_profile(&build, 0, 1 + draw(MAX_NODES - 1));
        assert_facts(build_finish(&build));
        struct profile again = build.profile;
        struct error error = {0};
        again.nodes = arena_array(&build.arena, again.node_count, sizeof *again.nodes);
        memcpy(again.nodes, build.profile.nodes, again.node_count * sizeof *again.nodes);
        assert_true(profile_normalize(&again, &build.arena, &error));
        build_assert_equal(&again, &build.profile);
        arena_free(&build.arena);
    }
}

TEST(test_merge)
{
    for (unsigned round = 0; round < 40; round++) {
        struct build rank[3] = {0};
        struct profile ab, ba, abc, bc, a_bc;
        struct arena arena = {0};
        fact_count = 0;
        for (uint32_t i = 0; i < 3; i++) {
            random_profile(&rank[i], i, 1 + draw(MAX_NODES - 1));
            build_finish(&rank[i]);
        }
        ab = build_sum(&rank[0].profile, &rank[1].profile, &arena);
        ba = build_sum(&rank[1].profile, &rank[0].profile, &arena);
        build_assert_equal(&ab, &ba);
        abc = build_sum(&ab, &rank[2].profile, &arena);
        assert_facts(&abc);
        bc = build_sum(&rank[1].profile, &rank[2].profile, &arena);
        a_bc = build_sum(&rank[0].profile, &bc, &arena);
        assert_facts(&a_bc);
        arena_free(&arena);
        for (int i = 0; i < 3; i++)
            arena_free(&rank[i].arena);
    }
}

TEST(test_deep_and_wide)
{
    enum { COUNT = 200000 };
    struct arena arena = {0};
    struct profile_node *nodes = arena_array(&arena, COUNT, sizeof *nodes);
    struct profile_region regions[] = {{"(process)", NULL, "", "", "", "", 0, 0, REGION_ROOT, 0, NULL},
                                       {"f", NULL, "x.c", "", "", "", 1, 0, REGION_FUNCTION, 1, NULL}};
    struct profile profile = {.regions = regions, .region_count = 2, .nodes = nodes, .node_count = COUNT};
    struct error error = {0};
    for (uint32_t i = 0; i < COUNT; i++) {
        nodes[i].region = i > 0;
        nodes[i].parent = i - 1;
        stat_calls_init(&nodes[i].calls);
        nodes[i].calls.calls = 1;
    }
    assert_true(profile_normalize(&profile, &arena, &error));
    assert_int_equal(profile.node_count, COUNT); /* a chain stays one */
    for (uint32_t i = 1; i < COUNT; i++)
        profile.nodes[i].parent = 0;
    assert_true(profile_normalize(&profile, &arena, &error));
    assert_int_equal(profile.node_count, 2); /* equal siblings are one */
    assert_int_equal(profile.nodes[1].calls.calls, COUNT - 1);
    arena_free(&arena);
}

TEST(test_contexts)
{
    struct build rank[3] = {0};
    struct arena arena = {0};
    struct profile two, three;
    for (uint32_t i = 0; i < 3; i++) {
        rank[i].rank = i;
        uint32_t root =
            build_node(&rank[i], PROFILE_NONE, build_region(&rank[i], REGION_ROOT, "(process)", "", 0, ""), 1, 9);
        if (i < 2) {
            uint32_t atm = build_region(&rank[i], REGION_CONTEXT, "atm", "x.c", 3, "");
            uint32_t node = build_node(&rank[i], root, atm, 1, 9);
            if (i == 0)
                build_node(&rank[i], node, build_region(&rank[i], REGION_FUNCTION, "f", "x.c", 1, ""), 1, 9);
        } else {
            build_node(&rank[i], root, build_region(&rank[i], REGION_FUNCTION, "f", "x.c", 1, ""), 1, 9);
        }
        build_finish(&rank[i]);
    }
    two = build_sum(&rank[0].profile, &rank[1].profile, &arena);
    three = build_sum(&two, &rank[2].profile, &arena);
    for (uint32_t i = 1; i < three.node_count; i++) {
        const struct profile_node *node = &three.nodes[i];
        bool inside = node->parent != 0 || three.regions[node->region].kind == REGION_CONTEXT;
        assert_int_equal(node->ranks.in_context, inside ? 2 : 3);
    }
    arena_free(&arena);
    for (int i = 0; i < 3; i++)
        arena_free(&rank[i].arena);
}

TEST(test_meta_and_tallies)
{
    struct build a = {0}, b = {0};
    struct arena arena = {0};
    struct profile ab;
    build_node(&a, PROFILE_NONE, build_region(&a, REGION_ROOT, "(process)", "", 0, ""), 1, 9);
    build_node(&b, PROFILE_NONE, build_region(&b, REGION_ROOT, "(process)", "", 0, ""), 1, 9);
    build_meta(&a, "wall_s", "9.5");
    build_meta(&b, "wall_s", "10.25");
    build_meta(&a, "cost_timed_ps", "21500");
    build_meta(&b, "cost_timed_ps", "9800");
    build_meta(&a, "threads", "3");
    build_meta(&b, "threads", "1");
    build_meta(&a, "program", "heat");
    build_meta(&b, "program", "heat");
    build_meta(&a, "host", "n1");
    build_meta(&b, "host", "n2");
    build_meta(&b, "start", "2026-01-01T00:00:01Z");
    build_tally(&a, "leave without enter", 2);
    build_tally(&b, "leave without enter", UINT64_MAX);
    build_tally(&b, "calls in (other paths)", 7);
    ab = build_sum(build_finish(&a), build_finish(&b), &arena);
    assert_string_equal(profile_meta(&ab, "wall_s", ""), "10.25");
    assert_string_equal(profile_meta(&ab, "cost_timed_ps", ""), "9800");
    assert_string_equal(profile_meta(&ab, "threads", ""), "4");
    assert_string_equal(profile_meta(&ab, "program", ""), "heat");
    assert_string_equal(profile_meta(&ab, "host", ""), "(several)");
    assert_string_equal(profile_meta(&ab, "start", ""), "2026-01-01T00:00:01Z");
    assert_null(profile_meta(&ab, "none", NULL));
    assert_int_equal(ab.tally_count, 2);
    assert_int_equal(ab.tallies[0].value, 7);
    assert_int_equal(ab.tallies[1].value, UINT64_MAX);
    arena_free(&arena);
    arena_free(&a.arena);
    arena_free(&b.arena);
}

TEST(test_rows_follow_their_nodes)
{
    struct build rank[2] = {0};
    struct arena arena = {0};
    struct profile both;
    for (uint32_t i = 0; i < 2; i++) {
        rank[i].rank = i;
        uint32_t root =
            build_node(&rank[i], PROFILE_NONE, build_region(&rank[i], REGION_ROOT, "(process)", "", 0, ""), 1, 9);
        uint32_t g = build_region(&rank[i], REGION_FUNCTION, i ? "a" : "z", "x.c", 1, "");
        uint32_t f = build_region(&rank[i], REGION_FUNCTION, "m", "x.c", 1, "");
        build_row(&rank[i], build_node(&rank[i], root, g, 1, 5), build_location(&rank[i], 1, "n"), 1, 5);
        build_row(&rank[i], build_node(&rank[i], root, f, 2, 1), build_location(&rank[i], 0, "n"), 2, 2 + i);
        build_finish(&rank[i]);
    }
    both = build_sum(&rank[0].profile, &rank[1].profile, &arena);
    assert_int_equal(both.location_count, 4);
    assert_int_equal(both.row_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const struct profile_row *row = &both.rows[i];
        const struct profile_location *location = &both.locations[row->location];
        const char *name = both.regions[both.nodes[row->node].region].name;
        assert_string_equal(name, location->thread == 0 ? "m" : location->rank ? "a" : "z");
        assert_int_equal(row->inclusive, location->thread == 0 ? 2 + location->rank : 5);
    }
    arena_free(&arena);
    arena_free(&rank[0].arena);
    arena_free(&rank[1].arena);
}

TEST(test_traffic_follows_its_node)
{
    struct build rank[2] = {0};
    struct arena arena = {0};
    struct profile both;
    for (uint32_t i = 0; i < 2; i++) {
        rank[i].rank = i;
        uint32_t root =
            build_node(&rank[i], PROFILE_NONE, build_region(&rank[i], REGION_ROOT, "(process)", "", 0, ""), 1, 9);
        uint32_t own = build_region(&rank[i], REGION_FUNCTION, i ? "a" : "z", "x.c", 1, "");
        uint32_t shared = build_region(&rank[i], REGION_MPI, "m", "", 0, "");
        uint32_t own_node = build_node(&rank[i], root, own, 1, 5);
        uint32_t shared_node = build_node(&rank[i], root, shared, 3, 1);
        uint32_t world = build_communicator(&rank[i], "MPI_COMM_WORLD", "", "0-1", 2);
        build_message(&rank[i], shared_node, world, 8);
        build_message(&rank[i], own_node, PROFILE_NONE, i);
        build_message(&rank[i], shared_node, world, 15); /* as large as 8 within its class */
        build_message(&rank[i], shared_node, world, 16);
        build_finish(&rank[i]);
    }
    both = build_sum(&rank[0].profile, &rank[1].profile, &arena);
    assert_int_equal(both.traffic_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const struct profile_traffic *traffic = &both.traffic[i];
        const char *name = both.regions[both.nodes[traffic->node].region].name;
        assert_true(!i || both.traffic[i - 1].node < traffic->node);
        if (*name == 'm') {
            assert_int_equal(traffic->messages, 6);
            assert_int_equal(traffic->bytes, 2 * (8 + 15 + 16));
            assert_int_equal(traffic->sizes[4], 4);
            assert_int_equal(traffic->sizes[5], 2);
        } else {
            assert_int_equal(traffic->messages, 1);
            assert_int_equal(traffic->sizes[*name == 'a'], 1);
        }
    }
    arena_free(&arena);
    arena_free(&rank[0].arena);
    arena_free(&rank[1].arena);
}

TEST(test_normalize_rejects)
{
    struct build build = {0};
    struct error error = {0};
    assert_false(profile_normalize(&build.profile, &build.arena, &error));
    uint32_t region = build_region(&build, REGION_ROOT, "(process)", "", 0, "");
    build_node(&build, PROFILE_NONE, region, 1, 1);
    uint32_t child = build_node(&build, 0, region, 1, 1);
    build.profile.nodes[child].parent = child;
    error.code = ERROR_NONE;
    assert_false(profile_normalize(&build.profile, &build.arena, &error));
    build.profile.nodes[child].parent = 0;
    build.profile.nodes[child].region = 7;
    error.code = ERROR_NONE;
    assert_false(profile_normalize(&build.profile, &build.arena, &error));
    arena_free(&build.arena);
}

/* A thread of a team begins a team of its own: what its threads do has the name of the same function. */
TEST(test_threads_of_threads_have_names)
{
    struct build build = {0};
    struct error error = {0};
    uint32_t thread = build_region(&build, REGION_THREAD, "thread", "", 0, "");
    uint32_t at = build_node(&build, PROFILE_NONE, build_region(&build, REGION_ROOT, "(process)", "", 0, ""), 1, 1);
    at = build_node(&build, at, build_region(&build, REGION_FUNCTION, "solve", "s.c", 7, ""), 1, 1);
    for (int i = 0; i < 3; i++)
        at = build_node(&build, at, thread, 1, 1);
    struct profile *profile = build_finish(&build);
    assert_true(thread_names(profile, &build.arena, &error));
    assert_int_equal(profile->node_count, 5);
    for (uint32_t i = 2; i < 5; i++)
        assert_string_equal(profile->regions[profile->nodes[i].region].name, "solve (threads)");
    arena_free(&build.arena);
}
