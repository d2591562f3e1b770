/*
 * site_table.h - lists which pieces of code are probes, and of which region; in the store, for readers of program counters from outside.
 * Each object has a table, from when the observer begins.
 *
 * A table is sorted by address. Of a function it has the places where calls of its own region and of those that were inlined into it
 * begin and end; and where calls are counted, its own before those that were inlined into it.
 */
#ifndef INSTR_SITE_TABLE_H
#define INSTR_SITE_TABLE_H

#include "runtime/machine/relaxed.h"

#include <stdint.h>

enum site_kind {
    SITE_ENTER, /* a call begins */
    SITE_LEAVE,
    SITE_COUNT, /* a part of the addition: of a function that has no frames, ... */
    SITE_ADD,   /* ... or of one that has */
    SITE_STUB   /* a function that probes call */
};

struct site_entry {
    uint64_t address;
    uint64_t region; /* address of the struct region that is entered; 0: not known, or none */
    uint32_t size;   /* bytes of code; 0: of a stub, whose end is found otherwise */
    uint32_t kind;   /* enum site_kind */
};

struct site_table {
    struct site_entry *entries;
    uint32_t count; /* 0: its object is gone */
    struct site_table *next;
};

/* Returns the place of the first entry at or behind an address; `count` if there is none. */
static inline uint32_t site_table_from(const struct site_entry *entries, uint32_t count, uint64_t address)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (GET(entries[middle].address) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
