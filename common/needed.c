/* needed.c - see needed.h. */
#include "common/needed.h"

#include "common/arena.h"
#include "common/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name = "instr";
static void (*called_instead)(void);
static struct arena_pages system_pages;

/* Freed blocks of arenas, kept for reuse. A tool that reads many files asks for as many blocks each time, and most of its time would go to the
 * system, which clears their pages. */
enum { KEPT = 64, MOST_BYTES = 32 << 20 };
static struct {
    void *memory;
    size_t size, used;
} kept[KEPT];
static size_t kept_bytes;

/* Ends the tool without flushing buffers, which may be the parent's in a child between fork and exec. */
static void *or_end(void *memory)
{
    if (!memory) {
        if (called_instead)
            called_instead();
        dprintf(STDERR_FILENO, "%s: out of memory\n", name);
        _exit(ERROR_INTERNAL);
    }
    return memory;
}

/* Empties a place. */
static void *take(size_t i)
{
    void *memory = kept[i].memory;
    kept_bytes -= memory ? kept[i].size : 0;
    kept[i].memory = NULL;
    return memory;
}

static void *map_or_end(size_t size)
{
    for (size_t i = 0; i < KEPT; i++)
        if (kept[i].memory && kept[i].size == size)
            return memset(take(i), 0, kept[i].used);
    return or_end(system_pages.map(size));
}

/* Keeps a block, replacing the oldest one. */
static void keep(void *memory, size_t size, size_t used)
{
    static size_t next;
    void *oldest = take(next);
    if (oldest)
        system_pages.unmap(oldest, kept[next].size, kept[next].used);
    if (size > MOST_BYTES / 8 || kept_bytes + size > MOST_BYTES) {
        system_pages.unmap(memory, size, used);
        return;
    }
    kept[next].memory = memory;
    kept[next].size = size;
    kept[next].used = used;
    kept_bytes += size;
    next = (next + 1) % KEPT;
}

void needed_begin(const char *tool)
{
    name = tool;
    system_pages = arena_pages;
    arena_pages.map = map_or_end;
}

void needed_keep(void)
{
    arena_pages.unmap = keep;
}

void needed_instead(void (*instead)(void))
{
    called_instead = instead;
}

void *needed_zeros(size_t count, size_t size)
{
    return or_end(calloc(count ? count : 1, size ? size : 1));
}

void *needed_room(void *old, size_t size)
{
    return or_end(realloc(old, size ? size : 1));
}

FILE *needed_stream(char **text, size_t *size)
{
    return or_end(open_memstream(text, size));
}

void needed_stream_end(FILE *stream)
{
    if (fclose(stream))
        or_end(NULL);
}
