/*
 * tables.h - the tables of a profile, one row each: what order they have, how equal entries become one, and which tables their
 * numbers refer to. Private to this folder.
 *
 * Two things are done with all of them. A profile is built in any order, and brought into order once (normalize.c). And two
 * profiles are merged (merge.c). When entries of a table get other places, what refers to them has to follow:
 *
 *     regions   a b c        maps->of[TABLE_REGIONS] = 2 0 1        b c a
 *     nodes     region 0     becomes                                region 2
 *
 * The tree of the nodes has an order of its own, and these two files know it.
 */
#ifndef INSTR_PROFILE_TABLES_H
#define INSTR_PROFILE_TABLES_H

#include "profile/profile.h"

/* The tables. Each comes after the tables that it refers to. */
enum {
    TABLE_REGIONS,
    TABLE_META,
    TABLE_TALLIES,
    TABLE_LOCATIONS,
    TABLE_COMMUNICATORS,
    TABLE_METRICS,
    TABLE_NODES,
    TABLE_VALUES,
    TABLE_REGION_VALUES,
    TABLE_EXTREMES,
    TABLE_ROWS,
    TABLE_BINS,
    TABLE_TRAFFIC,
    TABLE_WAITS,
    TABLE_CALL_SITES,
    TABLE_STAYS,
    TABLE_LOGS,
    TABLE_STANDS,
    TABLE_OPERATIONS,
    TABLE_STRETCHES,
    TABLES
};

/* The new index of each entry of the tables that others refer to: of[table][old] = new. `count` is the number of old entries. */
struct maps {
    uint32_t *of[TABLES], count[TABLES];
};

/* The input and output of sorting or merging a table. */
struct table_work {
    struct profile *out; /* what they refer to is there already */
    struct arena *arena; /* of `out` */
    struct arena *scratch;
    struct error *error;
    bool merges; /* profiles; else it is one that is brought into order */
};

/* A member of an entry that is an index into another table. */
struct reference {
    size_t offset;
    unsigned to;
    bool none; /* it may be PROFILE_NONE, too */
};

struct table {
    const char *name;
    size_t size;    /* of an entry */
    size_t entries; /* in struct profile */
    size_t count;
    int (*compare)(const void *a, const void *b); /* like strcmp */
    /* Adds `other`, an equal entry. False: no memory. Null: the first one stays. */
    bool (*add)(void *entry, const void *other, const struct table_work *work);
    /* Null, or keeps the sorted entries within a bound: map[i] = where i is then. Returns how many are left. */
    uint32_t (*bound)(void *entries, uint32_t count, uint32_t *map);
    unsigned reference_count;
    struct reference references[3];
    bool referred; /* others refer to its entries */
    bool by_text;  /* their first member is a text, which most of their order is by */
};
extern const struct table tables[TABLES];

uint32_t table_count(unsigned table, const struct profile *profile);
void *table_entries(unsigned table, const struct profile *profile);
void table_set(unsigned table, struct profile *profile, void *entries, uint32_t count);

/* Allocates the maps of all tables of `profile` that others refer to. Returns false if there is no memory. */
bool maps_make(struct maps *maps, const struct profile *profile, struct arena *scratch);

/* Sorts a table of work->out into memory of its own, adds up equal entries, and fills in its map. */
bool table_sort(unsigned table, struct maps *maps, const struct table_work *work);

/* Merges both tables into work->out, in time linear in their size, and fills in both maps. */
bool table_merge(unsigned table, const struct profile *const in[2], struct maps maps[2], const struct table_work *work);

#endif
