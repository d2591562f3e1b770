/* calls.c - see calls.h. */
#include "runtime/measure/beside/calls.h"

#include "base/hash.h"
#include "runtime/machine/pages.h"

#include <stdbool.h>

/* A call, by when it began and where. */
struct call {
    uint64_t enter;
    uint32_t stand;
    uint32_t number; /* of the last receive that was looked at; those of one number mostly follow each other */
    uint32_t numbers;
};

static bool is_counted(const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    return meeting->kind >= MEETING_RECEIVE && meeting->numbered && operation->end && !meeting->size;
}

static struct call *find(struct call *calls, uint32_t room, const struct operation *operation)
{
    uint64_t hash = hash_number(operation->enter, operation->stand) * 0x9e3779b97f4a7c15u;
    uint32_t place = (uint32_t)(hash >> 32) % room;
    while (calls[place].numbers && (calls[place].enter != operation->enter || calls[place].stand != operation->stand))
        place = (place + 1) % room;
    return &calls[place];
}

void calls_count(struct operation *const *places, uint32_t count)
{
    uint32_t room = 2 * count + 1;
    struct call *calls = pages_map(room * sizeof *calls);
    for (uint32_t i = 0; calls && i < count; i++) {
        struct call *call = is_counted(places[i]) ? find(calls, room, places[i]) : NULL;
        uint32_t number = places[i]->meeting.number;
        if (call && (!call->numbers || call->number != number))
            *call = (struct call){places[i]->enter, places[i]->stand, number, call->numbers + 1};
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_counted(places[i]))
            places[i]->meeting.size = calls ? find(calls, room, places[i])->numbers : 1;
    if (calls)
        pages_unmap(calls, room * sizeof *calls);
}
