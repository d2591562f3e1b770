/*
 * blocks.c - see blocks.h.
 *
 * A block is rank, thread, pid and host (its length and its bytes), the number of rows, and of each the node, less
 * that of the one before, the calls, the time, and of more calls than one the least and what the most is more. All numbers are
 * varints.
 */
#include "profile/blocks.h"

#include "profile/canonical.h"
#include "profile/rows.h"
#include "profile/wire.h"

#include <string.h>

/* Returns the product of two polynomials modulo that of the CRC, lowest power in the highest bit. */
static uint32_t multiply(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (uint32_t bit = 1u << 31; bit; bit >>= 1) {
        if (a & bit)
            product ^= b;
        b = b & 1 ? b >> 1 ^ 0xedb88320u : b >> 1;
    }
    return product;
}

/* Returns the CRC after `size` zero bytes were appended: a product with x^(8 size). */
static uint32_t shift_crc(uint32_t crc, uint64_t size)
{
    uint32_t power = 1u << 23; /* x^8 */
    for (; size; size >>= 1) {
        if (size & 1)
            crc = multiply(power, crc);
        power = multiply(power, power);
    }
    return crc;
}

struct blocks blocks_join(struct blocks a, struct blocks b)
{
    return (struct blocks){
        .count = a.count + b.count, .size = a.size + b.size, .crc = shift_crc(a.crc, b.size) ^ b.crc};
}

/* Writes the shortest call of a row with several calls, and how much longer the longest is. */
static void put_calls(const struct profile_row *row, struct wire_out *out)
{
    if (row->calls < 2)
        return;
    wire_put_varint(out, row->min);
    wire_put_varint(out, row->max - row->min);
}

bool blocks_pack(const struct profile *profile, const uint32_t *node_map, struct arena *arena, unsigned char **bytes,
                 struct blocks *blocks, struct error *error)
{
    struct wire_out out = {.arena = arena};
    struct arena scratch = {0};
    uint32_t *order, *first;
    bool ok = rows_by_location(profile, &order, &first, &scratch);
    for (uint32_t l = 0; ok && l < profile->location_count; l++) {
        const struct profile_location *location = &profile->locations[l];
        size_t length = strlen(location->host);
        uint32_t before = 0;
        wire_put_varint(&out, location->rank);
        wire_put_varint(&out, location->thread);
        wire_put_varint(&out, location->pid);
        wire_put_varint(&out, length);
        wire_put_bytes(&out, location->host, length);
        wire_put_varint(&out, first[l + 1] - first[l]);
        for (uint32_t i = first[l]; i < first[l + 1]; i++) {
            const struct profile_row *row = &profile->rows[order[i]];
            uint32_t node = node_map ? node_map[row->node] : row->node;
            wire_put_varint(&out, node - before);
            wire_put_varint(&out, row->calls);
            wire_put_varint(&out, row->inclusive);
            put_calls(row, &out);
            before = node;
        }
    }
    arena_free(&scratch);
    *bytes = out.bytes;
    *blocks = (struct blocks){.count = profile->location_count, .size = out.size, .crc = wire_crc(out.bytes, out.size)};
    return (ok && !out.failed) || profile_no_memory(error);
}

/* Reads the head of a block, and returns its number of rows. */
static uint64_t read_location(struct wire_in *in, struct profile_location *location, struct arena *arena)
{
    location->rank = (uint32_t)wire_bounded(in, UINT32_MAX);
    location->thread = (uint32_t)wire_bounded(in, UINT32_MAX);
    location->pid = wire_varint(in);
    uint64_t length = wire_bounded(in, (uint64_t)(in->end - in->at));
    if (in->failed || length > (uint64_t)(in->end - in->at) || memchr(in->at, 0, (size_t)length)) {
        in->failed = true;
        location->host = "";
        return 0;
    }
    location->host = arena_copy(arena, (const char *)in->at, (size_t)length);
    in->at += length;
    uint64_t rows = wire_varint(in);
    if (!location->host || rows > (uint64_t)(in->end - in->at) / 3)
        in->failed = true;
    return in->failed ? 0 : rows;
}

static void read_calls(struct profile_row *row, struct wire_in *in)
{
    if (row->calls < 2)
        return;
    row->min = wire_varint(in);
    row->max = row->min + wire_bounded(in, UINT64_MAX - row->min);
}

static void read_row(struct wire_in *in, const struct profile *profile, uint64_t *node, bool first, bool of_calls,
                     struct profile_row *row)
{
    uint64_t step = wire_bounded(in, profile->node_count - 1 - *node);
    if (!step && !first)
        in->failed = true;
    *node += step;
    row->node = (uint32_t)*node;
    row->calls = wire_varint(in);
    row->inclusive = wire_varint(in);
    if (of_calls)
        read_calls(row, in);
}

/* Sorts the rows, which were read by location, by node. The sort is stable, so a node's rows stay in the order of locations. */
static bool sort_by_node(struct profile *profile, const struct profile_row *rows, struct arena *arena,
                         struct arena *scratch)
{
    uint32_t *next = arena_array(scratch, (size_t)profile->node_count + 1, sizeof *next);
    profile->rows = arena_array(arena, profile->row_count, sizeof *profile->rows);
    if (!next || !profile->rows)
        return false;
    for (uint32_t i = 0; i < profile->row_count; i++)
        next[rows[i].node + 1]++;
    for (uint32_t n = 0; n < profile->node_count; n++)
        next[n + 1] += next[n];
    for (uint32_t i = 0; i < profile->row_count; i++)
        profile->rows[next[rows[i].node]++] = rows[i];
    return true;
}

bool blocks_unpack(struct wire_in *in, uint32_t count, bool of_calls, struct profile *profile, struct arena *arena,
                   struct error *error)
{
    struct arena scratch = {0};
    size_t room = (size_t)(in->end - in->at) / 3 + 1; /* a row has three bytes or more */
    struct profile_row *rows = arena_array(&scratch, room, sizeof *rows);
    profile->locations = arena_array(arena, count, sizeof *profile->locations);
    bool ok = rows && profile->locations;
    uint64_t used = 0;
    for (uint32_t l = 0; ok && l < count && !in->failed; l++) {
        uint64_t of_block = read_location(in, &profile->locations[l], arena), node = 0;
        for (uint64_t i = 0; i < of_block && !in->failed; i++) {
            read_row(in, profile, &node, i == 0, of_calls, &rows[used]);
            rows[used++].location = l;
        }
        if (used >= PROFILE_NONE ||
            (l && !in->failed && location_compare(&profile->locations[l - 1], &profile->locations[l]) >= 0))
            in->failed = true;
    }
    profile->location_count = count;
    profile->row_count = (uint32_t)used;
    ok = ok && (in->failed || sort_by_node(profile, rows, arena, &scratch));
    arena_free(&scratch);
    return ok || profile_no_memory(error);
}
