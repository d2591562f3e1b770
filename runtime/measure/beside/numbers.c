/* numbers.c - see numbers.h. */
#include "runtime/measure/beside/numbers.h"

#include "common/hash.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/relaxed.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPEN = 256 };

static bool is_send(const struct operation *operation)
{
    return operation->meeting.kind == MEETING_SEND;
}

static bool is_of(const struct counter *counter, const struct meeting *meeting, bool sends)
{
    return counter->stream == meeting->stream && counter->peer == meeting->peer && counter->tag == meeting->tag &&
           counter->sends == sends;
}

/* Returns the counter; NULL if there is no room. */
static struct counter *counter_of(struct numbers *numbers, const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    uint64_t hash = hash_number(hash_number(meeting->stream, (uint64_t)meeting->peer), (uint64_t)meeting->tag);
    uint32_t place = (uint32_t)((hash * 2 + is_send(operation)) * 0x9e3779b97f4a7c15u >> 40) % NUMBERS_STREAMS;
    if (!numbers->counters)
        numbers->counters = pages_map(NUMBERS_STREAMS * sizeof *numbers->counters);
    struct counter *counters = numbers->counters;
    if (!counters)
        return NULL;
    for (uint32_t seen = 0; counters[place].used && !is_of(&counters[place], meeting, is_send(operation)); seen++) {
        if (seen == NUMBERS_STREAMS)
            return NULL;
        place = (place + 1) % NUMBERS_STREAMS;
    }
    if (!counters[place].used) {
        if (numbers->used >= NUMBERS_STREAMS / 4 * 3)
            return NULL;
        numbers->used++;
        counters[place] = (struct counter){meeting->stream, meeting->peer, meeting->tag, 0, is_send(operation), false};
        BARRIER();
        counters[place].used = true;
    }
    return &counters[place];
}

/* Receives that have not ended. They may belong to a stream, or turn out to be none. */
struct open {
    const struct meeting *of[MOST_OPEN];
    uint32_t count;
    bool any; /* there were too many */
};

static bool may_be_one(const struct meeting *a, const struct meeting *b)
{
    return a->stream == b->stream && (a->peer < 0 || b->peer < 0 || a->peer == b->peer) &&
           (a->tag == MEETING_ANY_TAG || b->tag == MEETING_ANY_TAG || a->tag == b->tag);
}

static bool is_behind(const struct open *open, const struct meeting *meeting)
{
    for (uint32_t i = 0; i < open->count; i++)
        if (may_be_one(open->of[i], meeting))
            return true;
    return open->any;
}

static void add_open(struct open *open, const struct meeting *meeting)
{
    for (uint32_t i = 0; i < open->count; i++)
        if (open->of[i]->stream == meeting->stream && open->of[i]->peer == meeting->peer &&
            open->of[i]->tag == meeting->tag)
            return;
    if (open->count < MOST_OPEN)
        open->of[open->count++] = meeting;
    else
        open->any = true;
}

/* Assigns a number. Returns false if the operation will never have one. */
static bool assign(struct numbers *numbers, struct operation *operation, struct open *open)
{
    struct meeting *meeting = &operation->meeting;
    if (!is_send(operation) && !operation->end)
        add_open(open, meeting);
    if (!is_send(operation) && is_behind(open, meeting))
        return true;
    struct counter *counter = counter_of(numbers, operation);
    if (!counter)
        return false;
    meeting->number = counter->next;
    BARRIER();
    meeting->numbered = 1;
    BARRIER();
    counter->next += meeting->kind != MEETING_PROBE;
    return true;
}

void numbers_recover(struct numbers *numbers, struct operation *const *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct meeting *meeting = &places[i]->meeting;
        bool has_one = numbers_are_for(places[i]) && meeting->numbered;
        struct counter *counter = has_one ? counter_of(numbers, places[i]) : NULL;
        uint32_t next = meeting->number + (meeting->kind != MEETING_PROBE);
        if (counter && counter->next < next)
            counter->next = next;
    }
}

/* Sorts in the order of posting. */
static int compare(const void *a, const void *b)
{
    const struct operation *x = *(struct operation *const *)a, *y = *(struct operation *const *)b;
    return x->posted != y->posted ? (x->posted > y->posted) - (x->posted < y->posted) : (x > y) - (x < y);
}

static uint64_t assign_all(struct numbers *numbers, struct operation **all, uint32_t count, bool in_order)
{
    struct open open = {.count = 0};
    uint64_t lost = 0;
    if (!in_order)
        qsort(all, count, sizeof *all, compare);
    for (uint32_t i = 0; i < count; i++) {
        if (assign(numbers, all[i], &open))
            continue;
        all[i]->meeting.kind = MEETING_NONE;
        lost++;
    }
    return lost;
}

uint64_t numbers_assign(struct numbers *numbers, struct operation *const *places, uint32_t count)
{
    struct operation **all = count ? pages_map(count * sizeof *all) : NULL;
    uint32_t found = 0;
    bool in_order = true;
    for (uint32_t i = 0; all && i < count; i++) {
        if (!numbers_are_for(places[i]) || places[i]->meeting.numbered)
            continue;
        in_order = in_order && (!found || all[found - 1]->posted <= places[i]->posted);
        all[found++] = places[i];
    }
    uint64_t lost = assign_all(numbers, all, found, in_order);
    if (all)
        pages_unmap(all, count * sizeof *all);
    return lost;
}

/* A call, identified by its start and place. */
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
