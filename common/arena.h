/*
 * arena.h - memory that is given back all at once.
 *
 * Blocks come straight from mmap, not from malloc: the runtime builds a profile inside programs that
 * replace malloc, in exit handlers and after a crash. A tool has one arena for a run; the runtime one
 * for each profile it writes. Not thread-safe: an arena belongs to one thread at a time.
 */
#ifndef INSTR_BASE_ARENA_H
#define INSTR_BASE_ARENA_H

#include <stddef.h>

/* The source of blocks: mmap, unless the runtime has something better. `map` returns zeros, or NULL. A freed block is zero behind its first
 * `used` bytes. */
struct arena_pages {
    void *(*map)(size_t size);
    void (*unmap)(void *memory, size_t size, size_t used);
};
extern struct arena_pages arena_pages;

struct arena_block;

enum { ARENA_BLOCK = 64 << 10 }; /* the first of an arena, if nothing larger is asked for */

/* All zero is an empty arena. */
struct arena {
    struct arena_block *blocks; /* newest first */
    size_t used;                /* bytes taken of the newest block */
};

/* Returns zeroed memory of `size` bytes, aligned for any type (0 gives a valid pointer). NULL if the system has no more. */
void *arena_alloc(struct arena *arena, size_t size);

/* Does the same for an array; returns NULL also if count * size overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* Returns a copy of `old` (`old_size` bytes, may be NULL) with room for `new_size` bytes, zero behind the copy; grows in place if `old` was
 * allocated last. */
void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size);

/* Returns `array`, which has `count` of `*capacity` entries of `size` bytes, with room for one more: for lists that grow one by one. If there
 * is no memory, returns NULL and changes nothing. */
void *arena_room(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/* Copy strings; NULL if there is no memory. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does as arena_free, but keeps a block: for an arena that is used and cleared many times. */
void arena_clear(struct arena *arena);

/* Frees everything; the arena is empty and can be used again. */
void arena_free(struct arena *arena);

#endif
