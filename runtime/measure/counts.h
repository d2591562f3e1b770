/*
 * counts.h - calls that are counted by function.
 *
 * A trivial function (instrumenter/front/c/unit_small.h) would cost several times what it does, if each of its calls had to find its
 * path. So it adds 1 to a number that each thread has for it, and puts a mark where the observer sees it while it runs:
 *
 *     the thread              its counts, in the store                    a function's descriptor
 *     +------------+          +------+-------+-----+-----+-----+
 *     | counts     | -------> | size | older |  7  | 12  |  0  |          __state: 24, the place of its count
 *     | counts_end |          +------+-------+-----+-----+-----+
 *     | marks[0]   |          0      8       16    24    32  = size
 *     | marks[1] ..|
 *     +------------+
 *
 * Where there are more functions than that a larger block goes before, and what was counted stays in the older one. Behind a block's
 * counts lie as many numbers: how many of the calls are shared out among paths.
 *
 * A mark is the place of the function that runs, and the thread's path, in one word (counts_mark). A function calls only such of a lower
 * depth (__INSTR_DEPTH), so each depth has one mark, and they say what is open below the path: marks[2] calls marks[1], and so on.
 *
 * Each call is counted by function. The first calls of each function, and all in the first moments of a process, come the slow way and
 * are counted by path, in their nodes. On which paths all others are is sampled (burst.h). What they take the observer sees: where it
 * finds a path that has no node yet, it asks the thread for one (struct counted_path).
 *
 * Such a function may call others where that is seldom. Then its call gets a frame for as long, and so a path; the mark says nothing
 * meanwhile, as the path is another one. Where threads have no path, as with exact timing, it says nothing below such a frame. The
 * frames have a region of their own (region->framed), as they are no calls.
 */
#ifndef INSTR_COUNTS_H
#define INSTR_COUNTS_H

#include "runtime/measure/thread_self.h"

struct counts {
    uint64_t size; /* bytes, up to the last count */
    struct counts *older;
};

enum { COUNTS_FIRST = sizeof(struct counts), COUNTS_PLACES = 1 << __INSTR_MARK_BITS };

static inline uint64_t *counts_at(struct counts *counts, uint64_t place)
{
    return (uint64_t *)(void *)((char *)counts + place);
}

/* How many of the calls that are counted at this place are shared out. */
static inline uint64_t *counts_shared(const struct counts *counts, uint64_t place)
{
    return (uint64_t *)(void *)((char *)(uintptr_t)counts + counts->size + place);
}

/* What a function at this place puts there when it is called from a path. */
static inline uint64_t counts_mark(uint64_t place, uint64_t path)
{
    return (place >> __INSTR_MARK_BITS | place << (64 - __INSTR_MARK_BITS)) ^ path;
}

/* The place of the function that put a mark there, called from this path; 0: it is from another one, or there is none. */
static inline uint64_t counts_marked(uint64_t mark, uint64_t path)
{
    uint64_t both = mark ^ path;
    return mark && !(both << __INSTR_MARK_BITS) ? both >> (64 - __INSTR_MARK_BITS) : 0;
}

/* A region's calls are counted so from now on; under the lock of regions. False: no memory, or too many of them. */
bool counts_give_place(struct region *region);

/* The region that has the place; null: none. */
struct region *counts_region(uint64_t place);

/* Counts so many calls of it there. */
void counts_add(struct counts **counts, const struct region *region, uint64_t calls);

/* Each such call of the thread comes the slow way; whoever says so, at any moment. */
static inline void counts_stop(struct thread *thread)
{
    __atomic_store_n(&thread->counts_end, 0, __ATOMIC_SEQ_CST);
}

/* Adds the counts of a thread that is no more to the process's. Under thread_lock. */
void counts_fold(struct thread *thread);

/* In the child of a fork: the process, and its thread, have counted nothing. */
void counts_forget(void);
void counts_forget_thread(struct thread *thread);

#endif
