/* lateness.c - see lateness.h. */
#include "report/derive/lateness.h"

#include <math.h>

/* The late place: some paths of one region. */
struct place {
    const struct members *members;
    uint32_t member;
    const uint32_t *nodes;
    uint32_t count;
};

/* A figure of the late member, and the mean of the others. */
struct own_and_others {
    double own, others;
};

static struct own_and_others hold(const struct place *place)
{
    const struct members *members = place->members;
    double sum = members_stat(members, members->times).mean * members->count, own = members->times[place->member];
    return (struct own_and_others){own, (sum - own) / (members->count - 1)};
}

static struct own_and_others times_of(const struct place *place)
{
    members_worked(place->members, place->nodes, place->count, place->members->times);
    return hold(place);
}

static struct own_and_others calls_of(const struct place *place)
{
    members_calls(place->members, place->nodes, place->count, place->members->times);
    return hold(place);
}

static double ratio(struct own_and_others held)
{
    return held.others > 0 ? held.own / held.others : INFINITY;
}

static double mean_of(const struct place *place, struct own_and_others held)
{
    return (held.own + held.others * (place->members->count - 1)) / place->members->count;
}

/* Returns true if the numbers of calls differ by less than a hundredth. */
static bool as_many(struct own_and_others calls)
{
    return fabs(calls.own - calls.others) <= 0.01 * calls.others;
}

/* Returns the path with at least half of the member's excess over the mean, or all paths of the region. */
static struct place find_place(const struct balance *balance, const struct balance_slowest *slowest)
{
    const struct members *members = balance->members;
    uint32_t first = members->first_node[slowest->region], end = members->first_node[slowest->region + 1];
    struct place all = {members, slowest->member, members->by_region + first, end - first};
    for (uint32_t i = first; i < end; i++) {
        struct place one = {members, slowest->member, members->by_region + i, 1};
        struct own_and_others times = times_of(&one);
        if (2 * (times.own - mean_of(&one, times)) > slowest->beyond)
            return one;
    }
    return all;
}

/* Sums the times of everything outside the late place that is called as often. */
static struct own_and_others same_call_count_times(const struct balance *balance, const struct place *late)
{
    struct own_and_others sum = {0, 0};
    for (uint32_t i = 1; i < balance->view->profile->node_count; i++) {
        struct place place = {late->members, late->member, &i, 1};
        unsigned kind = balance->view->profile->regions[balance->view->profile->nodes[i].region].kind;
        bool is_late = false;
        for (uint32_t k = 0; k < late->count && !is_late; k++)
            is_late = late->nodes[k] == i;
        if (is_late || !region_is_work(kind) || balance->view->nodes[i].unseen || !as_many(calls_of(&place)))
            continue;
        struct own_and_others times = times_of(&place);
        sum.own += times.own;
        sum.others += times.others;
    }
    return sum;
}

/* Returns the kind for as many calls that took longer, by the factor `longer`. */
static enum lateness_kind slower_per_call(struct lateness *late, const struct balance *balance,
                                          const struct balance_slowest *slowest, const struct place *place,
                                          double longer)
{
    enum { LEAST = 20 }; /* less than so small a part of the work says less than what else runs on a machine */
    struct own_and_others rest = same_call_count_times(balance, place);
    late->factor = ratio(rest);
    if (rest.others * LEAST < slowest->mean)
        return LATENESS_UNDECIDED;
    double part = (late->factor - 1) / (longer - 1);
    return part > 0.5 ? LATENESS_SLOWER : part < 0.25 ? LATENESS_EACH : LATENESS_UNDECIDED;
}

struct lateness lateness_of(const struct balance *balance, const struct balance_slowest *slowest, bool by_chance)
{
    struct lateness late = {.kind = by_chance ? LATENESS_CHANCE : LATENESS_UNKNOWN, .node = PROFILE_NONE};
    if (slowest->region == PROFILE_NONE)
        return late;
    struct place place = find_place(balance, slowest);
    struct own_and_others times = times_of(&place), calls = calls_of(&place);
    double more = log(ratio(calls)), share = more / log(ratio(times));
    bool counts_decide = !as_many(calls) && (isinf(more) || share > 2.0 / 3);
    if (by_chance && (as_many(calls) || more < 0))
        return late;
    late.node = place.nodes[0];
    late.one_path = place.count == 1;
    late.own = times.own;
    late.usual = mean_of(&place, times);
    late.calls = calls.own;
    late.calls_usual = mean_of(&place, calls);
    if (!by_chance)
        late.kind = counts_decide     ? LATENESS_CALLS
                    : as_many(calls)  ? slower_per_call(&late, balance, slowest, &place, ratio(times))
                    : share > 1.0 / 3 ? LATENESS_BOTH
                                      : LATENESS_EACH;
    return late;
}
