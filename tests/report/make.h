/* make.h - what makes profiles for tests of the report. */
#ifndef TESTS_REPORT_MAKE_H
#define TESTS_REPORT_MAKE_H

#include "profile/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FUNCTION(name, file, line)                                                                                     \
    {                                                                                                                  \
        name, NULL, file, "", "", "", line, 0, REGION_FUNCTION, 1, NULL                                                \
    }
#define REGION(kind, name)                                                                                             \
    {                                                                                                                  \
        name, NULL, "", "", "", "", 0, 0, kind, (kind) != REGION_ROOT, NULL                                            \
    }

/* Members of a profile that has these arrays. */
#define LIST(member, array) .member##s = array, .member##_count = COUNT(array)
#define HAS(table, nodes, numbered)                                                                                    \
    LIST(region, table), LIST(node, nodes), .meta = numbered, .meta_count = COUNT(numbered)

/* One of all its calls, which took `ps` each. */
static inline struct profile_node make_node(uint32_t region, uint32_t parent, uint64_t calls, uint64_t ps)
{
    struct profile_node made = {.region = region, .parent = parent};
    stat_calls_init(&made.calls);
    made.calls.calls = made.calls.timed = calls;
    made.calls.sum = u128_from_double((double)calls * (double)ps);
    made.calls.min = made.calls.max = ps;
    made.calls.mean = (double)ps;
    return made;
}

/* That they were come to in this order is known. */
static inline void make_order(struct profile_node *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        nodes[i].first = i + 1;
}

/* A rank's profile like `from`, whose arrays are copied where it changes them. */
static inline bool make_rank(const struct profile *from, uint32_t rank, struct profile *profile, struct arena *arena,
                             struct error *error)
{
    *profile = *from;
    profile->regions = arena_array(arena, from->region_count, sizeof *from->regions);
    profile->nodes = arena_array(arena, from->node_count, sizeof *from->nodes);
    profile->values = arena_array(arena, from->value_count + 1, sizeof *from->values);
    if (!profile->regions || !profile->nodes || !profile->values)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    memcpy(profile->regions, from->regions, from->region_count * sizeof *from->regions);
    memcpy(profile->nodes, from->nodes, from->node_count * sizeof *from->nodes);
    if (from->value_count)
        memcpy(profile->values, from->values, from->value_count * sizeof *from->values);
    if (!profile_normalize(profile, arena, error))
        return false;
    profile_set_rank(profile, rank, NULL);
    return profile_set_values(profile, rank, arena, error);
}

/* `sum` and one more. */
static inline bool make_sum(struct profile *sum, const struct profile *rank, struct arena *arena, struct error *error)
{
    struct profile before = *sum;
    return profile_merge(&before, rank, sum, arena, error);
}

#endif
