/*
 * census.h - how often each region of a process was called, by all of its threads, as far as the store says so by path.
 *
 *     the process's tree    threads that ended and were counted by path
 *     each thread's tree    its nodes
 *     each thread's tables  calls without a frame, not yet in a node (light_table.h)
 *
 * The process goes on meanwhile and may have any rights but ours, see looker.h: what is read is bounded.
 */
#ifndef INSTR_OBSERVE_CENSUS_H
#define INSTR_OBSERVE_CENSUS_H

#include "runtime/observe/looker.h"

struct called {
    struct region *region; /* null: there is none of this index */
    uint64_t calls;
};

/* All regions by their index; null where there is no memory. */
struct called *census_take(const struct looker *looker, uint32_t *count);

/* Zeroed memory for so many of `each` bytes, null where there is none; and its end. */
void *census_room(uint32_t count, size_t each);
void census_give(void *room, uint32_t count, size_t each);

#endif
