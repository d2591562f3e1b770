/*
 * waits_messages.c - see waits_state.h.
 *
 * Both sides have numbered the messages of a stream (numbers.h), and each number is one message.
 *
 * Each rank sends what it knows of its sends to the ranks that received them, and these answer. Nobody else hears of it. Who looks
 * for a message and leaves it there waits for the one that the next receive gets.
 */
#include "runtime/job/waits_state.h"

#include "runtime/measure/store/wait_sums.h"

#include <stdlib.h>
#include <string.h>

/* What a sender says, and what is answered. */
struct sent {
    uint64_t stream;
    int64_t enter, end; /* ns of the first rank's clock */
    int64_t until;      /* the same: when the sender called MPI next */
    int32_t tag;
    uint32_t number, index, blocks;
};

struct answer {
    uint32_t index, rest;
    int64_t waited, all; /* ns: the receiver waited for the sender, and with the messages that this one stands for */
    int64_t delayed;     /* ns: the other way round */
};

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compares by the other rank, stream and number. */
static int compare_meetings(const struct meeting *a, const struct meeting *b)
{
    int order = compare_numbers(a->peer, b->peer);
    if (!order)
        order = (a->stream > b->stream) - (a->stream < b->stream);
    if (!order)
        order = compare_numbers(a->tag, b->tag);
    return order ? order : compare_numbers(a->number, b->number);
}

static int compare_messages(const void *a, const void *b)
{
    return compare_meetings(&((const struct message *)a)->operation->meeting,
                            &((const struct message *)b)->operation->meeting);
}

static bool is_send(const struct operation *operation)
{
    return operation->meeting.kind == MEETING_SEND;
}

static bool is_receive(const struct operation *operation)
{
    return operation->meeting.kind == MEETING_RECEIVE || operation->meeting.kind == MEETING_PROBE;
}

/* Collects the messages of one side, except those without a number. */
static bool open_side(struct side *side, bool (*is)(const struct operation *), struct waits *waits)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < waits->logged; i++)
        most += is(&waits->log[i]);
    side->of = arena_array(&waits->arena, most, sizeof *side->of);
    if (!side->of)
        return false;
    for (uint32_t i = 0; i < waits->logged; i++) {
        const struct meeting *meeting = &waits->log[i].meeting;
        if (is(&waits->log[i]) && meeting->numbered && meeting->peer >= 0)
            side->of[side->count++] = (struct message){.operation = &waits->log[i], .index = PROFILE_NONE};
        else if (is(&waits->log[i]))
            waits->unknown += waits->scale[LEVEL_OF_MESSAGES];
    }
    qsort(side->of, side->count, sizeof *side->of, compare_messages);
    return true;
}

/* Returns the index of the first receive of that meeting, or where it would be. */
static uint32_t find_receive(const struct side *receives, const struct meeting *meeting)
{
    uint32_t low = 0, high = receives->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_meetings(&receives->of[middle].operation->meeting, meeting) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Keeps the largest `early`: ns by which a message was received before it was sent. Clocks differ by at least that. */
static void note_early(const struct waits *waits, const struct operation *operation, int64_t early)
{
    struct stand *stand = operation->end && early > 0 ? waits->stand_at(waits, operation->stand) : NULL;
    if (stand && stand->early < (uint64_t)early)
        stand->early = (uint64_t)early;
}

/* Notes how long a receive waited for a message that was sent at `sent`, until the sender called MPI again at `until` (0: not known). */
static void note_away(const struct waits *waits, const struct operation *receive, int64_t sent, int64_t until)
{
    int64_t enter = waits_moment(&waits->clock, receive->enter), since = enter > sent ? enter : sent;
    if (until > since && receive->end && waits_moment(&waits->clock, receive->end) > until)
        waits->away[receive - waits->log] = until - since;
}

/* Finds the wait of a receive for a late sender, and of a blocking send for a late receiver. */
static void match(const struct waits *waits, struct message *receive, const struct sent *sent)
{
    const struct operation *operation = receive->operation;
    int64_t posted = waits_moment(&waits->clock, operation->posted);
    receive->index = sent->index;
    note_early(waits, operation, sent->enter - waits_moment(&waits->clock, operation->end));
    waits_until(waits, operation, (uint32_t)operation->meeting.peer, sent->enter);
    note_away(waits, operation, sent->enter, sent->until);
    if (operation->meeting.kind == MEETING_RECEIVE && sent->blocks && sent->end > posted && posted > sent->enter)
        receive->longest = posted - sent->enter;
}

bool waits_messages_hear(void *state, int from, const void *bytes, size_t size)
{
    struct waits *waits = state;
    struct side *receives = &waits->receives;
    for (size_t at = 0; at + sizeof(struct sent) <= size; at += sizeof(struct sent)) {
        struct sent sent;
        memcpy(&sent, (const char *)bytes + at, sizeof sent);
        const struct meeting key = {.peer = from, .stream = sent.stream, .tag = sent.tag, .number = sent.number};
        for (uint32_t i = find_receive(receives, &key);
             i < receives->count && compare_meetings(&receives->of[i].operation->meeting, &key) == 0; i++)
            match(waits, &receives->of[i], &sent);
    }
    return true;
}

bool waits_messages_learn(void *state, int from, const void *bytes, size_t size)
{
    struct waits *waits = state;
    const struct side *sends = &waits->sends;
    for (size_t at = 0; at + sizeof(struct answer) <= size; at += sizeof(struct answer)) {
        struct answer answer;
        memcpy(&answer, (const char *)bytes + at, sizeof answer);
        if (answer.index >= sends->count)
            continue;
        struct message *send = &sends->of[answer.index];
        send->index = answer.index;
        send->delay += answer.all;
        send->longest = answer.waited > send->longest ? answer.waited : send->longest;
        if (answer.delayed)
            waits_for(waits, send->operation, (uint32_t)from, answer.delayed);
    }
    return true;
}

/* Returns whether message i is with a different rank than message i - 1, so a new parcel begins. */
static bool begins_parcel(const struct side *side, uint32_t i)
{
    return !i || side->of[i].operation->meeting.peer != side->of[i - 1].operation->meeting.peer;
}

/* Makes one parcel for each rank on the other side, with `size` bytes for each message. */
static struct parcel *wrap(const struct side *side, const void *bytes, size_t size, size_t *count, struct arena *arena)
{
    size_t ranks = 0;
    for (uint32_t i = 0; i < side->count; i++)
        ranks += begins_parcel(side, i);
    struct parcel *parcels = arena_array(arena, ranks, sizeof *parcels);
    *count = 0;
    for (uint32_t i = 0; parcels && i < side->count; i++) {
        if (begins_parcel(side, i))
            parcels[(*count)++] =
                (struct parcel){.to = side->of[i].operation->meeting.peer, .bytes = (const char *)bytes + i * size};
        parcels[*count - 1].size += size;
    }
    return parcels;
}

/* Does as wrap() with `bytes`, which are NULL if there was no memory. */
static struct parcel *wrap_all(struct waits *waits, const struct side *side, const void *bytes, size_t size,
                               size_t *count)
{
    struct parcel *parcels = bytes ? wrap(side, bytes, size, count, &waits->arena) : NULL;
    waits->healthy = waits->healthy && parcels;
    if (!parcels)
        *count = 0;
    return parcels;
}

/* Returns when the sender called MPI next, in ns of the first rank's clock; 0 if that is not known or the send blocks. */
static int64_t away_until(const struct waits *waits, const struct operation *send)
{
    size_t low = 0, high = waits->call_count;
    if (send->meeting.blocks || !send->end)
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (waits->calls[middle] <= send->end)
            low = middle + 1;
        else
            high = middle;
    }
    return low < waits->call_count ? waits_moment(&waits->clock, waits->calls[low]) : 0;
}

struct parcel *waits_messages_ask(struct waits *waits, size_t *count)
{
    const struct side *sends = &waits->sends;
    waits->healthy =
        open_side(&waits->sends, is_send, waits) && open_side(&waits->receives, is_receive, waits) && waits->healthy;
    struct sent *all = arena_array(&waits->arena, sends->count, sizeof *all);
    for (uint32_t i = 0; all && i < sends->count; i++) {
        const struct operation *operation = sends->of[i].operation;
        all[i] = (struct sent){.stream = operation->meeting.stream,
                               .enter = waits_moment(&waits->clock, operation->enter),
                               .end = operation->end ? waits_moment(&waits->clock, operation->end) : 0,
                               .until = away_until(waits, operation),
                               .tag = operation->meeting.tag,
                               .number = operation->meeting.number,
                               .index = i,
                               .blocks = operation->meeting.blocks};
    }
    return wrap_all(waits, sends, all, sizeof *all, count);
}

struct parcel *waits_messages_answer(struct waits *waits, size_t *count)
{
    const struct side *receives = &waits->receives;
    struct answer *all = arena_array(&waits->arena, receives->count, sizeof *all);
    for (uint32_t i = 0; all && i < receives->count; i++)
        all[i] = (struct answer){.index = receives->of[i].index,
                                 .waited = waits_of(waits, receives->of[i].operation),
                                 .all = waits_all(waits, receives->of[i].operation),
                                 .delayed = receives->of[i].longest};
    return wrap_all(waits, receives, all, sizeof *all, count);
}

/* Adds how long others waited for this rank. */
static void book_delays(struct waits *waits, const struct side *side)
{
    for (uint32_t i = 0; i < side->count; i++) {
        const struct message *message = &side->of[i];
        if (message->index == PROFILE_NONE)
            waits->unknown += waits->scale[LEVEL_OF_MESSAGES];
        if (message->delay)
            waits_delayed(waits, message->operation, (uint64_t)message->longest, (uint64_t)message->delay);
    }
}

void waits_messages_book(struct waits *waits)
{
    struct side *receives = &waits->receives;
    for (uint32_t i = 0; i < receives->count; i++)
        receives->of[i].delay = receives->of[i].longest * waits->scale[LEVEL_OF_MESSAGES];
    book_delays(waits, &waits->sends);
    book_delays(waits, receives);
}

static int compare_ticks(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool waits_away_open(struct waits *waits)
{
    waits->away = arena_array(&waits->arena, waits->logged, sizeof *waits->away);
    waits->calls = arena_array(&waits->arena, waits->logged, 2 * sizeof *waits->calls);
    if (!waits->away || !waits->calls)
        return false;
    for (uint32_t i = 0; i < waits->logged; i++) {
        const struct operation *operation = &waits->log[i];
        waits->calls[waits->call_count++] = operation->posted;
        if (operation->enter != operation->posted)
            waits->calls[waits->call_count++] = operation->enter;
    }
    if (waits->call_count)
        qsort(waits->calls, waits->call_count, sizeof *waits->calls, compare_ticks);
    return true;
}

static int compare_calls(const void *a, const void *b)
{
    return waits_compare_calls(*(const struct operation *const *)a, *(const struct operation *const *)b);
}

/* Adds the upper bound for one call, without its longest wait for a late rank. */
static void book_call(struct waits *waits, const struct operation *const *of, size_t count)
{
    int64_t late = 0, all = 0;
    double weight = 1;
    struct stand *stand = waits->stand_at(waits, of[0]->stand);
    for (size_t i = 0; i < count; i++) {
        int64_t waited = waits_of(waits, of[i]), both = waited + waits->away[of[i] - waits->log];
        late = waited > late ? waited : late;
        if (both <= all)
            continue;
        all = both;
        weight = waits_inverse_kept_probability(waits, of[i]);
    }
    if (stand && all > late)
        stand->away += (uint64_t)((double)(all - late) * weight);
}

bool waits_away_book(struct waits *waits)
{
    const struct operation **all = arena_array(&waits->arena, waits->logged, sizeof *all);
    size_t count = 0, first = 0;
    for (uint32_t i = 0; all && i < waits->logged; i++)
        if (waits->waited[i] || waits->away[i])
            all[count++] = &waits->log[i];
    if (count)
        qsort(all, count, sizeof *all, compare_calls);
    for (size_t i = 1; i <= count; i++)
        if (i == count || waits_compare_calls(all[first], all[i]) != 0) {
            book_call(waits, all + first, i - first);
            first = i;
        }
    return all;
}
