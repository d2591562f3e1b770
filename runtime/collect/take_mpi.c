/* take_mpi.c - see take_mpi.h. */
#include "runtime/collect/take_mpi.h"

#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/beside/operations_log.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/store/stands.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/stretches.h"

/* All communicators, newest first, as regions are; on any damage none, for an index stands for each. */
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

void take_traffic_back(struct store_image *image, const struct traffic_move *move)
{
    uint64_t to = take_place(image, move->to, sizeof *move->to),
             from = take_place(image, move->from, sizeof *move->from);
    if (to && from && !((const struct traffic *)(void *)(image->bytes + from))->moved)
        ((struct traffic *)(void *)(image->bytes + to))->sum = move->saved;
}

void take_traffic(struct store_image *image, struct store_header *header)
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

/* The place of a call that was logged, by its number; 0: it can't be had. */
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

/* Of an operation that was being moved: the place that does not count, as it is known or may be half written; else null. */
static const struct operation *half_moved(const struct store_image *image, const struct operations_log *log)
{
    uint64_t from = take_place(image, log->move.from, sizeof *log->move.from);
    bool has_left = from && !((const struct operation *)(const void *)(image->bytes + from))->meeting.taken;
    return has_left ? NULL : log->move.to;
}

/* How many operations were in a chunk at most. */
static uint32_t given_in(const struct operations_log *log, uint32_t chunk)
{
    uint32_t given = operations_given(log), before = chunk * OPERATIONS_CHUNK;
    uint32_t most = given > before ? given - before : 0;
    return most < OPERATIONS_CHUNK ? most : OPERATIONS_CHUNK;
}

/* The log of operations. Of what was not in the file it is counted how much it was. */
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

/* What was done between calls, but for the chunks that were not in the file. */
static void take_stretches(struct store_image *image, unsigned char *is_stand, struct store_header *header)
{
    struct stretches_log *log = take_memory(image, header->stretches, sizeof *log);
    header->stretches = log;
    for (uint32_t i = 0; log && i < STRETCHES_CHUNKS; i++) {
        enum { SIZE = STRETCHES_CHUNK * sizeof(struct stretch) };
        const void *address = log->chunks[i];
        struct stretch *chunk = take_place(image, address, SIZE) ? take_memory(image, address, SIZE) : NULL;
        log->chunks[i] = chunk;
        for (uint32_t k = 0; chunk && k < STRETCHES_CHUNK; k++) {
            chunk[k].stand = chunk[k].length ? take_stand(image, is_stand, chunk[k].stand) : 0;
            if (!chunk[k].stand || chunk[k].share > STRETCH_WHOLE)
                chunk[k].length = 0;
        }
    }
}

void take_logs(struct store_image *image, struct store_header *header, bool living, struct arena *arena)
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
