/*
 * memory_limit.h - limits the memory of a process's call trees: INSTR_MEMORY.
 *
 * The limit covers nodes, and the tables in which they are found (index.h). When there is no room left, trees are pruned (prune.h).
 */
#ifndef INSTR_MEMORY_LIMIT_H
#define INSTR_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* Record that so many bytes more, or fewer, are used. */
void memory_limit_take(size_t size);
void memory_limit_give(size_t size);

/* Returns how many bytes may be used. */
size_t memory_limit_bytes(void);

/* Returns whether so many more bytes are within the limit. */
bool memory_limit_allows(size_t size);

/* Returns whether much more memory than now is allowed. */
bool memory_limit_is_far(void);

/* In a child of fork: nothing is used. */
void memory_limit_clear(void);

#endif
