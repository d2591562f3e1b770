/*
 * spread.h - on which paths the calls were that are counted by function (runtime/measure/counts.h).
 *
 * How often each function was called is exact. Some calls were counted by path, and their nodes have them. The others are shared out
 * among the function's nodes as bursts found them there (burst.h); where none did, as the calls by path are. A node where the
 * function called others has one of them at least. So the nodes add up to what was counted.
 *
 *     counted 1,000    node     by path    found    has
 *                      a > f         32      720     32 + 750
 *                      b > f          0      240      0 + 250
 *                      c > f         32        0     32
 */
#ifndef INSTR_SPREAD_H
#define INSTR_SPREAD_H

#include "base/arena.h"
#include "runtime/measure/counts.h"

struct store_header;

/* Among a copy's flags: it is of frames (region->framed), which are no calls. */
#define SPREAD_FRAMES 0x40u

/* Calls of a function that has no node among these. */
struct spread_rest {
    struct region *region;
    uint64_t calls;
};

struct spread {
    struct spread_rest *rests;
    uint32_t count;
};

/* Gives `count` nodes, copies of what one thread did, their calls of what the thread counted; or, where `process`, of what it and
 * nobody counted. False: no memory. */
bool spread_calls(const struct store_header *from, const struct counts *counts, bool process, struct node *nodes,
                  uint32_t count, struct spread *spread, struct arena *arena);

#endif
