/* test_waits.c - who waited for whom, found from logs that are made by hand, see runtime/job/waits.h. */
#include "../profile/build.h"
#include "runtime/job/waits_left.h"
#include "runtime/measure/beside/operation.h"

#include <string.h>

#include "tests/common/unit.h"

enum { RANKS = 3, MOST = 2 };

/* A process that made calls of MPI in one line; ns. */
struct rank {
    struct build build;
    struct profile_operations_log log;
    struct profile_stand stand;
    struct profile_operation operations[MOST];
};

static void make(struct rank *of, uint32_t rank, const struct profile_operation *operations, uint32_t count)
{
    struct build *build = &of->build;
    *of = (struct rank){
        .build.rank = rank, .log = {.job = 7, .machine = 9, .rank = rank, .ranks = RANKS}, .stand = {1, "a.c:1"}};
    build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "program", "", 0, ""), 1, 100);
    build_node(build, 0, build_region(build, REGION_MPI, "MPI_Any", "", 0, ""), 1, 10);
    for (uint32_t i = 0; i < count; i++) {
        of->operations[i] = operations[i];
        of->operations[i].stream = 5;
        of->operations[i].enter = operations[i].posted;
    }
    build->profile.logs = &of->log;
    build->profile.stands = &of->stand;
    build->profile.operations = of->operations;
    build->profile.log_count = build->profile.stand_count = 1;
    build->profile.operation_count = count;
    build_finish(build);
}

/* What one rank did, and what is found of that: for whom it waited how long, and how long others waited for it. */
struct expected {
    struct profile_operation operation;
    uint32_t late;
    uint64_t waited, delay;
};

static uint64_t tally(const struct profile *profile)
{
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (!strcmp(profile->tallies[i].name, OPERATIONS_UNKNOWN))
            return profile->tallies[i].value;
    return 0;
}

static void assert_found(const struct profile *profile, const struct expected *expected, uint64_t unknown)
{
    uint64_t waiting = 0, delay = 0;
    for (uint32_t i = 0; i < profile->call_site_count; i++) {
        waiting += profile->call_sites[i].waiting.all;
        delay += profile->call_sites[i].delay.all;
    }
    assert_int_equal(profile->log_count, 0);
    assert_int_equal(profile->wait_count, expected->waited != 0);
    assert_int_equal(waiting, expected->waited);
    assert_int_equal(delay, expected->delay);
    assert_int_equal(tally(profile), unknown);
    if (expected->waited) {
        assert_int_equal(profile->waits[0].late, expected->late);
        assert_int_equal(profile->waits[0].ns, expected->waited);
    }
}

/* Of `count` ranks the logs are there, in any order. */
static void check(const struct expected *expected, uint32_t count, uint64_t unknown)
{
    static struct rank ranks[RANKS];
    struct profile profiles[RANKS];
    struct arena arena = {0};
    struct error error = {0};
    for (uint32_t i = 0; i < count; i++) {
        make(&ranks[i], i, &expected[i].operation, expected[i].operation.kind != MEETING_NONE);
        profiles[count - 1 - i] = ranks[i].build.profile;
    }
    assert_true(waits_left_find(profiles, count, &arena, &error));
    for (uint32_t i = 0; i < count; i++)
        assert_found(&profiles[count - 1 - i], &expected[i], expected[i].operation.kind == MEETING_NONE ? 0 : unknown);
    for (uint32_t i = 0; i < count; i++)
        arena_free(&ranks[i].build.arena);
    arena_free(&arena);
}

TEST(test_all)
{
    const struct expected barrier[] = {{{.kind = MEETING_ALL, .size = 3, .posted = 100, .end = 510}, 2, 400, 0},
                                       {{.kind = MEETING_ALL, .size = 3, .posted = 200, .end = 510}, 2, 300, 0},
                                       {{.kind = MEETING_ALL, .size = 3, .posted = 500, .end = 510}, 0, 0, 700}};
    check(barrier, 3, 0);
    const struct expected cut[RANKS] = {{{.kind = MEETING_ALL, .size = 3, .posted = 100, .end = 510}, 0, 0, 0},
                                        {{.kind = MEETING_ALL, .size = 3, .posted = 200, .end = 510}, 0, 0, 0}};
    check(cut, 2, 1);
}

TEST(test_root)
{
    const struct expected from[] = {
        {{.kind = MEETING_FROM_ROOT, .size = 3, .root = 1, .posted = 400, .end = 410}, 0, 0, 500},
        {{.kind = MEETING_FROM_ROOT, .size = 3, .posted = 100, .end = 420}, 0, 300, 0},
        {{.kind = MEETING_FROM_ROOT, .size = 3, .posted = 200, .end = 420}, 0, 200, 0}};
    check(from, 3, 0);
    const struct expected to[] = {
        {{.kind = MEETING_TO_ROOT, .size = 3, .posted = 400, .end = 410}, 0, 0, 300},
        {{.kind = MEETING_TO_ROOT, .size = 3, .root = 1, .posted = 100, .end = 420}, 0, 300, 0},
        {{.kind = MEETING_TO_ROOT, .size = 3, .posted = 200, .end = 210}, 0, 0, 0}};
    check(to, 3, 0);
}

TEST(test_scan)
{
    const struct expected scan[] = {
        {{.kind = MEETING_SCAN, .size = 3, .position = 0, .posted = 300, .end = 310}, 0, 0, 300},
        {{.kind = MEETING_SCAN, .size = 3, .position = 1, .posted = 100, .end = 350}, 0, 200, 0},
        {{.kind = MEETING_SCAN, .size = 3, .position = 2, .posted = 200, .end = 350}, 0, 100, 0}};
    check(scan, 3, 0);
}

TEST(test_messages)
{
    const struct expected late_sender[] = {
        {{.kind = MEETING_RECEIVE, .peer = 1, .tag = 4, .posted = 100, .end = 460}, 1, 350, 0},
        {{.kind = MEETING_SEND, .peer = 0, .tag = 4, .blocks = 1, .posted = 450, .end = 470}, 0, 0, 350},
        {{.kind = MEETING_NONE}, 0, 0, 0}};
    check(late_sender, 3, 0);
    const struct expected late_receiver[] = {
        {{.kind = MEETING_RECEIVE, .peer = 1, .tag = 4, .posted = 300, .end = 310}, 0, 0, 200},
        {{.kind = MEETING_SEND, .peer = 0, .tag = 4, .blocks = 1, .posted = 100, .end = 310}, 0, 200, 0},
        {{.kind = MEETING_NONE}, 0, 0, 0}};
    check(late_receiver, 3, 0);
    const struct expected other_tag[] = {
        {{.kind = MEETING_RECEIVE, .peer = 1, .tag = 4, .posted = 300, .end = 310}, 0, 0, 0},
        {{.kind = MEETING_SEND, .peer = 0, .tag = 3, .blocks = 1, .posted = 100, .end = 310}, 0, 0, 0},
        {{.kind = MEETING_NONE}, 0, 0, 0}};
    check(other_tag, 3, 1);
}
