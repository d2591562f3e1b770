/*
 * light_table.h - where calls without frames are found and counted.
 *
 * One table a thread, in the store. A slot is told by the key of the path that calls and the region that is called (tree_key), and
 * counts the calls itself: so such a call touches one line of memory, whatever the program's paths are. It is looked for from its home on up
 * to a free slot. A counted call that needs a frame, as it folds, is found and counted here, too: by a key that is two more
 * than without a frame, for which stubs in the program don't look. A table that is a quarter full is made anew, twice as large,
 * or half full where it is large already; the old one keeps its counts, and is used again once all keys are gone.
 *
 * All keys are odd, as paths are and no region's address is. So thread->mask has bit 0 for whoever looks for one, and
 * thread->slots is a byte less than the first home. From outside one store stops that: with a mask of 0 all look one byte
 * beside the slots, where an even number is, which no key equals, or 0, where they end. So probes need no test for it.
 *
 * So a node's calls are its own, which came the slow way, and those of all slots that have its path. Who needs them in
 * the node moves them there: the thread that owns both.
 */
#ifndef INSTR_LIGHT_TABLE_H
#define INSTR_LIGHT_TABLE_H

#include "runtime/measure/store/thread_self.h"

enum {
    LIGHT_FAR = 15,   /* slots that a key can be from home */
    LIGHT_GONE = 2,   /* a key that is none: there was one */
    LIGHT_FRAMED = 2, /* how much more the key is of a call with a frame */
    LIGHT_ODD = 1     /* in the mask of who looks for keys */
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
static inline struct light_slot *light_find(const struct thread *thread, uint64_t key)
{
    const struct light_table *table = thread->finds;
    if (!table)
        return NULL;
    struct light_slot *slot = light_home(table->slots, table->mask, key);
    while (slot->key && slot->key != key)
        slot++;
    return slot->key ? slot : NULL;
}

/* The thread's next call comes the slow way, with or without a frame: whoever says so, at any moment. */
static inline void light_stop(struct thread *thread)
{
    __atomic_store_n(&thread->limit, NULL, __ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->mask, 0, __ATOMIC_SEQ_CST);
}

/* Probes in line find calls again, unless they are stopped just now; by the thread itself. */
static inline void light_go_on(struct thread *thread)
{
    uint64_t mask = thread->finds ? thread->finds->mask : 0;
    __atomic_store_n(&thread->mask, mask | LIGHT_ODD, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&thread->limit, __ATOMIC_SEQ_CST))
        PUT(thread->mask, 0);
}

/* Where nothing is found, for a thread that has no table. */
extern struct light_slot light_nothing[2];
#define LIGHT_NOTHING ((uintptr_t)&light_nothing[1] - LIGHT_ODD)

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
