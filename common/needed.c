/* needed.c - see needed.h. */
#include "common/needed.h"

#include "common/arena.h"
#include "common/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *name = "instr";
static void (*called_instead)(void);
static void *(*map)(size_t size);

/* At once, as in a child between fork and exec: what is in buffers is its parent's. */
static void *or_end(void *memory)
{
    if (!memory) {
        if (called_instead)
            called_instead();
        dprintf(STDERR_FILENO, "%s: no memory\n", name);
        _exit(ERROR_INTERNAL);
    }
    return memory;
}

static void *map_or_end(size_t size)
{
    return or_end(map(size));
}

void needed_begin(const char *tool)
{
    name = tool;
    map = arena_pages.map;
    arena_pages.map = map_or_end;
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
