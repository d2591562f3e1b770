/* test_waits.c - which rank waited for which, as profiles are merged, written and read; and groups of ranks. */
#include "build.h"

#include "profile/waits.h"
#include "tests/common/unit.h"

static void add(struct build *build, uint32_t rank, uint32_t late, uint64_t ns)
{
    struct profile *profile = &build->profile;
    if (!profile->waits)
        profile->waits = arena_array(&build->arena, 8, sizeof *profile->waits);
    profile->waits[profile->wait_count++] = (struct profile_wait){rank, late, ns};
}

static void start(struct build *build)
{
    *build = (struct build){.rank = 0};
    build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "program", "", 0, ""), 1, 100);
}

TEST(test_merged_and_written)
{
    static struct profile_wait expected[] = {{0, 1, 30}, {0, 3, 5}, {2, 0, UINT64_MAX}, {2, 1, 4}};
    struct build one, other;
    struct profile sum, back;
    start(&one);
    start(&other);
    add(&one, 2, 0, 7);
    add(&one, 0, 1, 10);
    add(&one, 0, 1, 20);
    add(&other, 2, 1, 4);
    add(&other, 2, 0, UINT64_MAX - 1);
    add(&other, 0, 3, 5);
    sum = build_sum(build_finish(&one), build_finish(&other), &one.arena);
    back = build_again(&sum, &one.arena);
    struct profile wanted = back;
    wanted.waits = expected;
    wanted.wait_count = sizeof expected / sizeof *expected;
    build_assert_equal(&wanted, &back);
    arena_free(&one.arena);
    arena_free(&other.arena);
}

TEST(test_groups)
{
    assert_int_equal(waits_group(1023, 1024), 1023);
    assert_int_equal(waits_group(1024, 1025), 1024);
    assert_int_equal(waits_group(1023, 1025), 1022);
    assert_int_equal(waits_group(99999, 100000), 99960);
}
