/*
 * sort.c - see sort.h. Bottom-up merge sort of positions: n log n whatever the input, and a single pass
 * over what is sorted already, which most of our tables are.
 */
#include "common/sort.h"
#include "common/check.h"

#include <string.h>

/* Merges the sorted runs [from, middle) and [middle, to) of `in` into `out`. */
static void merge_runs(const uint32_t *in, uint32_t *out, uint32_t from, uint32_t middle, uint32_t to,
                       sort_compare *compare, const void *table)
{
    if (middle >= to || compare(table, in[middle - 1], in[middle]) <= 0) {
        memcpy(out + from, in + from, (to - from) * sizeof *in);
        return;
    }
    uint32_t a = from, b = middle;
    for (uint32_t i = from; i < to; i++)
        out[i] = a < middle && (b >= to || compare(table, in[a], in[b]) <= 0) ? in[a++] : in[b++];
}

bool sort_order(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch)
{
    bool sorted = true;
    for (uint32_t i = 1; sorted && i < count; i++)
        sorted = compare(table, order[i - 1], order[i]) <= 0;
    if (sorted)
        return true;
    uint32_t *other = arena_array(scratch, count, sizeof *other);
    if (!other)
        return false;
    uint32_t *in = order, *out = other;
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t from = 0; from < count; from += 2 * run) {
            uint64_t middle = from + run < count ? from + run : count;
            uint64_t to = from + 2 * run < count ? from + 2 * run : count;
            merge_runs(in, out, (uint32_t)from, (uint32_t)middle, (uint32_t)to, compare, table);
        }
        uint32_t *swap = in;
        in = out;
        out = swap;
    }
    if (in != order)
        memcpy(order, in, count * sizeof *order);
    for (uint32_t i = 1; i < count; i++)
        CHECK(compare(table, order[i - 1], order[i]) <= 0);
    return true;
}

bool sort_positions(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    return sort_order(order, count, compare, table, scratch);
}

/* Eight bytes of a text. */
struct part {
    uint64_t bytes;
    const char *rest; /* behind them; null: the text ends among them */
    uint32_t position;
    bool alike; /* as the text before it, up to here */
};

static struct part part_next(struct part part)
{
    const char *text = part.rest;
    unsigned i = 0;
    for (part.bytes = 0; i < sizeof part.bytes && text[i]; i++)
        part.bytes |= (uint64_t)(unsigned char)text[i] << (56 - 8 * i);
    part.rest = i < sizeof part.bytes ? NULL : text + i;
    return part;
}

static int compare_parts(const void *table, uint32_t a, uint32_t b)
{
    const struct part *parts = table;
    return (parts[a].bytes > parts[b].bytes) - (parts[a].bytes < parts[b].bytes);
}

/* Sorts texts that are equal so far by their next bytes. `order` and `other` have the same room. */
static bool sort_alike(struct part *parts, uint32_t count, uint32_t *order, struct part *other, struct arena *scratch)
{
    for (uint32_t i = 0; i < count; i++)
        other[i] = part_next(parts[i]);
    if (!sort_positions(order, count, compare_parts, other, scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = other[order[i]];
        parts[i].alike = i && parts[i].rest && parts[i].bytes == parts[i - 1].bytes;
    }
    return true;
}

bool sort_texts(uint32_t *order, uint32_t count, const char *const *texts, struct arena *scratch)
{
    enum { FEW = 1000 }; /* what more take is given back at once */
    struct arena own = {0}, *room = count > FEW ? &own : scratch;
    struct part *parts = arena_array(room, count, sizeof *parts);
    struct part *other = arena_array(room, count, sizeof *other);
    bool done = parts && other;
    for (uint32_t i = 0; done && i < count; i++)
        parts[i] = (struct part){.rest = texts[i], .position = i, .alike = i};
    for (uint32_t from = 0, end; done && from < count;) {
        for (end = from + 1; end < count && parts[end].alike;)
            end++;
        if (end - from > 1)
            done = sort_alike(parts + from, end - from, order, other, room);
        else
            from = end;
    }
    for (uint32_t i = 0; done && i < count; i++)
        order[i] = parts[i].position;
    arena_free(&own);
    return done;
}

typedef size_t read_key(const char *at);

static size_t read_size(const char *at)
{
    size_t key;
    memcpy(&key, at, sizeof key);
    return key;
}

static size_t read_u32(const char *at)
{
    uint32_t key;
    memcpy(&key, at, sizeof key);
    return key;
}

/* `member`: the key's offset in an entry, in bytes. */
static size_t lower_bound(const char *items, size_t count, size_t size, size_t member, read_key *read, size_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (read(items + middle * size + member) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t sort_lower_bound(const void *items, size_t count, size_t size, size_t member, size_t key)
{
    return lower_bound(items, count, size, member, read_size, key);
}

size_t sort_lower_bound32(const void *items, size_t count, size_t size, size_t member, uint32_t key)
{
    return lower_bound(items, count, size, member, read_u32, key);
}
