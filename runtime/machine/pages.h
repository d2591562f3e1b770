/*
 * pages.h - ordinary memory of the runtime's, in pages.
 *
 * A program may have used up what the system gives it when its profile is to be made: mappings, or the right to ask for
 * them. So one page is set aside at the start; where the system gives nothing, it is made longer (grown_memory.h).
 */
#ifndef INSTR_PAGES_H
#define INSTR_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the page aside; without it there is only what the system gives. */
void pages_start(void);

/* Zeroed memory; null when there is no more. Any thread; not from a signal handler that came into one of these. */
void *pages_map(size_t size);
void pages_unmap(void *memory, size_t size);

/* As pages_unmap, of a block of an arena: what is behind `used` holds zeros. The system is not asked for each. */
void pages_keep(void *memory, size_t size, size_t used);

/* It stays where it is, for who may still read it, and holds zeros where the system takes it back. */
void pages_empty(void *memory, size_t size);

/* From now on the system is not asked for memory any more, nor given any back: so many bytes are taken from it before.
 * pages_unseal ends that. */
void pages_seal(size_t size);
void pages_unseal(void);

/* In the child of a fork. */
void pages_forked(void);

#endif
