/*
 * memory.h - gives ordinary memory to the runtime, outside of the store.
 *
 * Data that `instr-report recover` does not need is here and not in the store, which a child of fork shares with its parent at first. None of it
 * is the C library's, whose functions the program may have replaced.
 */
#ifndef INSTR_MEMORY_H
#define INSTR_MEMORY_H

#include <stddef.h>

/* Small pieces of memory that are never freed; zero at first. The caller holds a lock. */
struct memory {
    char *next, *end;
};

/* Returns zeroed memory for any type; NULL if there is no more. */
void *memory_take(struct memory *from, size_t size);

#endif
