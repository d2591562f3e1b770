/* unit_source.c - see unit_source.h. */
#include "instrumenter/unit/unit_source.h"

#include <string.h>

static struct source *find(struct sources *sources, const char *path)
{
    for (struct source *source = sources->first; source; source = source->next)
        if (source->path == path || strcmp(source->path, path) == 0)
            return source;
    struct source *source = arena_alloc(sources->arena, sizeof *source);
    *source = (struct source){.path = path, .line = 1, .next = sources->first};
    if (sources->read)
        source->text = sources->read(path, &source->size, sources->arena, NULL);
    return sources->first = source;
}

const struct source *sources_at(struct sources *sources, const char *path, unsigned line)
{
    struct source *source = find(sources, path);
    if (!source->text)
        return NULL;
    if (line < source->line) {
        source->line = 1;
        source->at = 0;
    }
    while (source->line < line) {
        const char *newline = memchr(source->text + source->at, '\n', source->size - source->at);
        if (!newline)
            return NULL;
        source->at = (size_t)(newline + 1 - source->text);
        source->line++;
    }
    return source;
}

size_t source_line_end(const char *text, size_t size, size_t at)
{
    const char *newline = memchr(text + at, '\n', size - at);
    return newline ? (size_t)(newline - text) : size;
}
