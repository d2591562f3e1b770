/*
 * counts.h - calls that are counted by function.
 *
 * A trivial function (instrumenter/front/small_facts.h) would cost several times what it does, if each of its calls had to find its
 * path. So it adds 1 to a number that each thread has for it. It has that number's place in its unit, as a constant of the code:
 *
 *     the thread            for each unit           of the unit, in the store             its functions' numbers
 *     +----------+          +------+               +------+------+-----+-----+-----+
 *     | counting | -------> | null |         .---> | next | unit |  7  | 12  |  0  |      2, 3, 4
 *     +----------+          | null |         |     +------+------+-----+-----+-----+
 *                    slot:  |  o------------'      0      1      2     3     4     5 = size / 8
 *                           +------+
 *
 * The compiler joins the additions of inlined functions, since all that leads to the numbers is read from memory, and only once
 * between two calls of what it does not see. A thread that has nothing to count with comes the slow way: it is new, or is off, or
 * comes to the unit for the first time, or more units have come. What calls took is in the time of their callers.
 *
 * Programs have a variable of their own for each thread that leads to the thread, as a variable of the runtime's takes longer to
 * find. The thread knows these (`selves`), and takes itself out of them when it ends or forks.
 */
#ifndef INSTR_COUNTS_H
#define INSTR_COUNTS_H

#include "runtime/measure/store/thread_self.h"

struct __instr_self;
struct __instr_unit;

struct counts {
    struct counts *next; /* of another unit */
    uint64_t unit;       /* in store->counted.units */
    uint64_t numbers[];
};

enum { COUNTS_FIRST = sizeof(struct counts) / sizeof(uint64_t) };

/* A unit's functions. */
struct counted_unit {
    uint32_t size;       /* of a thread's counts of it, in bytes */
    uint32_t *places;    /* by number: in store->counted.regions; 0: nobody wants to know */
    struct counts *gone; /* of threads that ended and are in the process's tree; null: nothing */
};

/* Nothing is counted by function: all such calls come the slow way, and go back at once. */
extern bool counts_off;

static inline uint64_t *counts_at(struct counts *counts, uint32_t number)
{
    return (uint64_t *)(void *)counts + number;
}

/* A region's calls are counted so from now on; under the lock of regions. False: no memory. */
bool counts_give_place(struct region *region);

/* The region that has that number in the unit; null: there is none, or it is not known. */
struct region *counts_region(const struct __instr_unit *unit, uint32_t number);

/* Says whose number that is; under the lock of regions. False: no memory. */
bool counts_know(struct __instr_unit *unit, uint32_t number, const struct region *region);

/* Room in all threads for the units that are known, before one of them has its slot: each thread needs a larger table, and comes the
 * slow way. Under thread_lock. False: no memory. */
bool counts_make_room(void);
void counts_open(struct __instr_unit *unit);

/* Adds a call of the thread, which has something to count with from now on. False: no memory. */
bool counts_add(struct thread *thread, const struct __instr_unit *unit, uint32_t number);

/* From now on the thread is found there, too. Under thread_lock. */
void counts_meet(struct thread *thread, struct __instr_self *self);

/* And no longer. Of the calling thread, or where nobody else changes its list. */
void counts_leave(struct thread *thread);

/* Adds the counts of a thread that is no more to the process's. Under thread_lock. */
void counts_fold(struct thread *thread);

/* In the child of a fork: the process, and its thread, have counted nothing. */
void counts_forget(void);
void counts_forget_thread(struct thread *thread);

#endif
