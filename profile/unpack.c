/*
 * unpack.c - bytes as a profile: the reader's half of docs/profile-format.md. Trusts nothing.
 *
 * Each section is read from its own bytes only, and its count is checked against them before memory is
 * taken, so memory is bounded by a multiple of the file's size. What profile.h promises of a canonical
 * profile is checked here, so no later code has to.
 */
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/extremes.h"
#include "profile/metrics.h"
#include "profile/region_values.h"
#include "profile/wire.h"

#include <string.h>

enum section {
    STRG,
    REGN,
    NODE,
    META,
    CNTR,
    LOCN,
    ROWS,
    HIST,
    COMM,
    TRFC,
    RANK,
    ORDR,
    EXTS,
    MTRC,
    MVAL,
    MREG,
    CALL,
    RNKC,
    SECTIONS
};

static const char tags[SECTIONS][5] = {"STRG", "REGN", "NODE", "META", "CNTR", "locn", "rows", "hist", "comm",
                                       "trfc", "rank", "ordr", "exts", "mtrc", "mval", "mreg", "call", "rnkc"};

struct unpacker {
    struct profile *profile;
    struct wire_in sections[SECTIONS]; /* `at` null: not in the file */
    const char **strings;
    uint32_t string_count;
    const char *name;
    struct arena *arena;
    struct arena scratch;
    struct error *error;
};

static bool damaged(struct unpacker *unpacker, const char *what)
{
    return error_set(unpacker->error, ERROR_PROFILE, "%s: damaged profile: %s", unpacker->name, what);
}

static bool newer(struct unpacker *unpacker, unsigned version, const char *what)
{
    return error_set(unpacker->error, ERROR_PROFILE,
                     "%s: written by a newer instr, format version %u%s; this one reads up to version %d: use "
                     "the instr-report that came with it",
                     unpacker->name, version, what, WIRE_VERSION);
}

/* Magic, order and version have the same place in every version. */
static bool read_version(struct unpacker *unpacker, struct wire_in *in, size_t size)
{
    if (size < WIRE_MAGIC_SIZE || memcmp(in->at, WIRE_MAGIC, WIRE_MAGIC_SIZE) != 0)
        return error_set(unpacker->error, ERROR_PROFILE, "%s: not an instr profile", unpacker->name);
    if (size < WIRE_HEADER_SIZE)
        return damaged(unpacker, "cut short in the header");
    if (in->at[8] != 'L' && in->at[8] != 'B')
        return damaged(unpacker, "unknown byte order");
    in->big = in->at[8] == 'B';
    in->at += 10;
    unsigned version = (unsigned)wire_fixed(in, 2);
    if (version > WIRE_VERSION)
        return newer(unpacker, version, "");
    return version > 0 || damaged(unpacker, "version 0");
}

/* Reads the list of sections and checks all checksums. */
static bool read_sections(struct unpacker *unpacker, const unsigned char *bytes, size_t size)
{
    struct wire_in in = {.at = bytes, .end = bytes + size};
    if (!read_version(unpacker, &in, size))
        return false;
    uint64_t count = wire_fixed(&in, 4);
    uint32_t checksum = (uint32_t)wire_fixed(&in, 4);
    wire_fixed(&in, 4);
    if (count > WIRE_MAX_SECTIONS || count * WIRE_SECTION_SIZE > size - WIRE_HEADER_SIZE)
        return damaged(unpacker, "cut short in the list of sections");
    size_t head_size = WIRE_HEADER_SIZE + (size_t)count * WIRE_SECTION_SIZE;
    unsigned char *head = (unsigned char *)arena_copy(&unpacker->scratch, (const char *)bytes, head_size);
    if (!head)
        return profile_no_memory(unpacker->error);
    memset(head + 16, 0, 4);
    if (wire_crc(head, head_size) != checksum)
        return damaged(unpacker, "wrong checksum of the header");
    for (uint64_t i = 0; i < count; i++) {
        char tag[5] = {0};
        memcpy(tag, in.at, 4);
        in.at += 4;
        uint32_t crc = (uint32_t)wire_fixed(&in, 4);
        uint64_t offset = wire_fixed(&in, 8), length = wire_fixed(&in, 8);
        if (offset < head_size || offset > size || length > size - offset)
            return damaged(unpacker, "cut short: a section lies outside the file");
        enum section section = STRG;
        while (section < SECTIONS && memcmp(tags[section], tag, 4) != 0)
            section++;
        if (section == SECTIONS && (tag[0] & 0x20)) /* a lower-case tag may be skipped */
            continue;
        if (section == SECTIONS)
            return newer(unpacker, WIRE_VERSION, " with a section it can't be read without");
        if (unpacker->sections[section].at)
            return damaged(unpacker, "a section appears twice");
        if (wire_crc(bytes + offset, (size_t)length) != crc)
            return damaged(unpacker, "wrong checksum of a section");
        unpacker->sections[section] = (struct wire_in){bytes + offset, bytes + offset + length, in.big, false};
    }
    return true;
}

/* The section's count of entries, each of at least `least` bytes. */
static uint32_t read_count(struct wire_in *in, size_t least)
{
    uint64_t count = wire_varint(in);
    if (count >= PROFILE_NONE || count > (uint64_t)(in->end - in->at) / least)
        in->failed = true;
    return in->failed ? 0 : (uint32_t)count;
}

/* Every byte of the section was read, and none too many. */
static bool end_section(struct unpacker *unpacker, enum section section)
{
    const struct wire_in *in = &unpacker->sections[section];
    if (!in->failed && in->at == in->end)
        return true;
    return error_set(unpacker->error, ERROR_PROFILE, "%s: damaged profile: section %s is malformed", unpacker->name,
                     tags[section]);
}

static bool read_strings(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[STRG];
    if (!in->at)
        return damaged(unpacker, "no section STRG");
    uint32_t count = read_count(in, 1);
    char *text = arena_copy(unpacker->arena, (const char *)in->at, (size_t)(in->end - in->at));
    unpacker->strings = arena_array(&unpacker->scratch, count, sizeof *unpacker->strings);
    if (!text || !unpacker->strings)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        const unsigned char *end = memchr(in->at, '\0', (size_t)(in->end - in->at));
        unpacker->strings[i] = text;
        if (end) {
            text += end + 1 - in->at;
            in->at = end + 1;
        } else {
            in->failed = true;
        }
    }
    unpacker->string_count = count;
    return end_section(unpacker, STRG);
}

static const char *read_string(struct unpacker *unpacker, struct wire_in *in)
{
    uint64_t index = wire_varint(in);
    if (index >= unpacker->string_count)
        in->failed = true;
    return in->failed ? "" : unpacker->strings[index];
}

static bool read_regions(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[REGN];
    if (!in->at)
        return damaged(unpacker, "no section REGN");
    uint32_t count = read_count(in, 9);
    struct profile_region *regions = arena_array(unpacker->arena, count, sizeof *regions);
    if (!regions)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count; i++) {
        struct profile_region *region = &regions[i];
        region->name = read_string(unpacker, in);
        region->file = read_string(unpacker, in);
        region->origin = read_string(unpacker, in);
        region->groups = read_string(unpacker, in);
        region->reason = read_string(unpacker, in);
        region->line = (uint32_t)wire_bounded(in, UINT32_MAX);
        region->flags = (uint32_t)wire_bounded(in, UINT32_MAX);
        region->kind = (uint8_t)wire_bounded(in, UINT8_MAX);
        region->level = (uint8_t)wire_bounded(in, UINT8_MAX);
        if (i && region_compare(&regions[i - 1], region) >= 0)
            in->failed = true;
        if (in->failed)
            break;
    }
    unpacker->profile->regions = regions;
    unpacker->profile->region_count = count;
    return end_section(unpacker, REGN);
}

/* base + a varint; fails when that is more than `limit`. */
static uint64_t read_above(struct wire_in *in, uint64_t base, uint64_t limit)
{
    return base + wire_bounded(in, limit - base);
}

static void read_calls(struct wire_in *in, struct stat_calls *calls, uint64_t shape)
{
    stat_calls_init(calls);
    calls->calls = wire_varint(in);
    calls->sum.low = wire_varint(in);
    calls->sum.high = wire_varint(in);
    calls->timed = calls->calls;
    if (shape & NODE_HAS_SAMPLES) {
        calls->timed = wire_bounded(in, calls->calls);
        calls->error2 = wire_double(in);
    }
    if (calls->timed) {
        calls->min = calls->max = wire_varint(in);
        calls->mean = (double)calls->min;
    }
    if (shape & NODE_HAS_SPREAD) {
        if (!calls->timed)
            in->failed = true;
        calls->max = read_above(in, calls->min, UINT64_MAX);
        calls->mean = wire_double(in);
        calls->m2 = wire_double(in);
    }
    if (shape & NODE_HAS_ITERATIONS) {
        calls->min_iteration = wire_varint(in);
        calls->max_iteration = wire_varint(in);
    }
    if (shape & NODE_HAS_PROBES) {
        calls->probes.low = wire_varint(in);
        calls->probes.high = wire_varint(in);
    }
}

static void read_ranks(struct wire_in *in, struct stat_ranks *ranks, uint64_t shape, const struct stat_calls *calls)
{
    if (!(shape & NODE_HAS_RANKS)) {
        uint64_t sum = calls->sum.high ? UINT64_MAX : calls->sum.low;
        stat_ranks_init(ranks, (uint32_t)wire_bounded(in, UINT32_MAX), sum, 1);
        return;
    }
    stat_ranks_init(ranks, 0, 0, 0);
    ranks->called = (uint32_t)wire_bounded(in, UINT32_MAX);
    if (ranks->called) {
        ranks->min = wire_varint(in);
        ranks->max = read_above(in, ranks->min, UINT64_MAX);
        ranks->min_rank = (uint32_t)wire_bounded(in, UINT32_MAX);
        ranks->max_rank = (uint32_t)wire_bounded(in, UINT32_MAX);
        ranks->mean = wire_double(in);
        ranks->m2 = wire_double(in);
    }
}

/* The parent of node i from its distance in levels to the node before. */
static uint32_t read_parent(struct wire_in *in, const struct profile_node *nodes, uint32_t i)
{
    uint64_t up = wire_varint(in);
    uint32_t parent = i - 1;
    for (; up && parent != PROFILE_NONE; up--)
        parent = nodes[parent].parent;
    if (parent == PROFILE_NONE)
        in->failed = true;
    return in->failed ? 0 : parent;
}

static void read_node(struct unpacker *unpacker, struct wire_in *in, struct profile_node *nodes, uint32_t *last_child,
                      uint32_t i)
{
    const struct profile *profile = unpacker->profile;
    struct profile_node *node = &nodes[i];
    node->parent = i ? read_parent(in, nodes, i) : PROFILE_NONE;
    uint64_t shape = wire_bounded(in, NODE_HAS_BITS);
    if (!profile->region_count)
        in->failed = true;
    node->region = in->failed ? 0 : (uint32_t)wire_bounded(in, profile->region_count - 1);
    if (shape & NODE_HAS_FLAGS)
        node->flags = (uint32_t)wire_bounded(in, UINT32_MAX);
    read_calls(in, &node->calls, shape);
    read_ranks(in, &node->ranks, shape, &node->calls);
    if (in->failed)
        return;
    if ((profile->regions[node->region].kind == REGION_ROOT) != (i == 0))
        in->failed = true;
    last_child[i] = PROFILE_NONE;
    if (i) {
        uint32_t sibling = last_child[node->parent];
        if (sibling != PROFILE_NONE && nodes[sibling].region >= node->region)
            in->failed = true;
        last_child[node->parent] = i;
    }
}

static bool read_nodes(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[NODE];
    if (!in->at)
        return damaged(unpacker, "no section NODE");
    uint32_t count = read_count(in, 6);
    struct profile_node *nodes = arena_array(unpacker->arena, count, sizeof *nodes);
    uint32_t *last_child = arena_array(&unpacker->scratch, count, sizeof *last_child);
    if (!nodes || !last_child)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count && !in->failed; i++)
        read_node(unpacker, in, nodes, last_child, i);
    if (!count)
        in->failed = true;
    unpacker->profile->nodes = nodes;
    unpacker->profile->node_count = count;
    return end_section(unpacker, NODE);
}

static bool read_meta(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[META];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 2);
    struct profile_meta *meta = arena_array(unpacker->arena, count, sizeof *meta);
    if (!meta)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count; i++) {
        meta[i].key = read_string(unpacker, in);
        meta[i].value = read_string(unpacker, in);
        if (i && strcmp(meta[i - 1].key, meta[i].key) >= 0)
            in->failed = true;
    }
    unpacker->profile->meta = meta;
    unpacker->profile->meta_count = count;
    return end_section(unpacker, META);
}

static bool read_tallies(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[CNTR];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 2);
    struct profile_tally *tallies = arena_array(unpacker->arena, count, sizeof *tallies);
    if (!tallies)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count; i++) {
        tallies[i].name = read_string(unpacker, in);
        tallies[i].value = wire_varint(in);
        if (i && strcmp(tallies[i - 1].name, tallies[i].name) >= 0)
            in->failed = true;
    }
    unpacker->profile->tallies = tallies;
    unpacker->profile->tally_count = count;
    return end_section(unpacker, CNTR);
}

static bool read_locations(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[LOCN];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 4);
    struct profile_location *locations = arena_array(unpacker->arena, count, sizeof *locations);
    if (!locations)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count; i++) {
        locations[i].rank = (uint32_t)wire_bounded(in, UINT32_MAX);
        locations[i].thread = (uint32_t)wire_bounded(in, UINT32_MAX);
        locations[i].pid = wire_varint(in);
        locations[i].host = read_string(unpacker, in);
        if (i && location_compare(&locations[i - 1], &locations[i]) >= 0)
            in->failed = true;
    }
    unpacker->profile->locations = locations;
    unpacker->profile->location_count = count;
    return end_section(unpacker, LOCN);
}

static bool read_rows(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[ROWS];
    const struct profile *profile = unpacker->profile;
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 4);
    struct profile_row *rows = arena_array(unpacker->arena, count, sizeof *rows);
    if (!rows)
        return profile_no_memory(unpacker->error);
    uint64_t node = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        node = read_above(in, node, profile->node_count - 1);
        rows[i].node = (uint32_t)node;
        rows[i].location = (uint32_t)wire_varint(in);
        rows[i].calls = wire_varint(in);
        rows[i].inclusive = wire_varint(in);
        if (rows[i].location >= profile->location_count || (i && row_compare(&rows[i - 1], &rows[i]) >= 0))
            in->failed = true;
    }
    unpacker->profile->rows = rows;
    unpacker->profile->row_count = count;
    return end_section(unpacker, ROWS);
}

static bool read_row_calls(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[CALL];
    const struct profile *profile = unpacker->profile;
    uint32_t found = 0;
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 2);
    for (uint32_t i = 0; i < profile->row_count && !in->failed; i++) {
        found += profile->rows[i].calls > 1;
        wire_read_calls(&profile->rows[i], in);
    }
    in->failed |= found != count;
    return end_section(unpacker, CALL);
}

static bool read_bins(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[HIST];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 3);
    struct profile_bin *bins = arena_array(unpacker->arena, count, sizeof *bins);
    if (!bins)
        return profile_no_memory(unpacker->error);
    uint64_t node = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        node = read_above(in, node, unpacker->profile->node_count - 1);
        bins[i].node = (uint32_t)node;
        bins[i].bin = (uint32_t)wire_bounded(in, STAT_BINS - 1);
        bins[i].ranks = (uint32_t)wire_bounded(in, UINT32_MAX);
        if (!bins[i].ranks || (i && bins[i - 1].node == bins[i].node && bins[i - 1].bin >= bins[i].bin))
            in->failed = true;
    }
    unpacker->profile->bins = bins;
    unpacker->profile->bin_count = count;
    return end_section(unpacker, HIST);
}

static bool read_order(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[ORDR];
    const struct profile *profile = unpacker->profile;
    if (!in->at)
        return true;
    if (read_count(in, 1) != profile->node_count)
        in->failed = true;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < profile->node_count && !in->failed; i++) {
        struct profile_node *node = &profile->nodes[i];
        uint64_t word = wire_bounded(in, ((uint64_t)UINT32_MAX << 1) + 1);
        node->first = (uint32_t)(word >> 1);
        if (word & 1)
            rank = (uint32_t)wire_bounded(in, UINT32_MAX);
        if (node->first)
            node->first_rank = rank;
        else if (word)
            in->failed = true;
    }
    return end_section(unpacker, ORDR);
}

static void read_of_ranks(struct wire_in *in, struct stat_ranks *ranks, uint32_t called)
{
    uint64_t min = wire_varint(in), max = read_above(in, min, UINT64_MAX);
    stat_ranks_init(ranks, (uint32_t)wire_bounded(in, UINT32_MAX), min, 1);
    ranks->max_rank = (uint32_t)wire_bounded(in, UINT32_MAX);
    ranks->max = max;
    ranks->called = called;
    if (max == min)
        return;
    ranks->mean = wire_double(in);
    ranks->m2 = wire_double(in);
}

static void read_threads(struct wire_in *in, struct stat_threads *threads, uint32_t count)
{
    threads->count = count;
    threads->min = wire_varint(in);
    threads->max = read_above(in, threads->min, UINT64_MAX);
    threads->min_rank = (uint32_t)wire_bounded(in, UINT32_MAX);
    threads->min_thread = (uint32_t)wire_bounded(in, UINT32_MAX);
    threads->max_rank = (uint32_t)wire_bounded(in, UINT32_MAX);
    threads->max_thread = (uint32_t)wire_bounded(in, UINT32_MAX);
    threads->mean = wire_double(in);
    threads->m2 = wire_double(in);
}

static bool read_extremes(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[EXTS];
    const struct profile *profile = unpacker->profile;
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 15);
    struct profile_extremes *all = arena_array(unpacker->arena, count, sizeof *all);
    if (!all)
        return profile_no_memory(unpacker->error);
    uint64_t region = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        struct profile_extremes *extremes = &all[i];
        uint64_t before = region;
        region = read_above(in, region, profile->region_count - 1);
        extremes->region = (uint32_t)region;
        uint32_t ranks = (uint32_t)wire_bounded(in, UINT32_MAX), threads = (uint32_t)wire_bounded(in, UINT32_MAX);
        read_of_ranks(in, &extremes->calls, ranks);
        read_of_ranks(in, &extremes->total, ranks);
        read_of_ranks(in, &extremes->own, ranks);
        const struct stat_ranks *total = &extremes->total;
        extremes->threads = (struct stat_threads){.count = ranks,
                                                  .min = total->min,
                                                  .max = total->max,
                                                  .min_rank = total->min_rank,
                                                  .max_rank = total->max_rank,
                                                  .mean = total->mean,
                                                  .m2 = total->m2};
        if (threads)
            read_threads(in, &extremes->threads, threads);
        if (!ranks || (i && region == before))
            in->failed = true;
    }
    unpacker->profile->extremes = all;
    unpacker->profile->extremes_count = count;
    return end_section(unpacker, EXTS);
}

static bool read_metrics(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[MTRC];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 4);
    struct profile_metric *metrics = arena_array(unpacker->arena, count, sizeof *metrics);
    if (!metrics)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        metrics[i].key = read_string(unpacker, in);
        metrics[i].name = read_string(unpacker, in);
        metrics[i].unit = read_string(unpacker, in);
        metrics[i].rule = (uint32_t)wire_bounded(in, METRIC_RULES - 1);
        if (i && metric_compare(&metrics[i - 1], &metrics[i]) >= 0)
            in->failed = true;
    }
    unpacker->profile->metrics = metrics;
    unpacker->profile->metric_count = count;
    return end_section(unpacker, MTRC);
}

static bool read_values(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[MVAL];
    const struct profile *profile = unpacker->profile;
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 9);
    struct profile_value *values = arena_array(unpacker->arena, count, sizeof *values);
    if (!values)
        return profile_no_memory(unpacker->error);
    uint64_t node = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        struct profile_value *value = &values[i];
        node = read_above(in, node, profile->node_count - 1);
        value->node = (uint32_t)node;
        value->metric = (uint32_t)wire_bounded(in, UINT32_MAX);
        value->own.low = wire_varint(in);
        value->own.high = wire_varint(in);
        read_of_ranks(in, &value->ranks, (uint32_t)wire_bounded(in, UINT32_MAX));
        if (!value->ranks.called || value->metric >= profile->metric_count ||
            (i && values[i - 1].node == value->node && values[i - 1].metric >= value->metric))
            in->failed = true;
    }
    unpacker->profile->values = values;
    unpacker->profile->value_count = count;
    return end_section(unpacker, MVAL);
}

static bool read_region_values(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[MREG];
    const struct profile *profile = unpacker->profile;
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 11);
    struct profile_region_value *values = arena_array(unpacker->arena, count, sizeof *values);
    if (!values)
        return profile_no_memory(unpacker->error);
    uint64_t region = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        struct profile_region_value *value = &values[i];
        region = read_above(in, region, profile->region_count - 1);
        value->region = (uint32_t)region;
        value->metric = (uint32_t)wire_bounded(in, UINT32_MAX);
        uint32_t ranks = (uint32_t)wire_bounded(in, UINT32_MAX);
        read_of_ranks(in, &value->total, ranks);
        read_of_ranks(in, &value->own, ranks);
        if (!ranks || value->metric >= profile->metric_count || (i && region_value_compare(&values[i - 1], value) >= 0))
            in->failed = true;
    }
    unpacker->profile->region_values = values;
    unpacker->profile->region_value_count = count;
    return end_section(unpacker, MREG);
}

static bool read_communicators(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[COMM];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 4);
    struct profile_communicator *communicators = arena_array(unpacker->arena, count, sizeof *communicators);
    if (!communicators)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        struct profile_communicator *communicator = &communicators[i];
        communicator->name = read_string(unpacker, in);
        communicator->place = read_string(unpacker, in);
        communicator->ranks = read_string(unpacker, in);
        communicator->size = (uint32_t)wire_bounded(in, UINT32_MAX);
        uint64_t ranks;
        if (!ranks_count(communicator->ranks, &ranks) || (ranks && ranks != communicator->size) ||
            (i && communicator_compare(&communicators[i - 1], communicator) >= 0))
            in->failed = true;
    }
    unpacker->profile->communicators = communicators;
    unpacker->profile->communicator_count = count;
    return end_section(unpacker, COMM);
}

static void read_sizes(struct wire_in *in, struct profile_traffic *traffic)
{
    uint64_t used = wire_bounded(in, TRAFFIC_SIZES);
    for (uint64_t k = 0, bits = 0; k < used && !in->failed; k++) {
        uint64_t least = k ? bits + 1 : 0;
        bits = wire_bounded(in, TRAFFIC_SIZES - 1);
        traffic->sizes[in->failed ? 0 : bits] = wire_varint(in);
        if (bits < least)
            in->failed = true;
    }
}

static bool read_traffic(struct unpacker *unpacker)
{
    struct wire_in *in = &unpacker->sections[TRFC];
    if (!in->at)
        return true;
    uint32_t count = read_count(in, 6);
    struct profile_traffic *traffic = arena_array(unpacker->arena, count, sizeof *traffic);
    if (!traffic)
        return profile_no_memory(unpacker->error);
    uint64_t node = 0;
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        node = read_above(in, node, unpacker->profile->node_count - 1);
        traffic[i].node = (uint32_t)node;
        traffic[i].communicator = (uint32_t)wire_bounded(in, unpacker->profile->communicator_count) - 1u;
        traffic[i].calls = wire_varint(in);
        traffic[i].messages = wire_varint(in);
        traffic[i].bytes = wire_varint(in);
        read_sizes(in, &traffic[i]);
        if (i && traffic_compare(&traffic[i - 1], &traffic[i]) >= 0)
            in->failed = true;
    }
    unpacker->profile->traffic = traffic;
    unpacker->profile->traffic_count = count;
    return end_section(unpacker, TRFC);
}

static bool read_blocks(struct unpacker *unpacker, enum section section)
{
    struct wire_in *in = &unpacker->sections[section];
    if (!in->at)
        return true;
    if (unpacker->profile->location_count || unpacker->profile->row_count)
        return damaged(unpacker, "it has its rows twice");
    uint32_t count = read_count(in, 5);
    if (!in->failed && !blocks_unpack(in, count, section == RNKC, unpacker->profile, unpacker->arena, unpacker->error))
        return false;
    return end_section(unpacker, section);
}

bool profile_unpack(const unsigned char *bytes, size_t size, const char *name, struct profile *profile,
                    struct arena *arena, struct error *error)
{
    struct unpacker unpacker = {.profile = profile, .name = name, .arena = arena, .error = error};
    memset(profile, 0, sizeof *profile);
    bool ok = read_sections(&unpacker, bytes, size) && read_strings(&unpacker) && read_regions(&unpacker) &&
              read_nodes(&unpacker) && read_meta(&unpacker) && read_tallies(&unpacker) && read_locations(&unpacker) &&
              read_rows(&unpacker) && read_row_calls(&unpacker) && read_bins(&unpacker) &&
              read_communicators(&unpacker) && read_traffic(&unpacker) && read_blocks(&unpacker, RANK) &&
              read_blocks(&unpacker, RNKC) && read_order(&unpacker) && read_extremes(&unpacker) &&
              read_metrics(&unpacker) && read_values(&unpacker) && read_region_values(&unpacker);
    if (ok) {
        profile_set_contexts(profile);
        extremes_set_contexts(profile);
        metrics_set_contexts(profile);
    } else {
        memset(profile, 0, sizeof *profile);
    }
    arena_free(&unpacker.scratch);
    return ok;
}
