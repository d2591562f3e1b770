/*
 * profile.h - the profile as data: what was measured, in one process or reduced over many.
 *
 * Plain arrays, no pointers between nodes: the same structure is written to disk, sent over MPI, merged
 * and reported. Three rules make merging linear and its result independent of the order:
 *   - `regions` is sorted by region_compare, without duplicates;
 *   - `nodes` is in preorder, siblings sorted by region index, no two siblings of one region;
 *     nodes[0] is the root (the process itself), its parent is PROFILE_NONE;
 *   - sums over calls are integers.
 * Times are in picoseconds: a tick of any clock here is hundreds of them, a 64-bit one lasts 213 days
 * for a single call, and sums have 128 bits.
 */
#ifndef INSTR_PROFILE_H
#define INSTR_PROFILE_H

#include "base/arena.h"
#include "base/error.h"
#include "profile/stat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROFILE_NONE UINT32_MAX

enum region_kind {
    REGION_ROOT,     /* the process: node 0 and nothing else */
    REGION_FUNCTION,
    REGION_BLOCK,    /* a stretch of statements named by a pragma or macro */
    REGION_LOOP,
    REGION_BRANCH,   /* one arm of an if or switch, at level 3 */
    REGION_CALL,     /* a call into code that is not instrumented, at level 4 */
    REGION_MPI,
    REGION_LABEL,    /* started and stopped by name through instr.h */
    REGION_CONTEXT,  /* a communicator in whose ranks the subtree runs */
    REGION_THREAD,   /* the threads started from the node above; name = start function or "omp" */
    REGION_OTHER,    /* "(other paths)": what had no room in the tree */
    REGION_KINDS
};

/* Something with one static identity. Strings are never null; "" means absent. They point into the
 * profile's arena. */
struct profile_region {
    const char *name;
    const char *file;
    const char *origin; /* "MACRO file:line" for a function made by a macro */
    const char *groups; /* names separated by commas */
    const char *reason; /* "" = instrumented, else why not */
    uint32_t line;
    uint32_t flags; /* __INSTR_* of instr_abi.h */
    uint8_t kind;   /* enum region_kind */
    uint8_t level;
};

enum {
    NODE_FOLDED = 1, /* deeper recursion of the same region is counted here */
    NODE_OPEN = 2    /* a frame was open when the profile was taken; its time so far is included */
};

/* One call path. `calls` are counted exactly, always. */
struct profile_node {
    uint32_t region;
    uint32_t parent; /* index of a node before this one */
    uint32_t flags;
    struct stat_calls calls; /* over calls */
    struct stat_ranks ranks; /* over ranks: inclusive time per rank */
};

/* What the file says about itself: "program", "command", "host", "start" (ISO 8601, UTC), "wall_s",
 * "clock", "ranks", "threads", "timing", "cost_timed_ps", "cost_counted_ps", ... Sorted by key. */
struct profile_meta {
    const char *key;
    const char *value;
};

/* Events that were counted rather than silently dropped: "leave without enter", "frames left by a
 * jump", "calls in (other paths)" ... Sorted by name; added up when merged. */
struct profile_counter {
    const char *name;
    uint64_t value;
};

struct profile {
    struct profile_region *regions;
    struct profile_node *nodes;
    struct profile_meta *meta;
    struct profile_counter *counters;
    uint32_t region_count, node_count, meta_count, counter_count;
};

/* Order of regions: name, file, line, kind; those four are a region's identity. Like strcmp. */
int region_compare(const struct profile_region *a, const struct profile_region *b);

/* "function", "block", ...; "?" for an unknown kind. */
const char *region_kind_name(unsigned kind);

/* The value of `key`, or `fallback`. */
const char *profile_meta(const struct profile *profile, const char *key, const char *fallback);

/* Sorts regions and nodes built in any order into the canonical form above (children may be listed in
 * any order as long as a parent precedes them; equal regions and equal siblings are merged). All in
 * `arena`. False when there is no memory. */
bool profile_normalize(struct profile *profile, struct arena *arena, struct error *error);

/* Merges two canonical profiles into `out`, in time linear in their sizes. The inputs stay as they
 * are and must live as long as `out`, which shares their strings. */
bool profile_merge(const struct profile *a, const struct profile *b, struct profile *out,
                   struct arena *arena, struct error *error);

/* The file's bytes, see docs/profile-format.md. unpack trusts nothing: any input gives either a
 * canonical profile or an error; `name` is for its text. */
bool profile_pack(const struct profile *profile, struct arena *arena, unsigned char **bytes,
                  size_t *size, struct error *error);
bool profile_unpack(const unsigned char *bytes, size_t size, const char *name,
                    struct profile *profile, struct arena *arena, struct error *error);

/* pack and write to a temporary name beside `path`, then rename: a reader sees all or nothing. */
bool profile_write(const struct profile *profile, const char *path, struct error *error);
bool profile_read(const char *path, struct profile *profile, struct arena *arena,
                  struct error *error);

#endif
