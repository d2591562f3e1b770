/*
 * waits.c - see waits.h.
 *
 * Along the tree of the reduction, twice: up goes what is known of each meeting so far, and down what is known of it in the end. A
 * meeting that is complete goes no further up. The first time tells who came last and when, the second how long others waited.
 * The memory is that of a rank's own log, and of those meetings of the ranks below it that others take part in.
 */
#include "runtime/job/waits.h"

#include "base/arena.h"
#include "runtime/job/waits_messages.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/causes.h"
#include "runtime/measure/store_header.h"

#include <stdlib.h>

enum { MOST_BELOW = 32 };

/* What is known of a meeting. */
struct match {
    uint64_t stream;
    uint32_t number, kind;
    uint32_t size, seen; /* ranks that meet; and that are known to have come */
    int64_t when;        /* ns of the first rank's clock: until then others wait */
    uint32_t rank;       /* that they wait for; PROFILE_NONE: not known */
    uint64_t waited;     /* ns: by all together */
    uint64_t longest;    /* ns: by one of them */
};

struct matches {
    struct match *of; /* sorted */
    size_t count;
};

/* This rank's part: of each operation its match, at the same place. */
struct part {
    struct operation **operations;
    struct matches matches;
    struct waits_clock clock;
};

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
    bool takes = to->rank == PROFILE_NONE || (to->kind == MEETING_TO_ROOT ? from->when < to->when : later);
    to->seen += from->seen;
    to->waited += from->waited;
    to->longest = from->longest > to->longest ? from->longest : to->longest;
    if (from->rank != PROFILE_NONE && takes) {
        to->when = from->when;
        to->rank = from->rank;
    }
}

static bool merge(struct matches *into, const struct matches *with, struct arena *arena)
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

/* What `known` says of those in `to`, all of which it has or had no room for. */
static void tell(struct matches *to, const struct matches *known)
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

/* Those that ranks elsewhere take part in. */
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
    tell(all, &known);
    return true;
}

/* Makes of what this rank knows what all know together. False: the transport broke. */
static bool gather(struct transport *transport, struct matches *mine, struct arena *arena, bool *healthy)
{
    struct matches all = *mine, below[MOST_BELOW];
    int rank = transport->rank, count = 0, bit = 1;
    for (; bit < transport->size && bit > 0 && !(rank & bit); bit <<= 1)
        if (bit < transport->size - rank) {
            if (!receive(transport, rank + bit, &below[count], arena, healthy))
                return false;
            *healthy = merge(&all, &below[count++], arena) && *healthy;
        }
    if (rank && !ask(transport, rank - bit, &all, arena, healthy))
        return false;
    for (bit = 1 << count; count--;) {
        bit >>= 1;
        tell(&below[count], &all);
        if (!send(transport, rank + bit, &below[count]))
            return false;
    }
    tell(mine, &all);
    return true;
}

/* Whether others may have waited for this rank; it may have waited for others. */
static bool may_delay(const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    return meeting->kind == MEETING_ALL || (meeting->kind == MEETING_FROM_ROOT) == (bool)meeting->root;
}

static bool may_wait(const struct operation *operation)
{
    return operation->meeting.kind == MEETING_ALL || !may_delay(operation);
}

static void begin_match(const struct part *part, const struct operation *operation, struct match *match)
{
    const struct meeting *meeting = &operation->meeting;
    *match = (struct match){.stream = meeting->stream,
                            .number = meeting->number,
                            .kind = meeting->kind,
                            .size = meeting->size,
                            .seen = operation->end != 0,
                            .rank = PROFILE_NONE};
    if (operation->end && may_delay(operation)) {
        match->when = waits_moment(&part->clock, operation->enter);
        match->rank = (uint32_t)store->rank;
    }
}

static bool is_known(const struct match *match)
{
    return match->seen == match->size && match->rank != PROFILE_NONE;
}

/* How long the operation waited, and that others learn of it. */
static void book_waiting(const struct part *part, const struct operation *operation, struct match *match)
{
    int64_t enter = waits_moment(&part->clock, operation->enter), end = waits_moment(&part->clock, operation->end);
    int64_t until = match->when < end ? match->when : end;
    match->waited = match->longest = 0;
    match->seen = operation->end != 0;
    if (!may_wait(operation) || until <= enter)
        return;
    match->waited = match->longest = (uint64_t)(until - enter);
    if (operation->stand)
        operation->stand->waiting += match->waited;
}

static uint64_t count_unknown(const struct part *part)
{
    uint64_t unknown = 0;
    for (size_t i = 0; i < part->matches.count; i++)
        unknown += !is_known(&part->matches.of[i]);
    return unknown;
}

static bool is_collective(const struct operation *operation)
{
    return operation->meeting.kind >= MEETING_ALL && operation->meeting.kind <= MEETING_TO_ROOT;
}

static bool open_part(struct part *part, struct arena *arena)
{
    uint32_t all;
    size_t count = 0;
    struct operation *log = operations_all(&all);
    part->operations = arena_array(arena, all, sizeof(struct operation *));
    part->matches.of = arena_array(arena, all, sizeof *part->matches.of);
    if (!part->operations || !part->matches.of)
        return false;
    for (uint32_t i = 0; i < all; i++)
        if (is_collective(&log[i]))
            part->operations[count++] = &log[i];
    qsort(part->operations, count, sizeof(struct operation *), compare_operations);
    for (size_t i = 0; i < count; i++)
        begin_match(part, part->operations[i], &part->matches.of[i]);
    part->matches.count = count;
    return true;
}

/* Of collective calls. False: the transport broke. */
static bool find_collective(struct transport *transport, struct part *part, struct arena *arena, bool *healthy,
                            uint64_t *unknown)
{
    const struct match *matches;
    *healthy = open_part(part, arena) && *healthy;
    if (!gather(transport, &part->matches, arena, healthy))
        return false;
    *unknown += count_unknown(part);
    for (size_t i = 0; i < part->matches.count; i++)
        if (is_known(&part->matches.of[i]))
            book_waiting(part, part->operations[i], &part->matches.of[i]);
    if (!gather(transport, &part->matches, arena, healthy))
        return false;
    matches = part->matches.of;
    for (size_t i = 0; i < part->matches.count; i++)
        if (is_known(&matches[i]) && matches[i].rank == (uint32_t)store->rank)
            causes_delayed(part->operations[i], matches[i].longest, matches[i].waited);
    return true;
}

void waits_find(struct transport *transport, int64_t ahead)
{
    struct arena arena = {0};
    struct part part = {.clock = waits_clock(ahead)};
    bool healthy = true, all = false;
    uint64_t unknown = operations_missed();
    causes_close();
    if (transport->size > 1 && waits_find_messages(transport, &part.clock, &healthy, &unknown) &&
        find_collective(transport, &part, &arena, &healthy, &unknown) && transport->agree(transport, healthy, &all) &&
        all)
        operations_found();
    if (unknown)
        tally_add_named("calls of MPI whose waiting is not known", unknown);
    arena_free(&arena);
}
