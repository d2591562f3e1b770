/* take_mpi.c - see take_mpi.h. */
#include "runtime/collect/take_mpi.h"

#include "runtime/measure/communicators.h"
#include "runtime/measure/operations_log.h"
#include "runtime/measure/stands.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/traffic.h"

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

void take_operations(struct store_image *image, struct store_header *header, struct arena *arena)
{
    unsigned char *is_stand = arena_alloc(arena, image->size / TAKE_UNIT / 8 + 1);
    struct operations_log *log = header->operations = take_memory(image, header->operations, sizeof *log);
    if (!log)
        return;
    if (log->levels[LEVEL_OF_CALLS] > LOG_LEVELS || log->levels[LEVEL_OF_MESSAGES] > LOG_LEVELS) {
        header->operations = NULL;
        image->lost++;
        return;
    }
    bool whole = is_stand && !log->changing;
    log->numbers.counters = log->numbers.counters
                                ? take_memory(image, log->numbers.counters, NUMBERS_STREAMS * sizeof(struct counter))
                                : NULL;
    for (uint32_t i = 0; i < OPERATIONS_CHUNKS; i++) {
        const void *address = log->chunks[i];
        bool there = whole && take_place(image, address, OPERATIONS_CHUNK * sizeof(struct operation));
        struct operation *chunk = there ? take_memory(image, address, OPERATIONS_CHUNK * sizeof *chunk) : NULL;
        log->chunks[i] = chunk;
        for (uint32_t k = 0; chunk && k < OPERATIONS_CHUNK; k++)
            take_operation(image, is_stand, &chunk[k]);
    }
}
