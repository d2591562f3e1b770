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

/* In a copy, the second word of a number has the calls to subtract, because they were made while the region was off. While it is off (flag
 * COUNTS_OFF of its place) the word has those calls minus the calls until it was switched off. So the result is right at any time without help
 * from the program. */
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

/* Counts a region's calls by function from now on; under the lock of regions. Returns false if there is no memory. */
bool counts_give_place(struct region *region);

/* Connects the numbers of a new object with their regions, as its descriptors say; under the lock of regions. Returns false if there is no
 * memory. */
bool counts_know(const struct __instr_link *link);

/* Makes room in all threads for the known objects, before a new one has its slot: each thread needs a larger table, and takes the slow path.
 * Under thread_lock. Returns false if there is no memory. */
bool counts_make_room(void);

/* Start and stop counting in an object, which may be the program. Returns false if there are too many objects with thread-local counters.
 * Under thread_lock. */
bool counts_open(const struct __instr_link *link);
void counts_close(const struct __instr_link *link);

/* Adds a call of the thread in a library, and gives it a counter there. Returns false if there is no memory. */
bool counts_add(struct thread *thread, const struct __instr_object *object, const struct __instr_counted *number);

/* Start counting of the calling thread in the program, under thread_lock; and stop it: for the calling thread, or while nobody else changes
 * the list of threads. */
void counts_begin(struct thread *thread);
void counts_leave(struct thread *thread);

/* In a child of fork, which shares only the variable with the thread: counts in the section. */
void counts_forked(const struct thread *thread);

/* Discards what the thread counts from now on, or counts it again. Under thread_lock. */
void counts_switch(struct thread *thread, bool on);

/* Adds the counts of an ended thread, or those of the program's own section, to the process's. Under thread_lock. */
void counts_fold(struct thread *thread);
void counts_fold_sections(void);

/* Returns whether a number is in the program's section. */
bool counts_in_section(const struct __instr_counted *number);

/* Charges the counts of the program's section to this thread. */
void counts_take_over(struct thread *thread);

/* Returns the next function with calls in such sections of the calling process, and removes these calls from there; NULL if there are no more. */
struct region *counts_take_next(uint64_t *calls);

/* Adds the numbers of the program's own section to `calls`, by index below `end`; in the calling process. */
void counts_add_sections(uint64_t *calls, uint64_t end);

/* In a child of fork: resets the counts of the process and its thread. */
void counts_forget(void);
void counts_forget_thread(struct thread *thread);

#endif
