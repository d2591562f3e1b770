/*
 * sort.c - see sort.h. Bottom-up merge sort of positions: n log n whatever the input, and a single pass
 * over what is sorted already, which most of our tables are.
 */
#include "common/sort.h"

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

bool sort_positions(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch)
{
    bool sorted = true;
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
        sorted = sorted && (i == 0 || compare(table, i - 1, i) <= 0);
    }
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
    return true;
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
