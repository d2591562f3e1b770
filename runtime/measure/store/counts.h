/*
 * counts.h - calls that are counted by function.
 *
 * A trivial function (instrumenter/front/small_facts.h) would cost several times what it does, if each of its calls had to find its
 * path. So it adds 1 to a number that each thread has for it:
 *
 *     the thread              its counts, in the store                    a function's descriptor
 *     +------------+          +------+-------+-----+-----+-----+
 *     | counting   | -------> | size | older |  7  | 12  |  0  |          __state: 24, the place of its count
 *     +------------+          +------+-------+-----+-----+-----+
 *                             0      8       16    24    32  = size
 *
 * Where there are more functions than that a larger block goes before, and what was counted stays in the older one. So whatever
 * block a loop still has in a register, nothing is lost. A call of a thread that has nothing to count with comes the slow way:
 * the thread is new, or is off, or more functions have come. What calls took is in the time of their callers.
 */
#ifndef INSTR_COUNTS_H
#define INSTR_COUNTS_H

#include "runtime/measure/store/thread_self.h"

struct counts {
    uint64_t size; /* bytes, up to the last count */
    struct counts *older;
};

enum { COUNTS_FIRST = sizeof(struct counts) };

static inline uint64_t *counts_at(struct counts *counts, uint64_t place)
{
    return (uint64_t *)(void *)((char *)counts + place);
}

/* A region's calls are counted so from now on; under the lock of regions. False: no memory. */
bool counts_give_place(struct region *region);

/* The region that has the place; null: none. */
struct region *counts_region(uint64_t place);

/* Room for so many functions more, before one of these has its place: each thread needs a larger block, and comes the slow way.
 * Under thread_lock. */
void counts_expect(uint32_t more);

/* For a call of the thread: null, or a block that has room for all that is expected. */
struct counts *counts_ready(struct thread *thread);

/* Each such call of the thread comes the slow way; at any moment, from anywhere. */
static inline void counts_stop(struct thread *thread)
{
    __atomic_store_n(&thread->counting, NULL, __ATOMIC_SEQ_CST);
}

/* Adds the counts of a thread that is no more to the process's. Under thread_lock. */
void counts_fold(struct thread *thread);

/* In the child of a fork: the process, and its thread, have counted nothing. */
void counts_forget(void);
void counts_forget_thread(struct thread *thread);

#endif
