/*
 * light_table.h - where calls without frames are found and counted.
 *
 * One table a thread, in the store. A slot is told by one number, of the path that calls and the region that is called, and
 * counts the calls itself: so such a call touches one line of memory, whatever the program's paths are. The number can't be
 * that of two: a store is smaller than two regions are apart when they are multiplied. It is looked for from its home on up
 * to a free slot. A counted call that needs a frame, as it folds, is found and counted here, too: by a key that is one less
 * than without a frame, for which stubs in the program don't look. A table that is half full is made anew, twice as large; the
 * old one keeps its counts, and is used again once all keys are gone.
 *
 * So a node's calls are its own, which came the slow way, and those of all slots that have its path. Who needs them in
 * the node moves them there: the thread that owns both.
 */
#ifndef INSTR_LIGHT_TABLE_H
#define INSTR_LIGHT_TABLE_H

#include "runtime/machine/word.h"
#include "runtime/measure/thread.h"

enum {
    LIGHT_FAR = 15, /* slots that a key can be from home */
    LIGHT_GONE = 1  /* a key that is none: there was one */
};

struct light_slot {
    uint64_t key; /* 0: free; LIGHT_GONE: not to be found, the calls remain */
    uintptr_t path;
    uint64_t calls;
    uint64_t unused;
};

struct light_table {
    struct light_table *older; /* half as large */
    uint64_t mask;             /* of a key: the offset in bytes of the last home */
    uint64_t used, refused;    /* slots; and calls since there was no more room */
    struct light_slot *slots;  /* and LIGHT_FAR more, and one that stays free */
};

_Static_assert((uint64_t)sizeof(struct region) * __INSTR_LIGHT_FACTOR >> 35, "no two calls have one key");

static inline uint64_t light_key(uintptr_t path, const struct region *region)
{
    return path + (uint64_t)(uintptr_t)region * __INSTR_LIGHT_FACTOR;
}

static inline struct light_slot *light_home(struct light_slot *slots, uint64_t mask, uint64_t key)
{
    return (struct light_slot *)((char *)slots + (key & mask));
}

/* Homes of a table. */
static inline size_t light_homes(uint64_t mask)
{
    return (size_t)mask / sizeof(struct light_slot) + 1;
}

/* All slots that can be used. */
static inline size_t light_slots(const struct light_table *table)
{
    return light_homes(table->mask) + LIGHT_FAR;
}

/* The slot of such calls, or null. */
static inline struct light_slot *light_find(const struct thread *thread, const struct node *caller,
                                            const struct region *region)
{
    uint64_t key = light_key(tree_path(caller), region);
    struct light_slot *slot = light_home(thread->slots, thread->mask, key);
    while (slot->key && slot->key != key)
        slot++;
    return slot->key ? slot : NULL;
}

/* Calls may go without frames as long as thread_set_all does not say otherwise. */
static inline void light_on(struct thread *thread)
{
    __atomic_store_n(&thread->light, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&thread->limit, __ATOMIC_SEQ_CST))
        PUT(thread->light, 0);
}

/* A table in which nothing is found. */
extern struct light_slot light_nothing[1];

/* A thread that begins has no table of its own. */
void light_table_none(struct thread *thread);

enum { LIGHT_SELDOM = 64 };

/* A call that is not found is to be put there: where there was no room lately, only seldom. */
static inline bool light_may_put(struct thread *thread)
{
    return !thread->crowded || ++thread->crowded % LIGHT_SELDOM == 0;
}

/* Calls of `node` from `caller`, with a frame or without one, are found from now on, if there is memory. False: they are not.
 * By the thread itself. */
bool light_table_put(struct thread *thread, const struct node *caller, struct node *node, bool framed);

/* All calls are counted in the nodes, and none is found any more. */
void light_table_settle(struct thread *thread);

#endif
