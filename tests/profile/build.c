/* build.c - see build.h. */
#include "build.h"

#include "profile/canonical.h"
#include "profile/waits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static char *copy(struct build *build, const char *text)
{
    char *result = arena_copy(&build->arena, text, strlen(text));
    assert_non_null(result);
    return result;
}

/* Room for one more entry in a table. */
static void *grown(struct build *build, void *table, uint32_t count, size_t size)
{
    if (count & (count - 1)) /* it has room for a power of two */
        return table;
    void *result = arena_grow(&build->arena, table, count * size, (count ? 2 * count : 1) * size);
    assert_non_null(result);
    return result;
}

uint32_t build_region(struct build *build, enum region_kind kind, const char *name, const char *file, uint32_t line,
                      const char *reason)
{
    struct profile *profile = &build->profile;
    profile->regions = grown(build, profile->regions, profile->region_count, sizeof *profile->regions);
    profile->regions[profile->region_count] = (struct profile_region){
        copy(build, name), NULL, copy(build, file), "", "", copy(build, reason), line, 0, (uint8_t)kind, 1, NULL};
    return profile->region_count++;
}

uint32_t build_node(struct build *build, uint32_t parent, uint32_t region, uint64_t calls, uint64_t each)
{
    struct profile *profile = &build->profile;
    struct profile_node node = {.region = region, .parent = parent};
    profile->nodes = grown(build, profile->nodes, profile->node_count, sizeof *profile->nodes);
    stat_calls_init(&node.calls);
    node.calls.calls = node.calls.timed = calls;
    node.calls.sum.low = calls * each;
    if (calls) {
        node.calls.min = node.calls.max = each;
        node.calls.mean = (double)each;
    }
    stat_ranks_init(&node.ranks, build->rank, calls * each, 1);
    profile->nodes[profile->node_count] = node;
    return profile->node_count++;
}

void build_meta(struct build *build, const char *key, const char *value)
{
    struct profile *profile = &build->profile;
    profile->meta = grown(build, profile->meta, profile->meta_count, sizeof *profile->meta);
    profile->meta[profile->meta_count++] = (struct profile_meta){copy(build, key), copy(build, value)};
}

void build_tally(struct build *build, const char *name, uint64_t value)
{
    struct profile *profile = &build->profile;
    profile->tallies = grown(build, profile->tallies, profile->tally_count, sizeof *profile->tallies);
    profile->tallies[profile->tally_count++] = (struct profile_tally){copy(build, name), value};
}

uint32_t build_location(struct build *build, uint32_t thread, const char *host)
{
    struct profile *profile = &build->profile;
    profile->locations = grown(build, profile->locations, profile->location_count, sizeof *profile->locations);
    profile->locations[profile->location_count] =
        (struct profile_location){build->rank, thread, 1000 + build->rank, copy(build, host)};
    return profile->location_count++;
}

void build_row(struct build *build, uint32_t node, uint32_t location, uint64_t calls, uint64_t inclusive)
{
    struct profile *profile = &build->profile;
    profile->rows = grown(build, profile->rows, profile->row_count, sizeof *profile->rows);
    profile->rows[profile->row_count++] =
        (struct profile_row){.node = node, .location = location, .calls = calls, .inclusive = inclusive};
}

uint32_t build_communicator(struct build *build, const char *name, const char *place, const char *ranks, uint32_t size)
{
    struct profile *profile = &build->profile;
    profile->communicators =
        grown(build, profile->communicators, profile->communicator_count, sizeof *profile->communicators);
    profile->communicators[profile->communicator_count] =
        (struct profile_communicator){copy(build, name), copy(build, place), copy(build, ranks), size};
    return profile->communicator_count++;
}

void build_call(struct build *build, uint32_t node, uint32_t communicator)
{
    struct profile *profile = &build->profile;
    profile->traffic = grown(build, profile->traffic, profile->traffic_count, sizeof *profile->traffic);
    struct profile_traffic *traffic = &profile->traffic[profile->traffic_count++];
    *traffic = (struct profile_traffic){.node = node, .communicator = communicator, .calls = 1};
}

void build_message(struct build *build, uint32_t node, uint32_t communicator, uint64_t bytes)
{
    build_call(build, node, communicator);
    profile_traffic_add(&build->profile.traffic[build->profile.traffic_count - 1], bytes);
}

struct profile *build_finish(struct build *build)
{
    struct error error = {0};
    if (!profile_normalize(&build->profile, &build->arena, &error))
        fail_msg("%s", error.text);
    return &build->profile;
}

/* What profiles hold: a list of each kind of entry, and members of an entry, which are texts or compared byte by byte. */
struct field {
    const char *name;
    size_t at, size; /* 0: a text */
};

struct section {
    const char *name;
    size_t list, count, size;
    struct field fields[16];
};

#define MEMBER(type, member)                                                                                           \
    {                                                                                                                  \
#member, offsetof(struct profile_##type, member), sizeof((struct profile_##type *)0)->member                   \
    }
#define TEXT(type, member)                                                                                             \
    {                                                                                                                  \
#member, offsetof(struct profile_##type, member), 0                                                            \
    }
#define SECTION(type, list)                                                                                            \
#type, offsetof(struct profile, list), offsetof(struct profile, type##_count), sizeof(struct profile_##type)
#define SITE_TIME(member) MEMBER(call_site, member.all), MEMBER(call_site, member.most), MEMBER(call_site, member.rank)
#define THREAD(member) MEMBER(extremes, threads.member)

static const struct section sections[] = {
    {SECTION(region, regions),
     {TEXT(region, name), TEXT(region, file), MEMBER(region, line), MEMBER(region, kind), TEXT(region, reason),
      TEXT(region, origin), TEXT(region, groups), MEMBER(region, flags), MEMBER(region, level)}},
    {SECTION(node, nodes),
     {MEMBER(node, region), MEMBER(node, parent), MEMBER(node, flags), MEMBER(node, calls), MEMBER(node, ranks),
      MEMBER(node, first), MEMBER(node, first_rank)}},
    {SECTION(meta, meta), {TEXT(meta, key), TEXT(meta, value)}},
    {SECTION(tally, tallies), {TEXT(tally, name), MEMBER(tally, value)}},
    {SECTION(location, locations),
     {MEMBER(location, rank), MEMBER(location, thread), MEMBER(location, pid), TEXT(location, host)}},
    {SECTION(row, rows),
     {MEMBER(row, node), MEMBER(row, location), MEMBER(row, calls), MEMBER(row, inclusive), MEMBER(row, min),
      MEMBER(row, max)}},
    {SECTION(bin, bins), {MEMBER(bin, node), MEMBER(bin, bin), MEMBER(bin, ranks)}},
    {SECTION(extremes, extremes),
     {MEMBER(extremes, region), MEMBER(extremes, calls), MEMBER(extremes, total), MEMBER(extremes, own), THREAD(count),
      THREAD(min), THREAD(max), THREAD(min_rank), THREAD(max_rank), THREAD(min_thread), THREAD(max_thread),
      THREAD(mean), THREAD(m2)}},
    {SECTION(metric, metrics), {TEXT(metric, key), TEXT(metric, name), TEXT(metric, unit), MEMBER(metric, rule)}},
    {SECTION(value, values), {MEMBER(value, node), MEMBER(value, metric), MEMBER(value, own), MEMBER(value, ranks)}},
    {SECTION(region_value, region_values),
     {MEMBER(region_value, region), MEMBER(region_value, metric), MEMBER(region_value, total),
      MEMBER(region_value, own)}},
    {SECTION(communicator, communicators),
     {TEXT(communicator, name), TEXT(communicator, place), TEXT(communicator, ranks), MEMBER(communicator, size)}},
    {SECTION(wait, waits), {MEMBER(wait, rank), MEMBER(wait, late), MEMBER(wait, ns)}},
    {SECTION(call_site, call_sites),
     {MEMBER(call_site, node), TEXT(call_site, site), SITE_TIME(waiting), SITE_TIME(delay)}},
    {SECTION(traffic, traffic),
     {MEMBER(traffic, node), MEMBER(traffic, communicator), MEMBER(traffic, calls), MEMBER(traffic, messages),
      MEMBER(traffic, bytes), MEMBER(traffic, sizes)}},
};

static bool same(const struct field *field, const char *a, const char *b)
{
    const char *texts[2];
    if (field->size)
        return memcmp(a + field->at, b + field->at, field->size) == 0;
    memcpy(&texts[0], a + field->at, sizeof *texts);
    memcpy(&texts[1], b + field->at, sizeof *texts);
    return strcmp(texts[0], texts[1]) == 0;
}

void build_assert_equal(const struct profile *a, const struct profile *b)
{
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
        const struct section *section = &sections[s];
        const char *lists[2];
        uint32_t counts[2];
        memcpy(&lists[0], (const char *)a + section->list, sizeof *lists);
        memcpy(&lists[1], (const char *)b + section->list, sizeof *lists);
        memcpy(&counts[0], (const char *)a + section->count, sizeof *counts);
        memcpy(&counts[1], (const char *)b + section->count, sizeof *counts);
        if (counts[0] != counts[1])
            fail_msg("%s: %u entries, and %u", section->name, counts[0], counts[1]);
        for (size_t i = 0; i < counts[0] * section->size; i += section->size)
            for (const struct field *field = section->fields; field->name; field++)
                if (!same(field, lists[0] + i, lists[1] + i))
                    fail_msg("%s %zu: %s differs", section->name, i / section->size, field->name);
    }
}

struct profile build_again(const struct profile *profile, struct arena *arena)
{
    struct profile again;
    struct error error = {0};
    unsigned char *bytes;
    size_t size;
    assert_true(profile_pack(profile, arena, &bytes, &size, &error));
    assert_true(profile_unpack(bytes, size, "again", &again, arena, &error));
    return again;
}

struct profile build_sum(const struct profile *a, const struct profile *b, struct arena *arena)
{
    struct profile sum;
    struct error error = {0};
    assert_true(profile_merge(a, b, &sum, arena, &error));
    return sum;
}
