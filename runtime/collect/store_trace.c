/*
 * store_trace.c - see store_image.h.
 *
 * A thread's buffer is where its events say, if that lies in the file; words may be anything, which is the reader's concern.
 * The names of regions are written again, all of them: those that had no chunk yet were in the process's memory.
 */
#include "runtime/collect/store_image.h"

#include "profile/trace_format.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

/* A buffer's thread, and the words that are not in the file yet. */
struct found {
    const struct trace_chunk *buffer;
    const uint32_t *words;
    uint32_t count;
};

static bool find_rest(const struct store_image *image, const struct thread *thread, uint64_t now, struct found *found)
{
    const struct events *events = &thread->events;
    uint64_t at = (uint64_t)(uintptr_t)events->buffer - image->base, last;
    uint32_t count = events_count(events, now, &last);
    if (!events->buffer || at % 8 || at < sizeof(struct store_header) || at > image->size ||
        image->size - at < TRACE_CHUNK || count > EVENTS_WORDS || events->written >= count)
        return false;
    found->buffer = (const void *)(image->bytes + at);
    found->words = (const uint32_t *)(found->buffer + 1) + events->written;
    found->count = count - events->written;
    return true;
}

static size_t name_size(const struct region *region, size_t *name, size_t *file)
{
    *name = strnlen(region->name, 1000);
    *file = strnlen(region->file, 1000);
    return (sizeof(struct trace_name) + *name + *file + 3) & ~(size_t)3;
}

static struct trace_chunk *begin_chunk(struct store_trace *rest, enum trace_chunk_kind kind, struct clock_pair end)
{
    struct trace_chunk *chunk = (void *)(rest->chunks + rest->size);
    *chunk = (struct trace_chunk){.magic = TRACE_MAGIC,
                                  .version = TRACE_VERSION,
                                  .kind = (uint16_t)kind,
                                  .size = sizeof *chunk,
                                  .ticks = end.ticks,
                                  .ns = end.ns};
    return chunk;
}

static void end_chunk(struct store_trace *rest, struct trace_chunk *chunk)
{
    chunk->stride = (chunk->size + 7) & ~7u;
    memset((char *)chunk + chunk->size, 0, chunk->stride - chunk->size);
    rest->size += chunk->stride;
}

static void put_names(const struct store_image *image, struct store_trace *rest, struct clock_pair end)
{
    struct trace_chunk *chunk = begin_chunk(rest, TRACE_NAMES, end);
    for (uint32_t i = 0; i < image->region_count; i++) {
        const struct region *region = image->regions[i];
        size_t name, file, size = name_size(region, &name, &file);
        if (!region->trace || (region->trace & 3) == EVENTS_NOT)
            continue;
        if (chunk->size + size > TRACE_CHUNK) {
            end_chunk(rest, chunk);
            chunk = begin_chunk(rest, TRACE_NAMES, end);
        }
        struct trace_name head = {region->trace >> 2, region->line, region->kind, (uint16_t)name, (uint16_t)file};
        char *at = (char *)chunk + chunk->size;
        memset(at, 0, size);
        memcpy(at, &head, sizeof head);
        memcpy(at + sizeof head, region->name, name);
        memcpy(at + sizeof head + name, region->file, file);
        chunk->size += (uint32_t)size;
    }
    end_chunk(rest, chunk);
}

static void put_events(struct store_trace *rest, const struct thread *thread, const struct found *found,
                       uint32_t sequence, struct clock_pair end)
{
    struct trace_chunk *chunk = begin_chunk(rest, TRACE_EVENTS, end);
    chunk->thread = thread->number;
    chunk->system_id = thread->system_id;
    chunk->sequence = sequence;
    chunk->previous = found->buffer->previous;
    chunk->open = found->buffer->open;
    chunk->base = found->buffer->base;
    memcpy(chunk->left, found->buffer->left, sizeof chunk->left);
    memcpy(chunk + 1, found->words, found->count * sizeof *found->words);
    chunk->size += found->count * (uint32_t)sizeof *found->words;
    end_chunk(rest, chunk);
}

bool store_trace_rest(const struct store_image *image, struct clock_pair end, struct store_trace *rest,
                      struct arena *arena)
{
    const struct store_header *header = (const void *)image->bytes;
    size_t room = (size_t)2 * TRACE_CHUNK, name, file;
    struct found found;
    uint32_t threads = 0;
    *rest = (struct store_trace){.pid = header->pid, .start = header->start.ticks};
    for (const struct thread *thread = header->threads; thread; thread = thread->next)
        if (find_rest(image, thread, end.ticks, &found)) {
            threads++;
            room += TRACE_CHUNK;
        }
    if (!threads)
        return true;
    for (uint32_t i = 0; i < image->region_count; i++)
        room += 2 * name_size(image->regions[i], &name, &file);
    rest->chunks = arena_alloc(arena, room);
    if (!rest->chunks)
        return false;
    put_names(image, rest, end);
    threads = 0;
    for (const struct thread *thread = header->threads; thread; thread = thread->next)
        if (find_rest(image, thread, end.ticks, &found))
            put_events(rest, thread, &found, ++threads, end);
    return true;
}
