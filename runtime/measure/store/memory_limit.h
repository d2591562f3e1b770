/*
 * memory_limit.h - limits the memory of a process's call trees: INSTR_MEMORY.
 *
 * Counted are nodes, and the tables in which they are found (index.h). Where there is no room left, prune.h says what happens.
 */
#ifndef INSTR_MEMORY_LIMIT_H
#define INSTR_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* So many bytes more are used, or fewer. */
void memory_limit_take(size_t size);
void memory_limit_give(size_t size);

/* What may be used. */
size_t memory_limit_bytes(void);

/* Whether so many bytes more are within the bound. */
bool memory_limit_allows(size_t size);

/* Whether there may be much more than there is. */
bool memory_limit_is_far(void);

/* In the child of a fork: nothing is used. */
void memory_limit_clear(void);

#endif
