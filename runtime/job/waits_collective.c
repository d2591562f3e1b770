/*
 * waits_collective.c - see waits_state.h.
 *
 * Along the tree of the reduction, twice: up goes what is known of each meeting so far, and down what is known of it in the end. A
 * meeting that is complete goes no further up. The first time tells who came last and when, the second how long others waited.
 * The memory is that of a rank's own log, and of those meetings of the ranks below it that others take part in.
 */
#include "runtime/job/waits_state.h"

#include "profile/profile.h"

#include <stdlib.h>

enum { MOST_BELOW = 32 };

static int compare(const struct match *a, const struct match *b)
{
    int order = (a->stream > b->stream) - (a->stream < b->stream);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int compare_operations(const void *a, const void *b)
{
    const struct meeting *x = &(*(struct operation *const *)a)->meeting, *y = &(*(struct operation *const *)b)->meeting;
    int order = (x->stream > y->stream) - (x->stream < y->stream);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static void join(struct match *to, const struct match *from)
{
    bool later = from->when > to->when || (from->when == to->when && from->rank < to->rank);
    to->seen += from->seen;
    to->waited += from->waited;
    to->longest = from->longest > to->longest ? from->longest : to->longest;
    if (from->rank != PROFILE_NONE && (to->rank == PROFILE_NONE || later)) {
        to->when = from->when;
        to->rank = from->rank;
    }
}

bool waits_collective_join(struct matches *into, const struct matches *with, struct arena *arena)
{
    struct matches all = {arena_array(arena, into->count + with->count, sizeof *all.of), 0};
    if (!all.of)
        return false;
    for (size_t i = 0, k = 0; i < into->count || k < with->count;) {
        int order = i == into->count ? 1 : k == with->count ? -1 : compare(&into->of[i], &with->of[k]);
        struct match *match = &all.of[all.count++];
        *match = order <= 0 ? into->of[i++] : with->of[k];
        if (order == 0)
            join(match, &with->of[k]);
        k += order >= 0;
    }
    *into = all;
    return true;
}

void waits_collective_learn(struct matches *to, const struct matches *known)
{
    for (size_t i = 0, k = 0; i < to->count; i++) {
        while (k < known->count && compare(&known->of[k], &to->of[i]) < 0)
            k++;
        if (k < known->count && compare(&known->of[k], &to->of[i]) == 0)
            to->of[i] = known->of[k];
    }
}

static bool receive(struct transport *transport, int from, struct matches *matches, struct arena *arena, bool *healthy)
{
    size_t size;
    if (!transport->receive_size(transport, from, &size))
        return false;
    matches->count = size / sizeof *matches->of;
    matches->of = arena_array(arena, matches->count, sizeof *matches->of);
    if (!matches->of)
        matches->count = 0, *healthy = false;
    return !size || transport->receive(transport, from, matches->of, size);
}

static bool send(struct transport *transport, int to, const struct matches *matches)
{
    return transport->send(transport, to, matches->of, matches->count * sizeof *matches->of);
}

/* Returns the matches with ranks that were not seen yet. */
static struct matches open_ones(const struct matches *all, struct arena *arena)
{
    struct matches open = {arena_array(arena, all->count, sizeof *open.of), 0};
    for (size_t i = 0; open.of && i < all->count; i++)
        if (all->of[i].seen < all->of[i].size)
            open.of[open.count++] = all->of[i];
    return open;
}

/* Asks the rank above. */
static bool ask(struct transport *transport, int above, struct matches *all, struct arena *arena, bool *healthy)
{
    struct matches open = open_ones(all, arena), known;
    *healthy = *healthy && open.of;
    if (!send(transport, above, &open) || !receive(transport, above, &known, arena, healthy))
        return false;
    waits_collective_learn(all, &known);
    return true;
}

bool waits_collective_gather(struct waits_party *party)
{
    struct waits *waits = party->of[0];
    struct transport *transport = waits->transport;
    struct arena *arena = &waits->arena;
    bool *healthy = &waits->healthy;
    struct matches all = waits->matches, below[MOST_BELOW];
    int rank = transport->rank, count = 0, bit = 1;
    for (; bit < transport->size && bit > 0 && !(rank & bit); bit <<= 1)
        if (bit < transport->size - rank) {
            if (!receive(transport, rank + bit, &below[count], arena, healthy))
                return false;
            *healthy = waits_collective_join(&all, &below[count++], arena) && *healthy;
        }
    if (rank && !ask(transport, rank - bit, &all, arena, healthy))
        return false;
    for (bit = 1 << count; count--;) {
        bit >>= 1;
        waits_collective_learn(&below[count], &all);
        if (!send(transport, rank + bit, &below[count]))
            return false;
    }
    waits_collective_learn(&waits->matches, &all);
    return true;
}

/* Returns whether others wait for this rank in such an operation. */
static bool may_delay(const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    return meeting->kind == MEETING_ALL || (meeting->kind == MEETING_FROM_ROOT) == (bool)meeting->root;
}

static bool may_wait(const struct operation *operation)
{
    return operation->meeting.kind == MEETING_ALL || !may_delay(operation);
}

/* Returns whether a blocking operation ended before `when`, and so did not wait for a rank that came then. */
static bool has_left(const struct waits *waits, const struct operation *operation, int64_t when)
{
    return operation->meeting.blocks && waits_moment(&waits->clock, operation->end) < when;
}

static struct match match_of(const struct waits *waits, const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    struct match match = {.stream = meeting->stream,
                          .number = meeting->number,
                          .kind = meeting->kind,
                          .size = meeting->size,
                          .seen = operation->end != 0,
                          .rank = PROFILE_NONE};
    if (operation->end && may_delay(operation)) {
        match.when = waits_moment(&waits->clock, operation->posted);
        match.rank = waits->rank;
    }
    return match;
}

static bool is_known(const struct match *match)
{
    return match->seen == match->size && match->rank != PROFILE_NONE;
}

static bool is_collective(const struct operation *operation)
{
    uint8_t kind = operation->meeting.kind;
    return kind == MEETING_ALL || kind == MEETING_FROM_ROOT || kind == MEETING_TO_ROOT;
}

static bool open_all(struct waits *waits)
{
    size_t count = 0;
    waits->collective = arena_array(&waits->arena, waits->logged, sizeof *waits->collective);
    waits->matches.of = arena_array(&waits->arena, waits->logged, sizeof *waits->matches.of);
    if (!waits->collective || !waits->matches.of)
        return false;
    for (uint32_t i = 0; i < waits->logged; i++)
        if (is_collective(&waits->log[i]))
            waits->collective[count++] = &waits->log[i];
    qsort(waits->collective, count, sizeof *waits->collective, compare_operations);
    for (size_t i = 0; i < count; i++)
        waits->matches.of[i] = match_of(waits, waits->collective[i]);
    waits->matches.count = count;
    return true;
}

void waits_collective_open(struct waits *waits)
{
    waits->healthy = open_all(waits) && waits->healthy;
}

void waits_collective_wait(struct waits *waits)
{
    for (size_t i = 0; i < waits->matches.count; i++) {
        const struct operation *operation = waits->collective[i];
        const struct match *match = &waits->matches.of[i];
        if (!is_known(match))
            waits->unknown += waits->scale[LEVEL_OF_CALLS];
        else if (may_wait(operation) && !has_left(waits, operation, match->when))
            waits_until(waits, operation, match->rank, match->when);
    }
}

/* What others are to learn. */
static void begin_delay(const struct waits *waits, const struct operation *operation, struct match *match)
{
    match->longest = (uint64_t)waits_of(waits, operation);
    match->waited = (uint64_t)waits_all(waits, operation);
    match->seen = operation->end != 0;
}

void waits_collective_turn(struct waits *waits)
{
    for (size_t i = 0; i < waits->matches.count; i++)
        if (is_known(&waits->matches.of[i]))
            begin_delay(waits, waits->collective[i], &waits->matches.of[i]);
}

void waits_collective_book(struct waits *waits)
{
    const struct match *matches = waits->matches.of;
    for (size_t i = 0; i < waits->matches.count; i++)
        if (is_known(&matches[i]) && matches[i].rank == waits->rank)
            waits_delayed(waits, waits->collective[i], matches[i].longest, matches[i].waited);
}
