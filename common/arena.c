/* arena.c - see arena.h. Blocks double up to 64 MiB, so their number stays small for any use. */
#include "common/arena.h"
#include "common/check.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static void *map(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(void *memory, size_t size, size_t used)
{
    (void)used;
    munmap(memory, size);
}

struct arena_pages arena_pages = {map, unmap};

enum { ALIGN = 16, LARGEST_BLOCK = 64 << 20 };

struct arena_block {
    struct arena_block *older;
    size_t size; /* of the whole mapping */
};

static const size_t HEADER = (sizeof(struct arena_block) + ALIGN - 1) & ~(size_t)(ALIGN - 1);

static bool add_block(struct arena *arena, size_t need)
{
    size_t size = ARENA_BLOCK;
    if (arena->blocks)
        size = arena->blocks->size < LARGEST_BLOCK ? arena->blocks->size * 2 : LARGEST_BLOCK;
    if (need > SIZE_MAX - HEADER - ARENA_BLOCK)
        return false;
    if (size < need + HEADER)
        size = (need + HEADER + ARENA_BLOCK - 1) & ~((size_t)ARENA_BLOCK - 1);
    struct arena_block *block = arena_pages.map(size);
    if (!block)
        return false;
    block->older = arena->blocks;
    block->size = size;
    arena->blocks = block;
    arena->used = HEADER;
    return true;
}

static size_t rounded(size_t size)
{
    return (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGN)
        return NULL;
    size = rounded(size);
    if ((!arena->blocks || arena->blocks->size - arena->used < size) && !add_block(arena, size))
        return NULL;
    void *result = (char *)arena->blocks + arena->used;
    arena->used += size;
    CHECK(arena->used <= arena->blocks->size);
    return result;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return arena_alloc(arena, count * size);
}

void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size)
{
    if (old && new_size >= old_size && new_size <= SIZE_MAX - ALIGN &&
        (char *)old + rounded(old_size) == (char *)arena->blocks + arena->used &&
        arena->blocks->size - arena->used >= rounded(new_size) - rounded(old_size)) {
        arena->used += rounded(new_size) - rounded(old_size);
        CHECK(arena->used <= arena->blocks->size);
        return old;
    }
    void *result = arena_alloc(arena, new_size);
    if (result && old)
        memcpy(result, old, old_size < new_size ? old_size : new_size);
    return result;
}

void *arena_room(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    size_t larger = *capacity ? *capacity * 2 : 64;
    void *result = larger <= SIZE_MAX / size ? arena_grow(arena, array, *capacity * size, larger * size) : NULL;
    if (result)
        *capacity = larger;
    return result;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = length < SIZE_MAX ? arena_alloc(arena, length + 1) : NULL;
    if (copy)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (text) {
        va_start(args, format);
        vsnprintf(text, (size_t)length + 1, format, args);
        va_end(args);
    }
    return text;
}

/* `used`: of the first. */
static void free_behind(struct arena_block **blocks, size_t used)
{
    while (*blocks) {
        struct arena_block *older = (*blocks)->older;
        arena_pages.unmap(*blocks, (*blocks)->size, used);
        *blocks = older;
        used = older ? older->size : 0;
    }
}

void arena_clear(struct arena *arena)
{
    if (!arena->blocks)
        return;
    if (arena->blocks->older)
        free_behind(&arena->blocks->older, arena->blocks->older->size);
    memset((char *)arena->blocks + HEADER, 0, arena->used - HEADER);
    arena->used = HEADER;
}

void arena_free(struct arena *arena)
{
    free_behind(&arena->blocks, arena->used);
    arena->used = 0;
}
