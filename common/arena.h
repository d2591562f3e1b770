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

/* Where blocks come from and go: mmap, unless the runtime has something better. `map` gives zeros, or null. What goes holds zeros
 * behind its first `used` bytes. */
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

/* Zeroed memory, aligned for any type, of `size` bytes (0 gives a valid pointer). Null when the
 * system has no more. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same for an array; null also when count * size overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A copy of `old` (`old_size` bytes, may be null) with room for `new_size` bytes; grows in place when
 * `old` was the last thing allocated. The rest is zero. */
void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size);

/* For a list that grows one by one: `array`, which has `count` of `*capacity` entries, with room for one of `size` bytes
 * behind them. Null, and nothing is changed, when there is no memory. */
void *arena_room(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/* Copies of strings; null when there is no memory. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As arena_free, but a block is kept: for what is used and cleared many times. */
void arena_clear(struct arena *arena);

/* Gives everything back; the arena is empty and can be used again. */
void arena_free(struct arena *arena);

#endif
