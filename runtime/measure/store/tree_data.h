/*
 * tree_data.h - regions, and call trees as data: see tree.h.
 */
#ifndef INSTR_TREE_DATA_H
#define INSTR_TREE_DATA_H

#include "include/instr_abi.h"
#include "profile/region.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/wide.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a function's calls have frames, see adaptive.h. In ascending order; 0: they have. */
enum {
    DEMOTED_BEGINS = 1, /* no call of it is opened any more; those that are open are closed */
    DEMOTED_WHOLE,      /* none is open any more */
    DEMOTED_NOT         /* it should be, and can't be */
};

/* A region: one for all descriptors with the same identity. */
struct region {
    const char *name, *file, *origin, *groups, *reason; /* in the store; never null */
    const char *record;                                 /* the file as the record has it; `file` is its end */
    uint32_t line, flags;
    uint8_t kind, level;
    /* Not bool: after a crash the store may hold any byte. */
    uint8_t wanted;  /* was to be measured at some time: neither above the level all along nor left alone */
    uint8_t met;     /* there was a node of it: the first there is always room for */
    uint8_t lengthy; /* so many calls of it were lately, see tree_is_lengthy */
    uint8_t demoted; /* DEMOTED_* or 0 */
    uint32_t index;  /* from 0, in order of registration */
    uint32_t nested; /* nodes that were made with another of this region above them */
    uint32_t stamp;  /* while a tree is pruned: where it was met last */
    uint32_t trace;  /* see events.h */
    uint32_t place;  /* in store->counted.regions, see counts.h; 0: its calls are counted with their frames */
    uint64_t
        unmatched_calls; /* counted calls that came while their thread was in the runtime and had no room for them */
    uint64_t reviewed, reviewed_ticks; /* timed calls that adaptive.c thought about, and what they took */
    uint64_t short_calls;              /* by children of fork, see short_calls.h */
    struct region *next;
};

/* Data of only some nodes; in the store. Times in ticks. */
struct extra {
    /* Of node->sum, the time of calls that folded into this node; what moved to it, from these and from
     * coroutines; and what moved away. */
    uint64_t folded, moved_in, moved_out;
    uint64_t reviewed_calls, reviewed_sum; /* node->timed and node->sum when adaptive.c looked at it last */
    uint64_t pruned;                       /* while a probe of a call from here pruned the tree */
    /* Of a label or of a loop's turns: 1 + the number of the iteration that took min and max; 0 = none. */
    uint32_t min_iteration, max_iteration;
};

/* A node's values of metrics, if some are on, see meter.h; in the store. */
struct node_values {
    uint64_t metered; /* its calls are read */
    uint64_t marked;  /* see heap.h, and the next three */
    struct node_values *home;
    uint32_t named;  /* how many blocks and others' `home` there are of these */
    uint32_t orphan; /* no node's any more */
    uint64_t of[];   /* each metric that is on, in their order: what is the node's own */
};

struct node;

struct node {
    struct node *counterpart; /* while the tree is added to another one: its node there */
    uint64_t calls;           /* counted when they begin */
    uint8_t review;           /* after so many more timed calls adaptive.c thinks again about this node */
    uint8_t folds;            /* 1: the node of a recursion into which calls fold, or on its way; it has `extra` */
    uint8_t flags;            /* NODE_* of profile/profile.h */
    uint32_t order;           /* while a profile is made: its index there */

    struct region *region;
    uint64_t timed; /* of the calls, those timed and ended */
    uint64_t sum;   /* ticks of the timed calls */
    struct u128 squares;
    uint64_t min, max; /* ticks; min > max when none was timed */

    struct node *parent, *children, *sibling; /* children is read by other threads */
    struct extra *extra;                      /* null, or what only some nodes need */
    /* ns: what the observer's looks at it stand for, in the program and in a probe; only the observer adds to them, and
     * who adds up two nodes of threads that ended. */
    uint64_t looked, looked_probe;
    uint64_t heat;              /* while the tree is pruned */
    struct node_values *values; /* null, or where metrics are on */
    uint32_t made;    /* its place among all paths that the process came to, from 1; 0: not known, or the root */
    uint8_t place;    /* 1: it has an (other paths) */
    uint64_t ran;     /* ns, by the observer alone: how long samples say that it ran, where there are some */
    uint64_t apart;   /* calls with frames that are not among those that probes count */
    uint64_t sampled; /* ns: of a draft, for which samples found it, or what it called, without a frame */
    uint64_t unused[2];
};

_Static_assert(sizeof(struct node) % 32 == 0, "nodes begin where lines of the cache do");

/* The number of a node's timed calls before adaptive.c reviews it for the first time. */
enum { TREE_FIRST_REVIEW = 16 };

/* Makes the key of a call of a region from a node. It is unique, because a store is smaller than the distance of two regions multiplied by
 * this. Never 0. */
#define TREE_KEY_FACTOR 0x1e3779b1
static inline uint64_t tree_key(const struct node *caller, const struct region *region)
{
    return (uintptr_t)caller + 1 + (uint64_t)(uintptr_t)region * TREE_KEY_FACTOR;
}
_Static_assert((uint64_t)sizeof(struct region) * TREE_KEY_FACTOR >> 35, "no two calls have one key");

struct tree {
    struct node *root;
    const struct index *index;                /* never null */
    struct index *outgrown, *outgrown_before; /* before it, and since the tree was pruned twice; see index.h */
    struct node *fresh, *fresh_end;           /* nodes never used */
    struct node *free, *fallow; /* nodes given back, by `sibling`; not to be used again before the tree is pruned */
    uint32_t count;             /* nodes in use */
    uint32_t free_count, held;  /* free nodes; and all */
    uint8_t choosy;             /* 1: it was */
    struct clock_pair pruned;   /* when that was done last */
    uint64_t pruning_ns;        /* and what it took */
    uint64_t burden_ns;         /* the same, for who looks from outside */
    /* By the observer, ns: what its looks found in (other paths) since it asked for more paths last, and all of them; and how
     * much that is to be before it asks again. */
    uint64_t in_other, looked, patience;
    uint8_t asked; /* 1: it asks for them */
    uint8_t apart; /* 1: no call comes from the root (team.h): what is right below it is not in the index */
};

/* A node's flag: store_fold has already moved it to another tree. */
#define TREE_MOVED 0x80u

/* A node's heat: it is not to be freed. */
#define TREE_STAYS ((uint64_t)1 << 62)

static inline bool tree_stays(const struct node *node)
{
    return node->heat >= TREE_STAYS;
}

/* Returns whether the node stands for all calls of its region below its parent, an (other paths). */
static inline bool tree_is_other(const struct node *node)
{
    return node->parent && node->parent->region->kind == REGION_OTHER;
}

/* Returns whether both nodes are the same, or in one (other paths), where callers are unknown. */
static inline bool tree_is_same(const struct node *node, const struct node *other)
{
    return node == other || (tree_is_other(node) && node->parent == other->parent);
}

/* Adds a timed call to a tree that no probe uses. */
static inline void tree_book(struct node *node, uint64_t ticks)
{
    node->timed++;
    node->sum += ticks;
    node->squares = wide_add_square(node->squares, ticks);
    if (ticks < node->min)
        node->min = ticks;
    if (ticks > node->max)
        node->max = ticks;
}

#endif
