/*
 * store_image.c - see store_image.h.
 *
 * A copy of the file is made to look as if the process had left it at this address: take.h says how. Then collect.c makes the profile as it does
 * in a running process. A profile needs at least the header, the regions and the root.
 */
#include "runtime/collect/store_image.h"
#include "runtime/collect/collect.h"
#include "runtime/collect/take.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/beside/operations_log.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/time_slices.h"
#include "runtime/measure/store/wait_sums.h"

#include <stdio.h>
#include <string.h>

/* --- MPI traffic and the log of operations in another process's store --- */

struct traffic_move;

/* Takes all communicators, newest first, like regions; after any damage none, because others refer to them by index. */
static void take_communicators(struct store_image *image, struct store_header *header)
{
    uint32_t expected = 0;
    uint64_t ranks;
    for (struct communicator **link = &header->communicators; *link; link = &(*link)->next) {
        struct communicator *communicator = *link = take_memory(image, *link, sizeof *communicator);
        bool first = link == &header->communicators;
        if (communicator && first)
            expected = communicator->index < COMMUNICATORS_MAX ? communicator->index + 1 : 0;
        if (!communicator || !expected || communicator->index != --expected) {
            header->communicators = NULL;
            return;
        }
        struct profile_communicator *what = &communicator->what;
        what->name = take_text(image, what->name);
        what->place = take_text(image, what->place);
        what->ranks = take_text(image, what->ranks);
        if (!ranks_count(what->ranks, &ranks) || (ranks && ranks != what->size))
            what->ranks = "";
    }
    if (expected)
        header->communicators = NULL;
}

static const struct communicator *communicator_at(const struct store_image *image, const struct store_header *header,
                                                  const struct communicator *address)
{
    uint64_t at = take_place(image, address, sizeof *address);
    const struct communicator *known = header->communicators;
    while (known && known != (const struct communicator *)(void *)(image->bytes + at))
        known = known->next;
    return at ? known : NULL;
}

/* Undoes an unfinished addition of one entry to another, before anything else is taken. */
static void take_traffic_back(struct store_image *image, const struct traffic_move *move)
{
    uint64_t to = take_place(image, move->to, sizeof *move->to),
             from = take_place(image, move->from, sizeof *move->from);
    if (to && from && !((const struct traffic *)(void *)(image->bytes + from))->moved)
        ((struct traffic *)(void *)(image->bytes + to))->sum = move->saved;
}

/* Takes the MPI traffic of intact nodes, and the communicators. */
static void take_traffic(struct store_image *image, struct store_header *header)
{
    take_communicators(image, header);
    struct traffic **link = &header->traffic;
    while (*link) {
        struct traffic *entry = *link = take_memory(image, *link, sizeof *entry);
        if (!entry)
            return;
        entry->node = take_known_node(image, entry->node);
        const struct communicator *communicator = entry->communicator;
        entry->communicator = communicator_at(image, header, communicator);
        image->lost += (!entry->node && entry->sum.calls && !entry->moved) || (communicator && !entry->communicator);
        link = &entry->older;
    }
}

/* Returns the place of a logged call by its number; 0 if it is damaged. */
static uint32_t take_stand(struct store_image *image, unsigned char *is_stand, uint32_t number)
{
    const char *address = (const char *)(uintptr_t)(image->base + (uint64_t)number * TAKE_UNIT);
    if (!number)
        return 0;
    if (number < image->size / TAKE_UNIT && take_bit(is_stand, number)) {
        const struct stand *known = (const struct stand *)(const void *)(image->bytes + (uint64_t)number * TAKE_UNIT);
        return known->node ? number : 0;
    }
    struct stand *stand = take_memory(image, address, sizeof *stand);
    if (!stand)
        return 0;
    stand->node = take_known_node(image, stand->node);
    stand->site = take_text(image, stand->site);
    take_set_bit(is_stand, number);
    return stand->node ? number : 0;
}

static void take_operation(struct store_image *image, unsigned char *is_stand, struct operation *operation)
{
    if (operation->meeting.kind > MEETING_PROBE)
        operation->meeting.kind = MEETING_NONE;
    if (operation->meeting.kind == MEETING_NONE)
        return;
    operation->poster = take_stand(image, is_stand, operation->poster);
    operation->stand = take_stand(image, is_stand, operation->stand);
}

/* Returns, for an operation that was being moved, the copy that is a duplicate or unfinished; else NULL. */
static const struct operation *half_moved(const struct store_image *image, const struct operations_log *log)
{
    uint64_t from = take_place(image, log->move.from, sizeof *log->move.from);
    bool has_left = from && !((const struct operation *)(const void *)(image->bytes + from))->meeting.taken;
    return has_left ? NULL : log->move.to;
}

/* Returns the largest possible number of operations in a chunk. */
static uint32_t given_in(const struct operations_log *log, uint32_t chunk)
{
    uint32_t given = operations_given(log), before = chunk * OPERATIONS_CHUNK;
    uint32_t most = given > before ? given - before : 0;
    return most < OPERATIONS_CHUNK ? most : OPERATIONS_CHUNK;
}

/* Takes the log of operations, and counts those that were not in the file. */
static void take_operations(struct store_image *image, unsigned char *is_stand, struct store_header *header)
{
    enum { SIZE = OPERATIONS_CHUNK * sizeof(struct operation) };
    struct operations_log *log = take_memory(image, header->operations, sizeof *log);
    header->operations = log;
    if (!log)
        return;
    uint8_t level = atomic_load(&log->levels[LEVEL_OF_MESSAGES]), calls = atomic_load(&log->levels[LEVEL_OF_CALLS]);
    if (level > LOG_LEVELS || calls > LOG_LEVELS) {
        header->operations = NULL;
        image->lost++;
        return;
    }
    struct counter *counters = log->numbers.counters;
    bool counted = take_place(image, counters, NUMBERS_STREAMS * sizeof *counters);
    log->numbers = (struct numbers){counted ? take_memory(image, counters, NUMBERS_STREAMS * sizeof *counters) : NULL,
                                    counted ? log->numbers.used : 0};
    const struct operation *half = half_moved(image, log);
    for (uint32_t i = 0; i < OPERATIONS_CHUNKS; i++) {
        const struct operation *address = log->chunks[i];
        bool there = (log->numbers.counters || !(level | calls)) && take_place(image, address, SIZE);
        struct operation *chunk = there ? take_memory(image, address, SIZE) : NULL;
        log->chunks[i] = chunk;
        if (address && !chunk)
            log->missed += (uint64_t)given_in(log, i) << level;
        for (uint32_t k = 0; chunk && k < OPERATIONS_CHUNK; k++) {
            if (half && address + k == half)
                chunk[k].meeting.taken = 0;
            take_operation(image, is_stand, &chunk[k]);
        }
    }
}

/* Takes the work between calls, except in chunks that were not in the file. */
static void take_stretches(struct store_image *image, unsigned char *is_stand, struct store_header *header)
{
    struct time_slices_log *log = take_memory(image, header->stretches, sizeof *log);
    header->stretches = log;
    for (uint32_t i = 0; log && i < TIME_SLICES_CHUNKS; i++) {
        enum { SIZE = TIME_SLICES_CHUNK * sizeof(struct stretch) };
        const void *address = log->chunks[i];
        struct stretch *chunk = take_place(image, address, SIZE) ? take_memory(image, address, SIZE) : NULL;
        log->chunks[i] = chunk;
        for (uint32_t k = 0; chunk && k < TIME_SLICES_CHUNK; k++) {
            chunk[k].stand = chunk[k].length ? take_stand(image, is_stand, chunk[k].stand) : 0;
            if (!chunk[k].stand || chunk[k].share > STRETCH_WHOLE)
                chunk[k].length = 0;
        }
    }
}

/* Takes the logs from which waiting and its causes are found; none if the process will find them itself. */
static void take_logs(struct store_image *image, struct store_header *header, bool living, struct arena *arena)
{
    unsigned char *is_stand = living ? NULL : arena_alloc(arena, image->size / TAKE_UNIT / 8 + 1);
    if (!is_stand) {
        header->operations = NULL;
        header->stretches = NULL;
        return;
    }
    take_operations(image, is_stand, header);
    take_stretches(image, is_stand, header);
}

/* --- */

/* Returns whether a value is possible: an impossible one would spoil all sums. */
static bool possible(double value)
{
    return value >= 0 && value < 1e30;
}

/* Drops everything below the root, when a profile has all of it. */
static void forget_written(struct store_image *image, struct store_header *header)
{
    for (uint32_t i = 0; i < image->region_count; i++)
        image->regions[i]->short_calls = image->regions[i]->unmatched_calls = 0;
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

/* Returns whether the file begins like one of this version. */
static bool check_header(const unsigned char *bytes, size_t size, const char *name, struct error *error)
{
    struct store_header header;
    if (size < sizeof header || memcmp(bytes, STORE_MAGIC, sizeof header.magic) != 0)
        return error_set(error, ERROR_PROFILE, "%s: not a file to recover", name);
    memcpy(&header, bytes, sizeof header);
    if (header.version != STORE_VERSION || memcmp(&header.sizes, &store_sizes, sizeof store_sizes) != 0)
        return error_set(error, ERROR_PROFILE,
                         "%s: written by another version of instr; recover it with the instr-report of that version",
                         name);
    if (header.base % TAKE_UNIT || header.used < sizeof header || header.kept < sizeof header || header.newest > 1 ||
        header.clock >= CLOCK_KINDS || !possible(header.costs.clock) || !possible(header.costs.timed) ||
        !possible(header.costs.inside) || header.rank < 0 || header.metrics.count > METRICS_MOST || !texts_end(&header))
        return error_set(error, ERROR_PROFILE, "%s: damaged header", name);
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

/* Returns the last known time on both clocks. */
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

/* Reads the present time on the clock of another process of this machine; *end if that is impossible. */
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

/* Notes a plug-in, whose name in a damaged store may have no end. */
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

/* Notes in which plug-in the process ended. */
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
