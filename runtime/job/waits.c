/* waits.c - see waits.h. */
#include "runtime/job/waits.h"
#include "runtime/job/clocks.h"

#include "profile/waits.h"
#include "runtime/job/waits_state.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/store/wait_sums.h"

#include <stdlib.h>
#include <string.h>

/* Finds the highest value of all ranks. Collective. Returns false if the transport broke. */
static bool highest(struct transport *transport, uint8_t mine, uint8_t *of_all)
{
    for (bool all = false;; ++*of_all) {
        if (!transport->agree(transport, mine <= *of_all, &all))
            return false;
        if (all)
            return true;
    }
}

/* Thins the logs of all ranks as far as the thinnest log. Collective. Returns false if the transport broke. */
static bool thin(struct waits *waits)
{
    uint8_t levels[LEVELS] = {0};
    for (int kind = 0; kind < LEVELS; kind++) {
        if (!highest(waits->transport, operations_level(kind), &levels[kind]))
            return false;
        waits->scale[kind] = 1u << levels[kind];
    }
    operations_close(levels);
    return true;
}

bool waits_are_estimate(const struct waits *waits)
{
    return waits->scale[LEVEL_OF_CALLS] > 1 || waits->scale[LEVEL_OF_MESSAGES] > 1;
}

bool waits_open(struct waits *waits)
{
    waits->waited = arena_array(&waits->arena, waits->logged, sizeof *waits->waited);
    waits->whom = arena_array(&waits->arena, waits->logged, sizeof *waits->whom);
    bool opened = waits->log && waits->stretches && waits->waited && waits->whom && waits_away_open(waits);
    if (!opened)
        waits->logged = 0;
    return opened;
}

/* Of one that waits, by its call and then by how long. */
struct wait {
    const struct operation *operation;
    int64_t *ns;
};

static int compare_waits(const void *a, const void *b)
{
    const struct wait *x = a, *y = b;
    int order = waits_compare_calls(x->operation, y->operation);
    return order ? order : (*y->ns > *x->ns) - (*y->ns < *x->ns);
}

static size_t count_waits(const struct waits *waits)
{
    size_t count = 0;
    for (uint32_t i = 0; i < waits->logged; i++)
        count += waits->waited[i] != 0;
    return count;
}

/* Lists the `count` operations that waited; NULL if there is no memory. */
static struct wait *list(struct waits *waits, size_t *count)
{
    struct wait *all = arena_array(&waits->arena, count_waits(waits), sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && i < waits->logged; i++)
        if (waits->waited[i])
            all[(*count)++] = (struct wait){&waits->log[i], &waits->waited[i]};
    return all;
}

/* Keeps only the longest wait of each call. */
static bool keep_longest(struct waits *waits)
{
    size_t count;
    struct wait *all = list(waits, &count);
    if (count)
        qsort(all, count, sizeof *all, compare_waits);
    for (size_t i = 1; i < count; i++)
        if (waits_compare_calls(all[i].operation, all[i - 1].operation) == 0)
            *all[i].ns = 0;
    return all;
}

static int compare_numbers(const void *a, const void *b)
{
    const struct operation *x = ((const struct wait *)a)->operation, *y = ((const struct wait *)b)->operation;
    int order = (x->stand > y->stand) - (x->stand < y->stand);
    return order ? order : (x->meeting.number > y->meeting.number) - (x->meeting.number < y->meeting.number);
}

/* Meetings of one number are in the log together, or none of them; by that the variance of the estimate is estimated. */
static void book_variance(const struct waits *waits, struct wait *all, size_t count)
{
    double sum = 0;
    qsort(all, count, sizeof *all, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        struct stand *stand = waits->stand_at(waits, all[i].operation->stand);
        double weight = waits_inverse_kept_probability(waits, all[i].operation);
        sum += (double)*all[i].ns * __builtin_sqrt(weight * (weight - 1));
        if (i + 1 < count && compare_numbers(&all[i], &all[i + 1]) == 0)
            continue;
        if (stand)
            stand->variance += sum * sum;
        sum = 0;
    }
}

struct profile_wait *waits_by_rank(struct waits *waits, uint32_t *count)
{
    struct profile_wait *all = arena_array(&waits->arena, count_waits(waits), sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && i < waits->logged; i++)
        if (waits->waited[i])
            all[(*count)++] =
                (struct profile_wait){waits_group(waits->rank, waits->ranks), waits_group(waits->whom[i], waits->ranks),
                                      (uint64_t)waits_all(waits, &waits->log[i])};
    if (all)
        *count = waits_join(all, *count);
    return all;
}

/* Adds the waits of the rank's calls to their paths. Returns false if there is no memory. */
static bool book(struct waits *waits)
{
    size_t count;
    struct wait *all = list(waits, &count);
    for (size_t i = 0; i < count; i++) {
        struct stand *stand = waits->stand_at(waits, all[i].operation->stand);
        if (stand)
            stand->waiting += (uint64_t)waits_all(waits, all[i].operation);
    }
    if (waits_are_estimate(waits) && count)
        book_variance(waits, all, count);
    return all;
}

static bool book_ranks(struct waits *waits)
{
    uint32_t count;
    struct profile_wait *all = waits_by_rank(waits, &count);
    if (all)
        wait_sums_waits(all, count);
    return all;
}

/* Of all that one call waited for, only that counts for which it waited longest. */
static void settle(struct waits *waits)
{
    waits_collective_wait(waits);
    waits_scans_wait(waits);
    waits->healthy = waits->healthy && waits_away_book(waits) && keep_longest(waits);
}

static void book_all(struct waits *waits)
{
    waits_messages_book(waits);
    waits_collective_book(waits);
    waits_scans_book(waits);
    waits->healthy = book(waits) && waits->healthy;
}

static void each(const struct waits_party *party, void (*step)(struct waits *waits))
{
    for (uint32_t i = 0; i < party->count; i++)
        step(party->of[i]);
}

bool waits_find_in(struct waits_party *party)
{
    if (!party->exchange(party, waits_messages_ask, waits_messages_hear))
        return false;
    each(party, waits_collective_open);
    each(party, waits_scans_open);
    if (!party->gather(party) || !party->match_scans(party))
        return false;
    each(party, settle);
    if (!party->exchange(party, waits_messages_answer, waits_messages_learn))
        return false;
    each(party, waits_collective_turn);
    if (!party->gather(party) || !party->tell_scans(party))
        return false;
    each(party, book_all);
    return true;
}

/* --- each rank its own --- */

static bool exchange(struct waits_party *party, struct parcel *(*make)(struct waits *waits, size_t *count),
                     bool (*take)(void *waits, int from, const void *bytes, size_t size))
{
    struct transport *transport = party->of[0]->transport;
    size_t count;
    struct parcel *parcels = make(party->of[0], &count);
    return transport->exchange(transport, parcels, count, take, party->of[0]);
}

/* False: the transport broke, and what is on its way stays for ever. */
static bool find(struct waits *waits)
{
    struct waits_party party = {&waits, 1, exchange, waits_collective_gather, waits_scans_match, waits_scans_tell};
    if (!thin(waits))
        return false;
    waits->log = operations_copy(&waits->logged, &waits->arena);
    waits->stretches = time_slices_list(store->stretches, &waits->stretch_count, &waits->arena);
    waits->healthy = waits_open(waits);
    if (!waits_find_in(&party))
        return false;
    waits->healthy = book_ranks(waits) && waits->healthy;
    return true;
}

static struct stand *own_stand(const struct waits *waits, uint32_t number)
{
    (void)waits;
    return wait_sums_at(number);
}

void waits_find(struct transport *transport)
{
    struct waits waits = {.transport = transport,
                          .rank = (uint32_t)store->rank,
                          .ranks = (uint32_t)store->ranks,
                          .stand_at = own_stand,
                          .clock = clocks_line()};
    bool found = false;
    if (transport->size > 1 && transport->exchange && find(&waits)) {
        found = transport->agree(transport, waits.healthy, &found) && found;
        if (found)
            wait_sums_found(waits_are_estimate(&waits));
        arena_free(&waits.arena);
    }
    uint64_t unknown = waits.unknown + operations_missed();
    if (found)
        operations_found(unknown);
    else if (unknown)
        tally_add_named(OPERATIONS_UNKNOWN, unknown);
}
