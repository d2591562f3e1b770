/*
 * grown_memory.h - memory of the runtime's that grows where it is.
 *
 * It begins where no other mapping is near, and is made longer when more is needed. Address space that is only set aside
 * would count as well: for a program that limits it or locks its memory, for a batch system that ends what has mapped too
 * much, for who looks at the process. A stretch that grows takes no further mapping of those that a process may have.
 *
 * A core dump leaves it out.
 */
#ifndef INSTR_GROWN_MEMORY_H
#define INSTR_GROWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Ordinary memory with nothing behind it; null where there is none. Sizes are whole pages. */
char *grown_memory_begin(size_t size);

/* `size` more bytes of what the mapping that ends at `end` maps; false where another lies there, or there is no more. */
bool grown_memory_grow(char *end, size_t size);

/* The same of ordinary memory, whatever the mapping before it maps. */
bool grown_memory_follow(char *end, size_t size);

/* Maps the place anew, whatever is there: `file`, or for -1 ordinary memory. */
bool grown_memory_place(char *at, size_t size, int file);

/* Puts a copy in ordinary memory in place of what is there, which nobody else changes meanwhile. */
bool grown_memory_copy(char *at, size_t size);

size_t grown_memory_pages(size_t size); /* the least whole pages that hold so much */

#endif
