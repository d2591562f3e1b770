/*
 * counts.h - finds the counters that the program's code increments for its calls.
 *
 * Each function with a probe by assembly has a number in a section of its program or library (`instr_counts`). Each thread has a copy of
 * that section in the store, and a call adds 1 to the number there:
 *
 *     object's section                   thread's copy, in the store
 *     +-----+-----+-----+-----+          +------+------+-----+-----+-----+-----+
 *     |  f  |  g  |  h  | ... |          | next | unit |  7  | 12  |  0  | ... |
 *     +-----+-----+-----+-----+          +------+------+-----+-----+-----+-----+
 *     ^ start                                           ^ start + ahead
 *
 * In a program `ahead` is a variable of the thread (__instr_ahead11). While that is 0 the section's own numbers count: before the runtime
 * comes, in threads that it does not know yet, and in the child of a fork until it has a store. They are the process's. Libraries find
 * it by the thread's table `counting`. A thread that has nothing to count with there comes the slow way: it is new, or is off, or comes
 * to the library for the first time, or more libraries have come.
 *
 * What is counted lies in the store, so it outlives the process. How much of it happened in calls with frames the trees say; the rest
 * is what demoted functions were called (runtime/collect/draft.c).
 */
#ifndef INSTR_COUNTS_H
#define INSTR_COUNTS_H

#include "runtime/measure/store/thread_self.h"

struct counts {
    struct counts *next; /* of another object */
    uint64_t unit;       /* in store->counted.units */
    struct __instr_counted of[];
};

/* An object's functions. */
struct counted_unit {
    uint32_t count;   /* of its numbers */
    uint32_t *places; /* of each: in store->counted.regions, and COUNTS_OFF while it is off; 0: nobody wants to know */
    struct counts *gone; /* what is the process's: of threads that ended, and of the section itself; null: nothing */
    uintptr_t start;     /* of the section, in the process */
};

/* In a copy the second word of a number has the calls to be taken off, as the region was off when they were made. While it is off, these
 * calls less those until then: so all is right at any time, and the program need not know. */
#define COUNTS_OFF ((uint32_t)1 << 31)
static inline uint64_t counts_made(const struct __instr_counted *number, uint32_t place)
{
    uint64_t off = (uintptr_t)GET(number->__region);
    return place & COUNTS_OFF ? -off : GET(number->__calls) - off;
}

static inline size_t counts_size(uint32_t count)
{
    return sizeof(struct counts) + count * sizeof(struct __instr_counted);
}

/* A region's calls are counted so from now on; under the lock of regions. False: no memory. */
bool counts_give_place(struct region *region);

/* Numbers of an object that comes know their regions, as its descriptors have them; under the lock of regions. False: no memory. */
bool counts_know(const struct __instr_link *link);

/* Room in all threads for the objects that are known, before one of them has its slot: each thread needs a larger table, and comes the
 * slow way. Under thread_lock. False: no memory. */
bool counts_make_room(void);

/* The object, which may be the program, counts from now on. False: it has variables of threads, and there are too many such objects.
 * And it goes. Under thread_lock. */
bool counts_open(const struct __instr_link *link);
void counts_close(const struct __instr_link *link);

/* Adds a call of the thread in a library, where it has something to count with from now on. False: no memory. */
bool counts_add(struct thread *thread, const struct __instr_object *object, const struct __instr_counted *number);

/* The calling thread counts in the program from now on; under thread_lock. And no longer: of the calling thread, or where nobody else
 * changes the list of threads. */
void counts_begin(struct thread *thread);
void counts_leave(struct thread *thread);

/* In the child of a fork, to which no more of the thread belongs than that variable: it counts in the section. */
void counts_forked(const struct thread *thread);

/* What the thread counts from now on is nobody's, or is its own again. Under thread_lock. */
void counts_switch(struct thread *thread, bool on);

/* Adds the counts of a thread that is no more to the process's, or those of the program's section itself. Under thread_lock. */
void counts_fold(struct thread *thread);
void counts_fold_sections(void);

/* Whether a number is one of the program's section. */
bool counts_in_section(const struct __instr_counted *number);

/* What the program's section has was counted by this thread. */
void counts_take_over(struct thread *thread);

/* The calls of a function in such sections themselves, which then have none of these any more. Null: there are no more. All of the
 * calling process. */
struct region *counts_take_next(uint64_t *calls);

/* Adds the numbers of the program's section itself to `calls`, by place below `end`; of the calling process. */
void counts_add_sections(uint64_t *calls, uint64_t end);

/* In the child of a fork: the process, and its thread, have counted nothing. */
void counts_forget(void);
void counts_forget_thread(struct thread *thread);

#endif
