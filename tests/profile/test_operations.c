/* test_operations.c - logs of operations that nobody matched yet, as profiles are merged, written and read. */
#include "build.h"

#include <string.h>

#include "tests/common/unit.h"

/* A process of that rank with one call from a line of each of two functions of MPI, which are named in either order. */
static struct profile *make(struct build *build, uint32_t rank)
{
    static const char *const names[] = {"MPI_Barrier", "MPI_Recv"};
    static struct profile_operations_log logs[2];
    static struct profile_stand stands[2][2];
    static struct profile_operation meetings[2][2];
    static struct profile_stretch stretches[2][2];
    *build = (struct build){.rank = rank};
    build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "program", "", 0, ""), 1, 100);
    for (uint32_t i = 0; i < 2; i++)
        build_node(build, 0, build_region(build, REGION_MPI, names[(i + rank) % 2], "", 0, ""), 1, 10);
    logs[rank] = (struct profile_operations_log){
        .job = 7, .machine = 9, .rank = rank, .ranks = 2, .messages_level = rank, .unknown = 5};
    for (uint32_t i = 0; i < 2; i++) {
        stands[rank][i] = (struct profile_stand){1 + i, i ? "b.c:2" : "a.c:1"};
        meetings[rank][i] = (struct profile_operation){.stream = 1u << 31,
                                                       .posted = 1000 - 100 * i + rank,
                                                       .enter = 1002,
                                                       .end = i ? 0 : 1003,
                                                       .poster = i,
                                                       .stand = i ? PROFILE_NONE : i,
                                                       .number = 3,
                                                       .size = 2,
                                                       .tag = UINT32_MAX,
                                                       .kind = 1 + i,
                                                       .blocks = i};
    }
    for (uint32_t i = 0; i < 2; i++)
        stretches[rank][i] = (struct profile_stretch){
            .to = 500 - 100 * i + rank, .length = 90, .stand = i, .share = 7 + i, .thread = 63};
    build->profile.logs = &logs[rank];
    build->profile.stretches = stretches[rank];
    build->profile.stands = stands[rank];
    build->profile.operations = meetings[rank];
    build->profile.log_count = 1;
    build->profile.stand_count = build->profile.operation_count = build->profile.stretch_count = 2;
    return build_finish(build);
}

/* The name of the function that a stand is in, and its line. */
static void assert_stand(const struct profile *profile, uint32_t stand, const char *name, const char *site)
{
    assert_true(stand < profile->stand_count);
    const struct profile_node *node = &profile->nodes[profile->stands[stand].node];
    assert_string_equal(profile->regions[node->region].name, name);
    assert_string_equal(profile->stands[stand].site, site);
}

TEST(test_merged_and_written)
{
    struct build one, other;
    struct profile sum, back;
    const struct profile *first = make(&one, 0), *second = make(&other, 1);
    sum = build_sum(first, second, &one.arena);
    back = build_again(&sum, &one.arena);
    assert_int_equal(back.log_count, 2);
    assert_int_equal(back.operation_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const struct profile_operation *meeting = &back.operations[i];
        uint32_t rank = back.logs[meeting->log].rank, begun_later = meeting->posted >= 1000;
        assert_int_equal(rank, i / 2);
        assert_int_equal(begun_later, i % 2);
        assert_int_equal(meeting->posted, (begun_later ? 1000 : 900) + rank);
        assert_int_equal(meeting->end, begun_later ? 1003 : 0);
        assert_int_equal(meeting->tag, UINT32_MAX);
        assert_int_equal(meeting->blocks, !begun_later);
        assert_stand(&back, meeting->poster, begun_later == !rank ? "MPI_Barrier" : "MPI_Recv",
                     begun_later ? "a.c:1" : "b.c:2");
        assert_int_equal(meeting->stand == PROFILE_NONE, !begun_later);
    }
    assert_int_equal(back.stretch_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const struct profile_stretch *stretch = &back.stretches[i];
        uint32_t rank = back.logs[stretch->log].rank, later = stretch->to >= 500;
        assert_int_equal(rank, i / 2);
        assert_int_equal(later, i % 2);
        assert_int_equal(stretch->to, (later ? 500 : 400) + rank);
        assert_int_equal(stretch->length, 90);
        assert_int_equal(stretch->share, later ? 7 : 8);
        assert_int_equal(stretch->thread, 63);
        assert_stand(&back, stretch->stand, later == !rank ? "MPI_Barrier" : "MPI_Recv", later ? "a.c:1" : "b.c:2");
    }
    assert_int_equal(back.logs[1].messages_level, 1);
    assert_int_equal(back.logs[0].unknown, 5);
    arena_free(&one.arena);
    arena_free(&other.arena);
}
