/*
 * fuzz_profile.c - any bytes into the profile reader. What it accepts must be canonical: it is merged
 * with itself, packed and read again, and has to come back.
 *
 * Checksums keep a fuzzer out, so each input is tried as it is and once more with them made right.
 * Built with clang it is a libFuzzer target; otherwise standalone.c drives it.
 */
#include "fuzz.h"
#include "ranks.h"

#include "profile/wire.h"
#include "tests/report/make.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void try(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile profile, twice, back;
    if (profile_unpack(bytes, size, "input", &profile, &arena, &error)) {
        unsigned char *packed;
        size_t packed_size;
        require(profile_merge(&profile, &profile, &twice, &arena, &error));
        require(twice.node_count == profile.node_count && twice.region_count == profile.region_count);
        require(profile_pack(&profile, &arena, &packed, &packed_size, &error));
        require(profile_unpack(packed, packed_size, "again", &back, &arena, &error));
        require(back.node_count == profile.node_count && back.row_count == profile.row_count);
        require(back.traffic_count == profile.traffic_count && back.bin_count == profile.bin_count);
        require(back.communicator_count == profile.communicator_count);
        require(back.extremes_count == profile.extremes_count && back.wait_count == profile.wait_count);
        require(back.call_site_count == profile.call_site_count && twice.call_site_count == profile.call_site_count);
        require(back.operation_count == profile.operation_count && back.stand_count == profile.stand_count);
        require(back.stretch_count == profile.stretch_count);
        require(back.region_value_count == profile.region_value_count);
        require(back.metric_count == profile.metric_count && back.value_count == profile.value_count);
        ranks_merge(packed, packed_size);
    } else {
        require(error.code == ERROR_PROFILE && error.text[0]);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = malloc(size + 1);
    require(copy != NULL);
    memcpy(copy, bytes, size);
    try(copy, size);
    if (wire_repair(copy, size))
        try(copy, size);
    free(copy);
    return 0;
}

/* The smallest file that uses every section; and one whose log was thinned. */
size_t fuzz_seed(unsigned number, unsigned char *bytes, size_t room)
{
    if (number > 1)
        return 0;
    struct profile_region regions[] = {REGION(REGION_ROOT, "(process)"),
                                       {"f", NULL, "x.c", "M x.c:1", "a,b", "", 1, 3, REGION_CONTEXT, 1, NULL},
                                       {"g", NULL, "x.c", "", "", "naked", 2, 0, REGION_FUNCTION, 1, NULL}};
    struct profile_node nodes[4] = {{.region = 0, .parent = PROFILE_NONE},
                                    {.region = 1, .parent = 0, .flags = NODE_OPEN},
                                    {.region = 1, .parent = 1},
                                    {.region = 1, .parent = 2}};
    struct profile_meta meta[] = {{"program", "seed"}};
    struct profile_tally tallies[] = {{"dropped", 3}};
    struct profile_location locations[] = {{0, 0, 99, "node1"}};
    struct profile_row rows[] = {{1, 0, 2, 300, 100, 200}, {2, 0, 2, 200, 0, 0}};
    struct profile_bin bins[] = {{1, 40, 1}, {1, 300, 1}, {2, 1919, 3}};
    struct profile_communicator communicators[] = {{"atm", "MPI_Comm_split x.c:3", "0-3,8-12:2", 7},
                                                   {"atm", "MPI_Comm_split x.c:3", "", 4}};
    struct profile_traffic traffic[] = {
        {1, 0, 3, 3, 700, {[0] = 1, [9] = 2}}, {1, 1, 1, 0, 0, {0}}, {3, PROFILE_NONE, 1, 1, 1, {[1] = 1}}};
    struct profile_extremes extremes[] = {
        {0, {2, 2, 1, 1, 0, 0, 1, 0}, {2, 2, 5, 9, 0, 1, 7, 8}, {2, 2, 0, 0, 0, 0, 0, 0}, {2, 5, 9, 0, 1, 0, 0, 7, 8}},
        {2, {1, 2, 3, 3, 1, 1, 3, 0}, {1, 2, 8, 8, 1, 1, 8, 0}, {1, 2, 8, 8, 1, 1, 8, 0}, {2, 3, 5, 1, 1, 0, 1, 5, 0}}};
    struct profile_metric metrics[] = {{"cpu-time", "processor time", "ns", METRIC_SUM}, {"peak", "", "B", METRIC_MAX}};
    struct profile_value values[] = {{0, 1, {7, 0}, {1, 1, 7, 7, 1, 1, 7, 0}},
                                     {1, 0, {500, 1}, {2, 2, 100, 400, 0, 1, 250, 45000}},
                                     {1, 1, {9, 0}, {1, 2, 9, 9, 1, 1, 9, 0}}};
    struct profile_region_value region_values[] = {{1, 0, {2, 2, 1, 5, 0, 1, 3, 8}, {2, 2, 0, 5, 0, 1, 2.5, 12.5}},
                                                   {2, 1, {1, 2, 9, 9, 1, 1, 9, 0}, {1, 2, 9, 9, 1, 1, 9, 0}}};
    struct profile_wait waits[] = {{0, 1, 700}, {2, 0, 5}};
    struct profile_call_site call_sites[] = {{1, "", {3, 2, 0}, {0, 0, 0}}, {1, "x.c:4", {9, 9, 1}, {70, 50, 2}}};
    struct profile_operations_log logs[] = {
        {.job = 5, .machine = 6, .rank = 0, .ranks = 2, .unknown = 1, .calls_level = number, .messages_level = number}};
    struct profile_stand stands[] = {{2, "x.c:5"}, {3, ""}};
    struct profile_operation meetings[] = {
        {.stream = 8,
         .posted = 100,
         .enter = 110,
         .end = 150,
         .poster = 0,
         .stand = 1,
         .peer = 1,
         .kind = 5,
         .blocks = 1},
        {.stream = 8, .posted = 200, .enter = 210, .end = 400, .poster = 1, .stand = 0, .size = 1, .kind = 6},
        {.stream = 9, .posted = 300, .enter = 300, .end = 500, .poster = 0, .stand = 0, .size = 2, .kind = 1},
        {.stream = 9,
         .posted = 600,
         .enter = 600,
         .poster = 0,
         .stand = 0,
         .number = 1,
         .size = 2,
         .kind = 3,
         .root = 1},
        {.stream = 10,
         .posted = 700,
         .enter = 700,
         .end = 800,
         .poster = 1,
         .stand = PROFILE_NONE,
         .size = 2,
         .kind = 2}};
    struct profile_stretch stretches[] = {{.to = 120, .length = 90, .stand = 0, .share = STRETCH_WHOLE / 2},
                                          {.to = 120, .length = 90, .stand = 1, .share = STRETCH_WHOLE / 4},
                                          {.to = 650, .length = 200, .stand = 0, .share = STRETCH_WHOLE, .thread = 1}};
    struct profile profile = {HAS(regions, nodes, meta),   .tallies = tallies,     .tally_count = 1,
                              LIST(location, locations),   LIST(row, rows),        LIST(bin, bins),
                              LIST(metric, metrics),       LIST(value, values),    LIST(region_value, region_values),
                              .extremes = extremes,        .extremes_count = 2,    LIST(communicator, communicators),
                              .traffic = traffic,          .traffic_count = 3,     LIST(wait, waits),
                              LIST(call_site, call_sites), LIST(log, logs),        LIST(stand, stands),
                              LIST(operation, meetings),   .stretches = stretches, .stretch_count = 3};
    struct arena arena = {0};
    struct error error = {0};
    unsigned char *packed;
    size_t size;
    for (uint32_t i = 0; i < 4; i++) {
        stat_calls_init(&nodes[i].calls);
        nodes[i].calls.calls = nodes[i].calls.timed = 2;
        nodes[i].calls.sum.low = 500 - 100 * i;
        nodes[i].calls.min = 100;
        nodes[i].calls.max = 150;
        nodes[i].calls.mean = 125;
        nodes[i].calls.m2 = 1250;
        nodes[i].calls.min_iteration = i;
        stat_ranks_init(&nodes[i].ranks, 1, 400, 1);
        nodes[i].ranks.called += i;
        nodes[i].first = 4 - i;
        nodes[i].first_rank = i / 2;
    }
    nodes[3].calls.timed = 1;
    require(profile_pack(&profile, &arena, &packed, &size, &error) && size <= room);
    memcpy(bytes, packed, size);
    arena_free(&arena);
    return size;
}
