/* test_call_sites.c - waiting by the lines that make the calls, as profiles are merged, written and read. */
#include "build.h"

#include "profile/canonical.h"
#include "tests/common/unit.h"

enum { FIRST, SECOND }; /* nodes below the root */

/* `turned`: the nodes are made the other way round. */
static void start(struct build *build, bool turned)
{
    static const char *const names[] = {[FIRST] = "MPI_Allreduce", [SECOND] = "MPI_Recv"};
    *build = (struct build){.rank = turned};
    build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "program", "", 0, ""), 1, 100);
    for (int i = 0; i < 2; i++)
        build_node(build, 0, build_region(build, REGION_MPI, names[turned ? 1 - i : i], "", 0, ""), 1, 10);
    build->profile.call_sites = arena_array(&build->arena, 8, sizeof *build->profile.call_sites);
}

static void add(struct build *build, uint32_t node, const char *site, uint64_t waiting, uint64_t delay)
{
    struct profile *profile = &build->profile;
    profile->call_sites[profile->call_site_count++] =
        (struct profile_call_site){1 + node, site, {waiting, waiting, build->rank}, {delay, delay, build->rank}};
}

TEST(test_merged_and_written)
{
    static struct profile_call_site expected[] = {{1, "", {3, 3, 0}, {0, 0, 0}},
                                                  {1, "a.c:5", {UINT64_MAX, UINT64_MAX - 1, 1}, {9, 5, 0}},
                                                  {1, "a.c:7", {1, 1, 1}, {2, 2, 1}},
                                                  {2, "a.c:7", {6, 6, 1}, {4, 4, 0}}};
    struct build one, other;
    struct profile sum, back;
    start(&one, false);
    start(&other, true);
    add(&one, SECOND, "a.c:7", 0, 4);
    add(&one, FIRST, "a.c:5", 10, 5);
    add(&one, FIRST, "", 3, 0);
    add(&other, 1 - FIRST, "a.c:7", 1, 2);
    add(&other, 1 - SECOND, "a.c:7", 6, 0);
    add(&other, 1 - FIRST, "a.c:5", UINT64_MAX - 1, 4);
    sum = build_sum(build_finish(&one), build_finish(&other), &one.arena);
    back = build_again(&sum, &one.arena);
    struct profile wanted = back;
    wanted.call_sites = expected;
    wanted.call_site_count = sizeof expected / sizeof *expected;
    build_assert_equal(&wanted, &back);
    arena_free(&one.arena);
    arena_free(&other.arena);
}
