/*
 * store_image.c - see store_image.h.
 *
 * A copy of the file is made to look as if the process had left it at this address: take.h says how. Then collect.c makes the profile
 * as it does in a running process. Only without header, regions or root there is no profile.
 */
#include "runtime/collect/store_image.h"

#include "runtime/collect/collect.h"
#include "runtime/collect/take_mpi.h"
#include "runtime/collect/take_threads.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/store_header.h"

#include <stdio.h>
#include <string.h>

/* What can't be the sum of anything would spoil all sums it goes into. */
static bool possible(double value)
{
    return value >= 0 && value < 1e30;
}

/* All is in a profile. */
static void forget_written(struct store_image *image, struct store_header *header)
{
    for (uint32_t i = 0; i < image->region_count; i++)
        image->regions[i]->short_calls = image->regions[i]->astray = 0;
    for (uint32_t i = 0; i < header->counted.unit_count; i++)
        header->counted.units[i].gone = NULL;
    take_forget_calls(header->root);
    header->root->values = NULL;
    header->root->children = NULL;
    header->threads = NULL;
    header->sampled = NULL;
    header->traffic = NULL;
    header->communicators = NULL;
    header->operations = NULL;
    header->stretches = NULL;
}

static bool texts_end(const struct store_header *header)
{
    const struct tally_table *tallies = &header->tallies;
    for (size_t i = 0; i < sizeof tallies->named / sizeof *tallies->named; i++)
        if (!memchr(tallies->named[i].name, 0, TALLY_NAME))
            return false;
    for (uint32_t i = 0; i < header->metrics.count; i++) {
        const struct metric_on *on = &header->metrics.on[i];
        if (!memchr(on->key, 0, sizeof on->key) || !memchr(on->name, 0, sizeof on->name) ||
            !memchr(on->unit, 0, sizeof on->unit) || on->rule > METRIC_MAX)
            return false;
    }
    return memchr(header->start_utc, 0, sizeof header->start_utc) &&
           memchr(header->settings.output, 0, sizeof header->settings.output) &&
           memchr(header->settings.ranks, 0, sizeof header->settings.ranks) &&
           memchr(header->settings.build, 0, sizeof header->settings.build) &&
           memchr(header->settings.tag, 0, sizeof header->settings.tag);
}

static struct store_header *header_of(const struct store_image *image)
{
    return (struct store_header *)(void *)image->bytes;
}

/* Does the file begin as one that was written by this version? */
static bool check_header(const unsigned char *bytes, size_t size, const char *name, struct error *error)
{
    struct store_header header;
    if (size < sizeof header || memcmp(bytes, STORE_MAGIC, sizeof header.magic) != 0)
        return error_set(error, ERROR_PROFILE, "%s: not what a process left to recover", name);
    memcpy(&header, bytes, sizeof header);
    if (header.version != STORE_VERSION || memcmp(&header.sizes, &store_sizes, sizeof store_sizes) != 0)
        return error_set(error, ERROR_PROFILE,
                         "%s: written by another version of instr; recover it with the instr-report of that one", name);
    if (header.base % TAKE_UNIT || header.used < sizeof header || header.kept < sizeof header || header.newest > 1 ||
        header.clock >= CLOCK_KINDS || !possible(header.costs.clock) || !possible(header.costs.timed) ||
        !possible(header.costs.inside) || header.rank < 0 || header.metrics.count > METRICS_MOST || !texts_end(&header))
        return error_set(error, ERROR_PROFILE, "%s: damaged: impossible values in its header", name);
    return true;
}

static bool copy_bytes(struct store_image *image, const unsigned char *bytes, size_t size, struct arena *arena)
{
    uint64_t used = ((const struct store_header *)(const void *)bytes)->used;
    uint64_t kept = ((const struct store_header *)(const void *)bytes)->kept;
    image->size = used < kept ? used : kept;
    if (image->size > size)
        image->size = size;
    image->size -= image->size % TAKE_UNIT;
    image->texts = arena_copy(arena, (const char *)bytes, image->size);
    image->bytes = arena_alloc(arena, image->size);
    image->taken = arena_alloc(arena, image->size / TAKE_UNIT / 8 + 1);
    image->is_node = arena_alloc(arena, image->size / TAKE_UNIT / 8 + 1);
    if (!image->texts || !image->bytes || !image->taken || !image->is_node)
        return false;
    memcpy(image->bytes, bytes, image->size);
    image->base = ((const struct store_header *)(const void *)bytes)->base;
    return true;
}

/* The last time that is known, on both clocks. */
static struct clock_pair last_time(const struct store_header *header)
{
    struct clock_pair noted = header->last[header->newest], end = noted;
    for (const struct thread *thread = header->threads; thread; thread = thread->next) {
        if (thread->last > end.ticks)
            end.ticks = thread->last;
        struct stack stack = stack_of(thread);
        uint64_t began = start_moment(stack.top->start); /* its innermost call */
        if (!stack_is_empty(stack) && frame_is_timed(stack.top) && began > end.ticks)
            end.ticks = began;
    }
    struct clock_scale scale = store_scale(header, noted);
    if (end.ticks > noted.ticks)
        end.ns += wide_whole((double)(end.ticks - noted.ticks) * clock_ps(scale) * 1e-3);
    return end;
}

const struct store_header *store_image_open(struct store_image *image, const unsigned char *bytes, size_t size,
                                            const char *name, struct arena *arena, struct error *error)
{
    memset(image, 0, sizeof *image);
    if (!check_header(bytes, size, name, error))
        return NULL;
    if (!copy_bytes(image, bytes, size, arena)) {
        error_set(error, ERROR_INTERNAL, "%s: no memory", name);
        return NULL;
    }
    struct store_header *header = header_of(image);
    image->metrics = header->metrics.count;
    header->program = take_text(image, header->program);
    header->command = take_text(image, header->command);
    header->host = take_text(image, header->host);
    header->job = take_text(image, header->job);
    header->directory = take_text(image, header->directory);
    header->roll = take_text(image, header->roll);
    header->trace = take_text(image, header->trace);
    return header;
}

/* This moment on the clock of another process of this machine; *end where it can't be told. */
static void read_clock_of(const struct store_header *header, struct clock_pair *end)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    struct clock_pair now = {.ns = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec};
    now.ticks = header->clock == CLOCK_MONO ? now.ns : 0;
#if CLOCK_HAS_TSC
    if (header->clock == CLOCK_TSC)
        now.ticks = clock_tsc();
#endif
    if (now.ticks > end->ticks && now.ns > end->ns)
        *end = now;
}

/* The name of a damaged store may have no end. */
static void note_plugin(struct store_header *header, uint8_t inside)
{
    char text[TALLY_NAME];
    if (!inside || inside > STORE_PLUGINS)
        return;
    enum { SHOWN = 40 };
    snprintf(text, sizeof text, "threads that were in the plug-in %.*s when it ended: try INSTR_PLUGINS without it",
             SHOWN, header->plugins[inside - 1]);
    tallies_add(&header->tallies, text, 1);
}

/* In whose code the process ended. */
static void note_plugins(struct store_header *header)
{
    note_plugin(header, header->in_plugin);
    for (const struct thread *thread = header->threads; thread; thread = thread->next)
        if (!thread->ended)
            note_plugin(header, thread->events.inside);
}

bool store_image_profile(struct store_image *image, const char *name, bool living, struct profile *profile,
                         struct clock_pair *end, struct arena *arena, struct error *error)
{
    struct store_header *header = header_of(image);
    take_threads_back(image, header);
    take_traffic_back(image, &header->traffic_move);
    if (!take_regions(image, header, arena) || !(header->root = take_node(image, header->root, NULL)) ||
        header->root->region->kind != REGION_ROOT)
        return error_set(error, ERROR_PROFILE,
                         "%s: damaged, or its process ended before it measured anything; remove it", name);
    take_places(image, header);
    if (header->written)
        forget_written(image, header);
    take_tree(image, header->root);
    take_threads(image, header);
    take_traffic(image, header);
    take_logs(image, header, living, arena);
    costs = header->costs; /* of the machine where it was measured */
    header->tallies.values[TALLY_RECOVERED] = !living;
    header->tallies.values[TALLY_DAMAGED] = image->lost;
    if (!living)
        note_plugins(header);
    *end = last_time(header);
    if (living)
        read_clock_of(header, end);
    return collect_store(header, NULL, *end, profile, arena, error);
}
