/*
 * short_calls.h - counts by function the calls of forked children before exec or exit, in their parent's store.
 *
 * Most children call a few functions and then exec, or end soon. A store and a profile for each would cost more than the calls, and a
 * file. So a child adds 1 to a number of the region, which lies in memory that it shares with its parent: no system call, and nothing
 * to be handed over whatever ends the child. The parent has them in its profile, under "short children". A child that does more takes
 * its calls back into a store of its own (fork.c).
 *
 * When the parent makes its last profile it closes the numbers. So a child knows of each of its calls whether it is in there.
 */
#ifndef INSTR_SHORT_CALLS_H
#define INSTR_SHORT_CALLS_H

#include "runtime/measure/store/tree_data.h"

#define SHORT_CALLS_CLOSED ((uint64_t)1 << 63)

static inline uint64_t short_calls_of(const struct region *region)
{
    return __atomic_load_n(&region->short_calls, __ATOMIC_RELAXED) & ~SHORT_CALLS_CLOSED;
}

/* Adds calls in a child. Returns false if the parent will not read them any more. */
bool short_calls_add(struct region *region, uint64_t calls);
bool short_calls_take_back(struct region *region);

/* In the parent: makes children add nothing more, to any region. */
void short_calls_close(void);

/* Lets children add again from now on. */
void short_calls_open(void);

/* In a child with a store of its own: forgets calls of its children. */
void short_calls_forget(void);

#endif
