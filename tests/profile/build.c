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

static void assert_doubles(double a, double b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void assert_calls(const struct stat_calls *a, const struct stat_calls *b)
{
    assert_int_equal(a->calls, b->calls);
    assert_int_equal(a->timed, b->timed);
    assert_int_equal(u128_compare(a->sum, b->sum), 0);
    assert_int_equal(a->min, b->min);
    assert_int_equal(a->max, b->max);
    assert_int_equal(a->min_iteration, b->min_iteration);
    assert_int_equal(a->max_iteration, b->max_iteration);
    assert_doubles(a->m2, b->m2);
    assert_doubles(a->mean, b->mean);
    assert_doubles(a->error2, b->error2);
}

static void assert_ranks(const struct stat_ranks *a, const struct stat_ranks *b)
{
    assert_int_equal(a->called, b->called);
    assert_int_equal(a->in_context, b->in_context);
    assert_int_equal(a->min, b->min);
    assert_int_equal(a->max, b->max);
    assert_int_equal(a->min_rank, b->min_rank);
    assert_int_equal(a->max_rank, b->max_rank);
    assert_doubles(a->mean, b->mean);
    assert_doubles(a->m2, b->m2);
}

static void assert_threads(const struct stat_threads *a, const struct stat_threads *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->min, b->min);
    assert_int_equal(a->max, b->max);
    assert_int_equal(a->min_rank, b->min_rank);
    assert_int_equal(a->max_rank, b->max_rank);
    assert_int_equal(a->min_thread, b->min_thread);
    assert_int_equal(a->max_thread, b->max_thread);
    assert_doubles(a->mean, b->mean);
    assert_doubles(a->m2, b->m2);
}

void build_assert_site_time(const struct profile_site_time *a, const struct profile_site_time *b)
{
    assert_int_equal(a->all, b->all);
    assert_int_equal(a->most, b->most);
    assert_int_equal(a->rank, b->rank);
}

void build_assert_equal(const struct profile *a, const struct profile *b)
{
    assert_int_equal(a->region_count, b->region_count);
    for (uint32_t i = 0; i < a->region_count; i++) {
        assert_int_equal(region_compare(&a->regions[i], &b->regions[i]), 0);
        assert_string_equal(a->regions[i].origin, b->regions[i].origin);
        assert_string_equal(a->regions[i].groups, b->regions[i].groups);
        assert_int_equal(a->regions[i].flags, b->regions[i].flags);
        assert_int_equal(a->regions[i].level, b->regions[i].level);
    }
    assert_int_equal(a->node_count, b->node_count);
    for (uint32_t i = 0; i < a->node_count; i++) {
        assert_int_equal(a->nodes[i].region, b->nodes[i].region);
        assert_int_equal(a->nodes[i].parent, b->nodes[i].parent);
        assert_int_equal(a->nodes[i].flags, b->nodes[i].flags);
        assert_calls(&a->nodes[i].calls, &b->nodes[i].calls);
        assert_ranks(&a->nodes[i].ranks, &b->nodes[i].ranks);
        assert_int_equal(a->nodes[i].first, b->nodes[i].first);
        assert_int_equal(a->nodes[i].first_rank, b->nodes[i].first_rank);
    }
    assert_int_equal(a->meta_count, b->meta_count);
    for (uint32_t i = 0; i < a->meta_count; i++) {
        assert_string_equal(a->meta[i].key, b->meta[i].key);
        assert_string_equal(a->meta[i].value, b->meta[i].value);
    }
    assert_int_equal(a->tally_count, b->tally_count);
    for (uint32_t i = 0; i < a->tally_count; i++) {
        assert_string_equal(a->tallies[i].name, b->tallies[i].name);
        assert_int_equal(a->tallies[i].value, b->tallies[i].value);
    }
    assert_int_equal(a->location_count, b->location_count);
    for (uint32_t i = 0; i < a->location_count; i++) {
        assert_int_equal(a->locations[i].rank, b->locations[i].rank);
        assert_int_equal(a->locations[i].thread, b->locations[i].thread);
        assert_int_equal(a->locations[i].pid, b->locations[i].pid);
        assert_string_equal(a->locations[i].host, b->locations[i].host);
    }
    assert_int_equal(a->row_count, b->row_count);
    for (uint32_t i = 0; i < a->row_count; i++) {
        assert_int_equal(a->rows[i].node, b->rows[i].node);
        assert_int_equal(a->rows[i].location, b->rows[i].location);
        assert_int_equal(a->rows[i].calls, b->rows[i].calls);
        assert_int_equal(a->rows[i].inclusive, b->rows[i].inclusive);
        assert_int_equal(a->rows[i].min, b->rows[i].min);
        assert_int_equal(a->rows[i].max, b->rows[i].max);
    }
    assert_int_equal(a->bin_count, b->bin_count);
    for (uint32_t i = 0; i < a->bin_count; i++) {
        assert_int_equal(a->bins[i].node, b->bins[i].node);
        assert_int_equal(a->bins[i].bin, b->bins[i].bin);
        assert_int_equal(a->bins[i].ranks, b->bins[i].ranks);
    }
    assert_int_equal(a->extremes_count, b->extremes_count);
    for (uint32_t i = 0; i < a->extremes_count; i++) {
        assert_int_equal(a->extremes[i].region, b->extremes[i].region);
        assert_ranks(&a->extremes[i].calls, &b->extremes[i].calls);
        assert_ranks(&a->extremes[i].total, &b->extremes[i].total);
        assert_ranks(&a->extremes[i].own, &b->extremes[i].own);
        assert_threads(&a->extremes[i].threads, &b->extremes[i].threads);
    }
    assert_int_equal(a->metric_count, b->metric_count);
    for (uint32_t i = 0; i < a->metric_count; i++) {
        assert_string_equal(a->metrics[i].key, b->metrics[i].key);
        assert_string_equal(a->metrics[i].name, b->metrics[i].name);
        assert_string_equal(a->metrics[i].unit, b->metrics[i].unit);
        assert_int_equal(a->metrics[i].rule, b->metrics[i].rule);
    }
    assert_int_equal(a->value_count, b->value_count);
    for (uint32_t i = 0; i < a->value_count; i++) {
        assert_int_equal(a->values[i].node, b->values[i].node);
        assert_int_equal(a->values[i].metric, b->values[i].metric);
        assert_int_equal(u128_compare(a->values[i].own, b->values[i].own), 0);
        assert_ranks(&a->values[i].ranks, &b->values[i].ranks);
    }
    assert_int_equal(a->region_value_count, b->region_value_count);
    for (uint32_t i = 0; i < a->region_value_count; i++) {
        assert_int_equal(a->region_values[i].region, b->region_values[i].region);
        assert_int_equal(a->region_values[i].metric, b->region_values[i].metric);
        assert_ranks(&a->region_values[i].total, &b->region_values[i].total);
        assert_ranks(&a->region_values[i].own, &b->region_values[i].own);
    }
    assert_int_equal(a->communicator_count, b->communicator_count);
    for (uint32_t i = 0; i < a->communicator_count; i++) {
        assert_string_equal(a->communicators[i].name, b->communicators[i].name);
        assert_string_equal(a->communicators[i].place, b->communicators[i].place);
        assert_string_equal(a->communicators[i].ranks, b->communicators[i].ranks);
        assert_int_equal(a->communicators[i].size, b->communicators[i].size);
    }
    assert_int_equal(a->wait_count, b->wait_count);
    for (uint32_t i = 0; i < a->wait_count; i++) {
        assert_int_equal(waits_compare(&a->waits[i], &b->waits[i]), 0);
        assert_int_equal(a->waits[i].ns, b->waits[i].ns);
    }
    assert_int_equal(a->call_site_count, b->call_site_count);
    for (uint32_t i = 0; i < a->call_site_count; i++) {
        assert_int_equal(call_site_compare(&a->call_sites[i], &b->call_sites[i]), 0);
        build_assert_site_time(&a->call_sites[i].waiting, &b->call_sites[i].waiting);
        build_assert_site_time(&a->call_sites[i].delay, &b->call_sites[i].delay);
    }
    assert_int_equal(a->traffic_count, b->traffic_count);
    for (uint32_t i = 0; i < a->traffic_count; i++) {
        assert_int_equal(a->traffic[i].node, b->traffic[i].node);
        assert_int_equal(a->traffic[i].communicator, b->traffic[i].communicator);
        assert_int_equal(a->traffic[i].calls, b->traffic[i].calls);
        assert_int_equal(a->traffic[i].messages, b->traffic[i].messages);
        assert_int_equal(a->traffic[i].bytes, b->traffic[i].bytes);
        assert_memory_equal(a->traffic[i].sizes, b->traffic[i].sizes, sizeof a->traffic[i].sizes);
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
