/*
 * pack.c - a profile as bytes: the writer's half of docs/profile-format.md.
 *
 * One buffer: the header and the list of sections are left empty, the sections follow, then the empty
 * places are filled. Sections that would hold nothing are not written.
 */
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/rows.h"
#include "profile/wire.h"

#include "base/sort.h"

#include <string.h>

enum { MAX_SECTIONS = 16 };

struct packer {
    const struct profile *profile;
    struct wire_out out;
    struct {
        const char *tag;
        size_t offset, size;
    } sections[MAX_SECTIONS];
    unsigned section_count;
    /* Every string of the profile in the order the sections use them, and its index in STRG. */
    const char **strings;
    uint32_t *string_index;
    uint32_t string_count, next_string;
    bool ranked;                      /* locations and rows stand in section `rnkc`, ... */
    struct blocks blocks;             /* ... which is this, ... */
    const unsigned char *block_bytes; /* ... and these bytes, unless they follow by another way */
    struct arena scratch;
};

static void begin_section(struct packer *packer, const char *tag)
{
    packer->sections[packer->section_count].tag = tag;
    packer->sections[packer->section_count].offset = packer->out.size;
}

static void end_section(struct packer *packer)
{
    size_t offset = packer->sections[packer->section_count].offset;
    packer->sections[packer->section_count++].size = packer->out.size - offset;
}

static int compare_strings(const void *table, uint32_t a, uint32_t b)
{
    const char *const *strings = table;
    return strings[a] == strings[b] ? 0 : strcmp(strings[a], strings[b]);
}

static bool collect_strings(struct packer *packer)
{
    const struct profile *profile = packer->profile;
    uint64_t count = 5ull * profile->region_count + 2ull * profile->meta_count + profile->tally_count +
                     3ull * profile->communicator_count + 3ull * profile->metric_count +
                     (packer->ranked ? 0 : profile->location_count);
    if (count >= UINT32_MAX)
        return false;
    const char **next = packer->strings = arena_array(&packer->scratch, count, sizeof *next);
    if (!next)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        *next++ = profile->regions[i].name;
        *next++ = profile->regions[i].file;
        *next++ = profile->regions[i].origin;
        *next++ = profile->regions[i].groups;
        *next++ = profile->regions[i].reason;
    }
    for (uint32_t i = 0; i < profile->meta_count; i++) {
        *next++ = profile->meta[i].key;
        *next++ = profile->meta[i].value;
    }
    for (uint32_t i = 0; i < profile->tally_count; i++)
        *next++ = profile->tallies[i].name;
    for (uint32_t i = 0; !packer->ranked && i < profile->location_count; i++)
        *next++ = profile->locations[i].host;
    for (uint32_t i = 0; i < profile->communicator_count; i++) {
        *next++ = profile->communicators[i].name;
        *next++ = profile->communicators[i].place;
        *next++ = profile->communicators[i].ranks;
    }
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        *next++ = profile->metrics[i].key;
        *next++ = profile->metrics[i].name;
        *next++ = profile->metrics[i].unit;
    }
    packer->string_count = (uint32_t)count;
    return true;
}

/* The address of a text, in a table of addresses; its index among the different ones becomes *index. Most
 * texts of a profile stand at few addresses, as those of one that was read all do: so few are left to sort. */
static void note_address(const char **seen, uint32_t *indices, size_t mask, const char *text, uint32_t *count,
                         uint32_t *index)
{
    size_t slot = (size_t)((uintptr_t)text * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (seen[slot] && seen[slot] != text)
        slot = (slot + 1) & mask;
    if (!seen[slot]) {
        seen[slot] = text;
        indices[slot] = (*count)++;
    }
    *index = indices[slot];
}

/* Leaves each address once in packer->strings, and in string_index which of them each string is. */
static bool find_addresses(struct packer *packer, uint32_t *unique)
{
    size_t slots = 1024;
    while (slots < 2 * (size_t)packer->string_count)
        slots *= 2;
    const char **seen = arena_array(&packer->scratch, slots, sizeof *seen);
    uint32_t *indices = arena_array(&packer->scratch, slots, sizeof *indices);
    if (!seen || !indices)
        return false;
    *unique = 0;
    for (uint32_t i = 0; i < packer->string_count; i++) {
        uint32_t before = *unique;
        note_address(seen, indices, slots - 1, packer->strings[i], unique, &packer->string_index[i]);
        if (*unique != before)
            packer->strings[before] = packer->strings[i];
    }
    return true;
}

/* STRG: each text once, in the order of strcmp. */
static bool put_strings(struct packer *packer)
{
    uint32_t count, unique = 0;
    packer->string_index = arena_array(&packer->scratch, packer->string_count, sizeof *packer->string_index);
    if (!packer->string_index || !find_addresses(packer, &count))
        return false;
    uint32_t *order = arena_array(&packer->scratch, count, sizeof *order);
    uint32_t *place = arena_array(&packer->scratch, count, sizeof *place);
    if (!order || !place || !sort_positions(order, count, compare_strings, packer->strings, &packer->scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && compare_strings(packer->strings, order[i - 1], order[i]) == 0;
        unique += !again;
        place[order[i]] = unique - 1;
        if (again)
            order[i] = order[i - 1];
    }
    begin_section(packer, "STRG");
    wire_put_varint(&packer->out, unique);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = packer->strings[order[i]];
        if (!i || order[i] != order[i - 1])
            wire_put_bytes(&packer->out, text, strlen(text) + 1);
    }
    for (uint32_t i = 0; i < packer->string_count; i++)
        packer->string_index[i] = place[packer->string_index[i]];
    end_section(packer);
    return true;
}

static void put_string(struct packer *packer)
{
    wire_put_varint(&packer->out, packer->string_index[packer->next_string++]);
}

static void put_regions(struct packer *packer)
{
    begin_section(packer, "REGN");
    wire_put_varint(&packer->out, packer->profile->region_count);
    for (uint32_t i = 0; i < packer->profile->region_count; i++) {
        const struct profile_region *region = &packer->profile->regions[i];
        for (int k = 0; k < 5; k++)
            put_string(packer);
        wire_put_varint(&packer->out, region->line);
        wire_put_varint(&packer->out, region->flags);
        wire_put_varint(&packer->out, region->kind);
        wire_put_varint(&packer->out, region->level);
    }
    end_section(packer);
}

static bool same_double(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static unsigned node_shape(const struct profile_node *node)
{
    const struct stat_calls *calls = &node->calls;
    const struct stat_ranks *ranks = &node->ranks;
    uint64_t sum = calls->sum.high ? UINT64_MAX : calls->sum.low;
    unsigned shape = node->flags ? NODE_HAS_FLAGS : 0;
    if (calls->timed != calls->calls || !same_double(calls->error2, 0))
        shape |= NODE_HAS_SAMPLES;
    if (calls->timed &&
        (calls->min != calls->max || !same_double(calls->mean, (double)calls->min) || !same_double(calls->m2, 0)))
        shape |= NODE_HAS_SPREAD;
    if (calls->min_iteration || calls->max_iteration)
        shape |= NODE_HAS_ITERATIONS;
    if (calls->probes.low || calls->probes.high)
        shape |= NODE_HAS_PROBES;
    if (ranks->called != 1 || ranks->min != sum || ranks->max != sum || ranks->min_rank != ranks->max_rank ||
        !same_double(ranks->mean, (double)sum) || !same_double(ranks->m2, 0))
        shape |= NODE_HAS_RANKS;
    return shape;
}

static void put_node(struct wire_out *out, const struct profile_node *node)
{
    const struct stat_calls *calls = &node->calls;
    const struct stat_ranks *ranks = &node->ranks;
    unsigned shape = node_shape(node);
    wire_put_varint(out, shape);
    wire_put_varint(out, node->region);
    if (shape & NODE_HAS_FLAGS)
        wire_put_varint(out, node->flags);
    wire_put_varint(out, calls->calls);
    wire_put_varint(out, calls->sum.low);
    wire_put_varint(out, calls->sum.high);
    if (shape & NODE_HAS_SAMPLES) {
        wire_put_varint(out, calls->timed);
        wire_put_double(out, calls->error2);
    }
    if (calls->timed)
        wire_put_varint(out, calls->min);
    if (shape & NODE_HAS_SPREAD) {
        wire_put_varint(out, calls->max - calls->min);
        wire_put_double(out, calls->mean);
        wire_put_double(out, calls->m2);
    }
    if (shape & NODE_HAS_ITERATIONS) {
        wire_put_varint(out, calls->min_iteration);
        wire_put_varint(out, calls->max_iteration);
    }
    if (shape & NODE_HAS_PROBES) {
        wire_put_varint(out, calls->probes.low);
        wire_put_varint(out, calls->probes.high);
    }
    if (!(shape & NODE_HAS_RANKS)) {
        wire_put_varint(out, ranks->min_rank);
        return;
    }
    wire_put_varint(out, ranks->called);
    if (ranks->called) {
        wire_put_varint(out, ranks->min);
        wire_put_varint(out, ranks->max - ranks->min);
        wire_put_varint(out, ranks->min_rank);
        wire_put_varint(out, ranks->max_rank);
        wire_put_double(out, ranks->mean);
        wire_put_double(out, ranks->m2);
    }
}

/* NODE: the tree in preorder; before each node but the root, how many levels its parent is above the
 * node written before it (0: that one is the parent). */
static bool put_nodes(struct packer *packer)
{
    const struct profile *profile = packer->profile;
    uint32_t *depth = arena_array(&packer->scratch, profile->node_count, sizeof *depth);
    if (!depth)
        return false;
    begin_section(packer, "NODE");
    wire_put_varint(&packer->out, profile->node_count);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        if (i) {
            depth[i] = depth[node->parent] + 1;
            wire_put_varint(&packer->out, depth[i - 1] + 1 - depth[i]);
        }
        put_node(&packer->out, node);
    }
    end_section(packer);
    return true;
}

static void put_meta(struct packer *packer)
{
    begin_section(packer, "META");
    wire_put_varint(&packer->out, packer->profile->meta_count);
    for (uint32_t i = 0; i < 2 * packer->profile->meta_count; i++)
        put_string(packer);
    end_section(packer);
}

static void put_tallies(struct packer *packer)
{
    begin_section(packer, "CNTR");
    wire_put_varint(&packer->out, packer->profile->tally_count);
    for (uint32_t i = 0; i < packer->profile->tally_count; i++) {
        put_string(packer);
        wire_put_varint(&packer->out, packer->profile->tallies[i].value);
    }
    end_section(packer);
}

static void put_locations(struct packer *packer)
{
    begin_section(packer, "locn");
    wire_put_varint(&packer->out, packer->profile->location_count);
    for (uint32_t i = 0; i < packer->profile->location_count; i++) {
        const struct profile_location *location = &packer->profile->locations[i];
        wire_put_varint(&packer->out, location->rank);
        wire_put_varint(&packer->out, location->thread);
        wire_put_varint(&packer->out, location->pid);
        put_string(packer);
    }
    end_section(packer);
}

/* rows: nodes as distances, since they are sorted. */
static void put_rows(struct packer *packer)
{
    uint32_t node = 0;
    begin_section(packer, "rows");
    wire_put_varint(&packer->out, packer->profile->row_count);
    for (uint32_t i = 0; i < packer->profile->row_count; i++) {
        const struct profile_row *row = &packer->profile->rows[i];
        wire_put_varint(&packer->out, row->node - node);
        wire_put_varint(&packer->out, row->location);
        wire_put_varint(&packer->out, row->calls);
        wire_put_varint(&packer->out, row->inclusive);
        node = row->node;
    }
    end_section(packer);
}

/* How many rows say what single calls took. */
static uint32_t count_calls(const struct profile *profile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->row_count; i++)
        count += profile->rows[i].calls > 1;
    return count;
}

/* call: of rows with more than one call, what single ones took. */
static void put_calls(struct packer *packer)
{
    begin_section(packer, "call");
    wire_put_varint(&packer->out, count_calls(packer->profile));
    for (uint32_t i = 0; i < packer->profile->row_count; i++)
        wire_put_calls(&packer->profile->rows[i], &packer->out);
    end_section(packer);
}

/* hist: nodes as distances. */
static void put_bins(struct packer *packer)
{
    uint32_t node = 0;
    begin_section(packer, "hist");
    wire_put_varint(&packer->out, packer->profile->bin_count);
    for (uint32_t i = 0; i < packer->profile->bin_count; i++) {
        const struct profile_bin *bin = &packer->profile->bins[i];
        wire_put_varint(&packer->out, bin->node - node);
        wire_put_varint(&packer->out, bin->bin);
        wire_put_varint(&packer->out, bin->ranks);
        node = bin->node;
    }
    end_section(packer);
}

static bool has_order(const struct profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].first)
            return true;
    return false;
}

/* ordr: a rank only where it is another one than that of the node before. */
static void put_order(struct packer *packer)
{
    uint32_t rank = 0;
    begin_section(packer, "ordr");
    wire_put_varint(&packer->out, packer->profile->node_count);
    for (uint32_t i = 0; i < packer->profile->node_count; i++) {
        const struct profile_node *node = &packer->profile->nodes[i];
        bool other = node->first && node->first_rank != rank;
        wire_put_varint(&packer->out, (uint64_t)node->first << 1 | other);
        if (!other)
            continue;
        rank = node->first_rank;
        wire_put_varint(&packer->out, rank);
    }
    end_section(packer);
}

static void put_ranks(struct wire_out *out, const struct stat_ranks *ranks)
{
    wire_put_varint(out, ranks->min);
    wire_put_varint(out, ranks->max - ranks->min);
    wire_put_varint(out, ranks->min_rank);
    wire_put_varint(out, ranks->max_rank);
    if (ranks->max == ranks->min)
        return;
    wire_put_double(out, ranks->mean);
    wire_put_double(out, ranks->m2);
}

/* Where each rank had but its first thread, all is said already. */
static bool has_threads(const struct profile_extremes *extremes)
{
    return extremes->threads.count != extremes->total.called || extremes->threads.min_thread ||
           extremes->threads.max_thread;
}

static void put_threads(struct wire_out *out, const struct stat_threads *threads)
{
    wire_put_varint(out, threads->min);
    wire_put_varint(out, threads->max - threads->min);
    wire_put_varint(out, threads->min_rank);
    wire_put_varint(out, threads->min_thread);
    wire_put_varint(out, threads->max_rank);
    wire_put_varint(out, threads->max_thread);
    wire_put_double(out, threads->mean);
    wire_put_double(out, threads->m2);
}

/* exts: regions as distances. */
static void put_extremes(struct packer *packer)
{
    uint32_t region = 0;
    begin_section(packer, "exts");
    wire_put_varint(&packer->out, packer->profile->extremes_count);
    for (uint32_t i = 0; i < packer->profile->extremes_count; i++) {
        const struct profile_extremes *extremes = &packer->profile->extremes[i];
        bool threads = has_threads(extremes);
        wire_put_varint(&packer->out, extremes->region - region);
        wire_put_varint(&packer->out, extremes->total.called);
        wire_put_varint(&packer->out, threads ? extremes->threads.count : 0);
        put_ranks(&packer->out, &extremes->calls);
        put_ranks(&packer->out, &extremes->total);
        put_ranks(&packer->out, &extremes->own);
        if (threads)
            put_threads(&packer->out, &extremes->threads);
        region = extremes->region;
    }
    end_section(packer);
}

static void put_metrics(struct packer *packer)
{
    begin_section(packer, "mtrc");
    wire_put_varint(&packer->out, packer->profile->metric_count);
    for (uint32_t i = 0; i < packer->profile->metric_count; i++) {
        for (int k = 0; k < 3; k++)
            put_string(packer);
        wire_put_varint(&packer->out, packer->profile->metrics[i].rule);
    }
    end_section(packer);
}

/* mval: nodes as distances. */
static void put_values(struct packer *packer)
{
    uint32_t node = 0;
    begin_section(packer, "mval");
    wire_put_varint(&packer->out, packer->profile->value_count);
    for (uint32_t i = 0; i < packer->profile->value_count; i++) {
        const struct profile_value *value = &packer->profile->values[i];
        wire_put_varint(&packer->out, value->node - node);
        wire_put_varint(&packer->out, value->metric);
        wire_put_varint(&packer->out, value->own.low);
        wire_put_varint(&packer->out, value->own.high);
        wire_put_varint(&packer->out, value->ranks.called);
        put_ranks(&packer->out, &value->ranks);
        node = value->node;
    }
    end_section(packer);
}

/* mreg: regions as distances. */
static void put_region_values(struct packer *packer)
{
    uint32_t region = 0;
    begin_section(packer, "mreg");
    wire_put_varint(&packer->out, packer->profile->region_value_count);
    for (uint32_t i = 0; i < packer->profile->region_value_count; i++) {
        const struct profile_region_value *value = &packer->profile->region_values[i];
        wire_put_varint(&packer->out, value->region - region);
        wire_put_varint(&packer->out, value->metric);
        wire_put_varint(&packer->out, value->total.called);
        put_ranks(&packer->out, &value->total);
        put_ranks(&packer->out, &value->own);
        region = value->region;
    }
    end_section(packer);
}

static void put_communicators(struct packer *packer)
{
    begin_section(packer, "comm");
    wire_put_varint(&packer->out, packer->profile->communicator_count);
    for (uint32_t i = 0; i < packer->profile->communicator_count; i++) {
        for (int k = 0; k < 3; k++)
            put_string(packer);
        wire_put_varint(&packer->out, packer->profile->communicators[i].size);
    }
    end_section(packer);
}

/* trfc: of the sizes only those that occur, as their number of bits and their count. */
static void put_traffic(struct packer *packer)
{
    uint32_t node = 0;
    begin_section(packer, "trfc");
    wire_put_varint(&packer->out, packer->profile->traffic_count);
    for (uint32_t i = 0; i < packer->profile->traffic_count; i++) {
        const struct profile_traffic *traffic = &packer->profile->traffic[i];
        unsigned used = 0;
        for (int k = 0; k < TRAFFIC_SIZES; k++)
            used += traffic->sizes[k] > 0;
        wire_put_varint(&packer->out, traffic->node - node);
        wire_put_varint(&packer->out, traffic->communicator + 1u); /* 0: none */
        wire_put_varint(&packer->out, traffic->calls);
        wire_put_varint(&packer->out, traffic->messages);
        wire_put_varint(&packer->out, traffic->bytes);
        wire_put_varint(&packer->out, used);
        for (unsigned k = 0; k < TRAFFIC_SIZES; k++)
            if (traffic->sizes[k]) {
                wire_put_varint(&packer->out, k);
                wire_put_varint(&packer->out, traffic->sizes[k]);
            }
        node = traffic->node;
    }
    end_section(packer);
}

/* rank: the last section, for what comes behind the end of these bytes may belong to it. */
static void put_blocks(struct packer *packer)
{
    begin_section(packer, "rnkc");
    wire_put_varint(&packer->out, packer->blocks.count);
    if (packer->block_bytes)
        wire_put_bytes(&packer->out, packer->block_bytes, packer->blocks.size);
    end_section(packer);
}

static bool put_sections(struct packer *packer)
{
    const struct profile *profile = packer->profile;
    if (!collect_strings(packer) || !put_strings(packer))
        return false;
    put_regions(packer);
    if (profile->meta_count)
        put_meta(packer);
    if (profile->tally_count)
        put_tallies(packer);
    if (profile->location_count && !packer->ranked)
        put_locations(packer);
    if (profile->communicator_count)
        put_communicators(packer);
    if (profile->metric_count)
        put_metrics(packer);
    if (!put_nodes(packer))
        return false;
    if (has_order(profile))
        put_order(packer);
    if (profile->value_count)
        put_values(packer);
    if (profile->region_value_count)
        put_region_values(packer);
    if (profile->extremes_count)
        put_extremes(packer);
    if (profile->row_count && !packer->ranked)
        put_rows(packer);
    if (!packer->ranked && count_calls(profile))
        put_calls(packer);
    if (profile->bin_count)
        put_bins(packer);
    if (profile->traffic_count)
        put_traffic(packer);
    if (packer->ranked)
        put_blocks(packer);
    return true;
}

/* The header comes last, for it has the checksums. */
static void fill_header(struct packer *packer)
{
    struct wire_out *out = &packer->out;
    memcpy(out->bytes, WIRE_MAGIC, WIRE_MAGIC_SIZE);
    out->bytes[8] = out->big ? 'B' : 'L';
    wire_set_fixed(out, 10, WIRE_VERSION, 2);
    wire_set_fixed(out, 12, packer->section_count, 4);
    size_t at = WIRE_HEADER_SIZE;
    for (unsigned i = 0; i < packer->section_count; i++, at += WIRE_SECTION_SIZE) {
        memcpy(out->bytes + at, packer->sections[i].tag, 4);
        wire_set_fixed(out, at + 8, packer->sections[i].offset, 8);
        wire_set_fixed(out, at + 16, packer->sections[i].size, 8);
    }
    if (packer->ranked && !packer->block_bytes) {
        size_t last = at - WIRE_SECTION_SIZE, size = packer->sections[packer->section_count - 1].size;
        struct blocks count = {.size = size, .crc = wire_crc(out->bytes + out->size - size, size)};
        struct blocks whole = blocks_join(count, packer->blocks);
        wire_set_fixed(out, last + 4, whole.crc, 4);
        wire_set_fixed(out, last + 16, whole.size, 8);
    }
    wire_repair(out->bytes, out->size);
}

/* All of `packer` but its output and scratch memory is set. */
static bool pack(struct packer *packer, unsigned char **bytes, size_t *size, struct error *error)
{
    const struct profile *profile = packer->profile;
    static const unsigned char empty[WIRE_HEADER_SIZE + MAX_SECTIONS * WIRE_SECTION_SIZE];
    unsigned rows = packer->ranked
                        ? 1u
                        : 0u + (profile->location_count > 0) + (profile->row_count > 0) + (count_calls(profile) > 0);
    unsigned sections = 3u + (profile->meta_count > 0) + (profile->tally_count > 0) +
                        (profile->communicator_count > 0) + (profile->bin_count > 0) + (profile->traffic_count > 0) +
                        has_order(profile) + (profile->metric_count > 0) + (profile->value_count > 0) +
                        (profile->region_value_count > 0) + (profile->extremes_count > 0) + rows;
    wire_put_bytes(&packer->out, empty, WIRE_HEADER_SIZE + sections * WIRE_SECTION_SIZE);
    bool ok = put_sections(packer) && !packer->out.failed;
    if (ok)
        fill_header(packer);
    arena_free(&packer->scratch);
    *bytes = packer->out.bytes;
    *size = packer->out.size;
    return ok || profile_no_memory(error);
}

bool profile_pack_as(const struct profile *profile, bool big, struct arena *arena, unsigned char **bytes, size_t *size,
                     struct error *error)
{
    struct packer packer = {.profile = profile, .out = {.arena = arena, .big = big}};
    struct arena blocks = {0};
    unsigned char *block_bytes = NULL;
    packer.ranked = profile->location_count && rows_of_all(profile);
    bool ok = !packer.ranked || blocks_pack(profile, NULL, &blocks, &block_bytes, &packer.blocks, error);
    packer.block_bytes = block_bytes;
    ok = ok && pack(&packer, bytes, size, error);
    arena_free(&blocks);
    return ok;
}

bool profile_pack_head(const struct profile *profile, struct blocks blocks, struct arena *arena, unsigned char **bytes,
                       size_t *size, struct error *error)
{
    struct packer packer = {.profile = profile, .out = {.arena = arena, .big = wire_native_big()}};
    packer.ranked = true;
    packer.blocks = blocks;
    return pack(&packer, bytes, size, error);
}

bool profile_pack(const struct profile *profile, struct arena *arena, unsigned char **bytes, size_t *size,
                  struct error *error)
{
    return profile_pack_as(profile, wire_native_big(), arena, bytes, size, error);
}
