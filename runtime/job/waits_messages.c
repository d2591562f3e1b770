/*
 * waits_messages.c - see waits_messages.h.
 *
 * Messages of one stream, from one rank to another on one communicator with one tag, do not overtake each other. So both sides
 * number them by their logs, and each number is one message. A receive of any source or tag is one of the stream in which it
 * ended: among the receives that end there, the order in which they were posted is that of the messages.
 *
 * Each rank sends what it knows of its sends to the ranks that received them, and these answer. Nobody else hears of it.
 */
#include "runtime/job/waits_messages.h"

#include "base/arena.h"
#include "runtime/measure/causes.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN UINT32_MAX

/* Of one side. */
struct message {
    struct operation *operation;
    uint32_t number;       /* in its stream */
    uint32_t index;        /* of the sender's list; UNKNOWN: no counterpart is known */
    int64_t waited, waits; /* ns: the other side waited for this one; this one for the other */
};

/* What a sender says, and what is answered. */
struct sent {
    uint64_t stream;
    int64_t enter, end; /* ns of the first rank's clock */
    int32_t tag;
    uint32_t number, index, blocks;
};

struct answer {
    uint32_t index, rest;
    int64_t waited, waits; /* as of the sender's message */
};

struct side {
    struct message *of; /* sorted by the other's rank first */
    uint32_t count;
};

struct exchange {
    struct side sends, receives;
    const struct waits_clock *clock;
};

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* By stream; in one in the order of the log. */
static int compare_meetings(const struct meeting *a, const struct meeting *b)
{
    int order = compare_numbers(a->peer, b->peer);
    if (!order)
        order = (a->stream > b->stream) - (a->stream < b->stream);
    return order ? order : compare_numbers(a->tag, b->tag);
}

static int compare_logged(const void *a, const void *b)
{
    const struct operation *x = ((const struct message *)a)->operation, *y = ((const struct message *)b)->operation;
    int order = compare_meetings(&x->meeting, &y->meeting);
    return order ? order : (x > y) - (x < y);
}

/* Those of one kind, numbered. */
static bool open_side(struct side *side, enum meeting_kind kind, struct operation *log, uint32_t count,
                      struct arena *arena)
{
    side->of = arena_array(arena, count, sizeof *side->of);
    if (!side->of)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (log[i].meeting.kind == kind && log[i].meeting.peer >= 0)
            side->of[side->count++] = (struct message){.operation = &log[i], .index = UNKNOWN};
    qsort(side->of, side->count, sizeof *side->of, compare_logged);
    for (uint32_t i = 1; i < side->count; i++)
        if (compare_meetings(&side->of[i - 1].operation->meeting, &side->of[i].operation->meeting) == 0)
            side->of[i].number = side->of[i - 1].number + 1;
    return true;
}

/* Of which stream a receive is that never ended is not known, nor what number later ones have on its communicator. */
static uint64_t drop_unsure(struct operation *log, uint32_t count, struct arena *arena)
{
    uint64_t *streams = NULL, unsure = 0;
    size_t open = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct meeting *meeting = &log[i].meeting;
        size_t k = 0;
        if (meeting->kind != MEETING_RECEIVE)
            continue;
        while (k < open && streams[k] != meeting->stream)
            k++;
        if (k == open && meeting->peer < 0) {
            streams = arena_grow(arena, streams, open * sizeof *streams, (open + 1) * sizeof *streams);
            if (!streams)
                return count;
            streams[open++] = meeting->stream;
        }
        if (k < open || meeting->peer < 0) {
            meeting->kind = MEETING_NONE;
            unsure++;
        }
    }
    return unsure;
}

static struct message *find_receive(const struct exchange *exchange, int from, const struct sent *sent)
{
    const struct meeting key = {.peer = from, .stream = sent->stream, .tag = sent->tag};
    uint32_t low = 0, high = exchange->receives.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct message *receive = &exchange->receives.of[middle];
        int order = compare_meetings(&receive->operation->meeting, &key);
        if (!order)
            order = compare_numbers(receive->number, sent->number);
        if (!order)
            return receive;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Late sender, and late receiver. */
static bool take_sent(void *state, int from, const void *bytes, size_t size)
{
    const struct exchange *exchange = state;
    for (size_t at = 0; at + sizeof(struct sent) <= size; at += sizeof(struct sent)) {
        struct sent sent;
        memcpy(&sent, (const char *)bytes + at, sizeof sent);
        struct message *receive = find_receive(exchange, from, &sent);
        if (!receive)
            continue;
        const struct operation *operation = receive->operation;
        int64_t posted = waits_moment(exchange->clock, operation->posted);
        receive->index = sent.index;
        if (sent.blocks && sent.end > posted && posted > sent.enter)
            receive->waited = posted - sent.enter;
        if (operation->end) {
            int64_t enter = waits_moment(exchange->clock, operation->enter);
            int64_t until = least(sent.enter, waits_moment(exchange->clock, operation->end));
            receive->waits = until > enter ? until - enter : 0;
        }
    }
    return true;
}

static bool take_answers(void *state, int from, const void *bytes, size_t size)
{
    const struct exchange *exchange = state;
    (void)from;
    for (size_t at = 0; at + sizeof(struct answer) <= size; at += sizeof(struct answer)) {
        struct answer answer;
        memcpy(&answer, (const char *)bytes + at, sizeof answer);
        if (answer.index >= exchange->sends.count)
            continue;
        struct message *send = &exchange->sends.of[answer.index];
        send->index = answer.index;
        send->waited = answer.waited;
        send->waits = answer.waits;
    }
    return true;
}

static int compare_calls(const void *a, const void *b)
{
    const struct message *x = *(struct message *const *)a, *y = *(struct message *const *)b;
    int order = (x->operation->enter > y->operation->enter) - (x->operation->enter < y->operation->enter);
    return order ? order : compare_numbers(y->waits, x->waits);
}

/* Of the messages that one call waited for, only the one counts for which it waited longest. */
static bool keep_longest(const struct side *receives, struct arena *arena)
{
    struct message **by_call = arena_array(arena, receives->count, sizeof(struct message *));
    if (!by_call)
        return false;
    for (uint32_t i = 0; i < receives->count; i++)
        by_call[i] = &receives->of[i];
    qsort(by_call, receives->count, sizeof(struct message *), compare_calls);
    for (uint32_t i = 1; i < receives->count; i++)
        if (by_call[i]->operation->enter == by_call[i - 1]->operation->enter &&
            by_call[i]->operation->stand == by_call[i - 1]->operation->stand)
            by_call[i]->waits = 0;
    return true;
}

/* One parcel of `size` bytes a message for each rank on the other side. */
static struct parcel *wrap(const struct side *side, const void *bytes, size_t size, size_t *count, struct arena *arena)
{
    struct parcel *parcels = arena_array(arena, side->count, sizeof *parcels);
    *count = 0;
    for (uint32_t i = 0; parcels && i < side->count; i++) {
        int to = side->of[i].operation->meeting.peer;
        if (!*count || parcels[*count - 1].to != to)
            parcels[(*count)++] = (struct parcel){.to = to, .bytes = (const char *)bytes + i * size};
        parcels[*count - 1].size += size;
    }
    return parcels;
}

static bool send_sent(struct transport *transport, struct exchange *exchange, struct arena *arena, bool *healthy)
{
    const struct side *sends = &exchange->sends;
    struct sent *all = arena_array(arena, sends->count, sizeof *all);
    for (uint32_t i = 0; all && i < sends->count; i++) {
        const struct operation *operation = sends->of[i].operation;
        all[i] = (struct sent){.stream = operation->meeting.stream,
                               .enter = waits_moment(exchange->clock, operation->enter),
                               .end = operation->end ? waits_moment(exchange->clock, operation->end) : 0,
                               .tag = operation->meeting.tag,
                               .number = sends->of[i].number,
                               .index = i,
                               .blocks = operation->meeting.blocks};
    }
    size_t count = 0;
    struct parcel *parcels = all ? wrap(sends, all, sizeof *all, &count, arena) : NULL;
    *healthy = *healthy && parcels;
    return transport->exchange(transport, parcels, parcels ? count : 0, take_sent, exchange);
}

static bool send_answers(struct transport *transport, struct exchange *exchange, struct arena *arena, bool *healthy)
{
    const struct side *receives = &exchange->receives;
    struct answer *all = arena_array(arena, receives->count, sizeof *all);
    for (uint32_t i = 0; all && i < receives->count; i++)
        all[i] = (struct answer){
            .index = receives->of[i].index, .waited = receives->of[i].waits, .waits = receives->of[i].waited};
    size_t count = 0;
    struct parcel *parcels = all ? wrap(receives, all, sizeof *all, &count, arena) : NULL;
    *healthy = *healthy && parcels;
    return transport->exchange(transport, parcels, parcels ? count : 0, take_answers, exchange);
}

/* Returns how many have no counterpart. */
static uint64_t book(const struct side *side)
{
    uint64_t unknown = 0;
    for (uint32_t i = 0; i < side->count; i++) {
        const struct message *message = &side->of[i];
        unknown += message->index == UNKNOWN;
        if (message->operation->stand)
            message->operation->stand->waiting += (uint64_t)message->waits;
        if (message->waited)
            causes_delayed(message->operation, (uint64_t)message->waited, (uint64_t)message->waited);
    }
    return unknown;
}

bool waits_find_messages(struct transport *transport, const struct waits_clock *clock, bool *healthy, uint64_t *unknown)
{
    struct arena arena = {0};
    struct exchange exchange = {.clock = clock};
    uint32_t count;
    struct operation *log = operations_all(&count);
    if (!transport->exchange)
        return true;
    *unknown += drop_unsure(log, count, &arena);
    /* Where an exchange breaks the memory of its parcels stays. */
    *healthy = open_side(&exchange.sends, MEETING_SEND, log, count, &arena) &&
               open_side(&exchange.receives, MEETING_RECEIVE, log, count, &arena) && *healthy;
    if (!send_sent(transport, &exchange, &arena, healthy))
        return false;
    *healthy = keep_longest(&exchange.receives, &arena) && *healthy;
    if (!send_answers(transport, &exchange, &arena, healthy))
        return false;
    *unknown += book(&exchange.sends) + book(&exchange.receives);
    arena_free(&arena);
    return true;
}
