/*
 * grown_memory.h - memory of the runtime that grows in place.
 *
 * It begins far from other mappings, and is extended when more is needed. Reserved address space would count, too: for a program that limits it
 * or locks its memory, for a batch system that kills processes with large mappings, and for people who look at the process. Growing in place also
 * takes no further mapping of those that a process may have.
 *
 * A core dump leaves it out.
 */
#ifndef INSTR_GROWN_MEMORY_H
#define INSTR_GROWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Maps memory with free space behind it; NULL if that fails. Sizes are whole pages. */
char *grown_memory_begin(size_t size);

/* Maps `size` more bytes of the same object behind the mapping that ends at `end`; returns false if another mapping is there, or there is no
 * more. */
bool grown_memory_grow(char *end, size_t size);

/* Maps memory behind it, whatever the mapping before it is. */
bool grown_memory_follow(char *end, size_t size);

/* Replaces the mapping there by `file`, or by memory for -1. */
bool grown_memory_place(char *at, size_t size, int file);

/* Replaces a mapping by a copy in memory. Nobody may change it meanwhile. */
bool grown_memory_copy(char *at, size_t size);

size_t grown_memory_pages(size_t size); /* the least whole pages that hold so much */

#endif
