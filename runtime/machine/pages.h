/*
 * pages.h - gives the runtime ordinary memory, in pages.
 *
 * When the profile is made, the program may have used up all mappings, or given up the right to make any. So one page is reserved at the start;
 * if the system gives no memory, it is extended (grown_memory.h).
 */
#ifndef INSTR_PAGES_H
#define INSTR_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Reserves the page; without it there is only memory from the system. */
void pages_start(void);

/* Returns zeroed memory; NULL if there is no more. From any thread, but not from a signal handler that interrupted one of these functions. */
void *pages_map(size_t size);
void pages_unmap(void *memory, size_t size);

/* Frees a block of an arena, whose bytes behind `used` are zero, for reuse without asking the system. */
void pages_keep(void *memory, size_t size, size_t used);

/* Empties memory that stays mapped for late readers, and reads as zeros if the system takes it back. */
void pages_empty(void *memory, size_t size);

/* Reserves so many bytes; from now on the system is not asked for memory, and gets none back, until pages_unseal. */
void pages_seal(size_t size);
void pages_unseal(void);

/* Called in a child of fork. */
void pages_forked(void);

#endif
