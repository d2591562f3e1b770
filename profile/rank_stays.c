/* rank_stays.c - see rank_stays.h. */
#include "profile/rank_stays.h"

#include "profile/canonical.h"
#include "profile/rows.h"

#include <stdlib.h>

/* Entries of one kind in one node. */
struct kind {
    struct profile_stay others;
    const struct profile_stay *most;
};

static int compare_kinds(const void *left, const void *right)
{
    const struct profile_stay *a = &((const struct kind *)left)->others, *b = &((const struct kind *)right)->others;
    return a->what != b->what ? (a->what > b->what) - (a->what < b->what)
                              : (a->holder > b->holder) - (a->holder < b->holder);
}

static struct kind *kind_of(struct kind *kinds, uint32_t *count, const struct profile_stay *stay)
{
    uint32_t at = 0;
    while (at < *count && (kinds[at].others.what != stay->what || kinds[at].others.holder != stay->holder))
        at++;
    if (at == *count)
        kinds[(*count)++] = (struct kind){
            {.node = stay->node, .rank = RANK_STAYS_OTHERS, .what = stay->what, .holder = stay->holder}, NULL};
    return &kinds[at];
}

static void add_times(struct profile_stay *to, const struct profile_stay *stay)
{
    to->times = saturating_add(to->times, stay->times);
    to->sum = saturating_add(to->sum, stay->sum);
    to->most = stay->most > to->most ? stay->most : to->most;
}

/* Reduces the entries of one node, moving them to `to`; returns their end. */
static struct profile_stay *bound_node(struct profile_stay *to, const struct profile_stay *from,
                                       const struct profile_stay *end, uint32_t limit, struct kind *kinds)
{
    uint32_t count = 0;
    for (const struct profile_stay *each = from; each < end; each++) {
        struct kind *kind = kind_of(kinds, &count, each);
        if (each->rank != RANK_STAYS_OTHERS && (!kind->most || each->sum > kind->most->sum))
            kind->most = each;
    }
    for (const struct profile_stay *each = from; each < end; each++) {
        struct kind *kind = kind_of(kinds, &count, each);
        if (each->rank != RANK_STAYS_OTHERS && (rows_scatter(each->rank) <= limit || each == kind->most))
            *to++ = *each;
        else
            add_times(&kind->others, each);
    }
    qsort(kinds, count, sizeof *kinds, compare_kinds);
    for (uint32_t i = 0; i < count; i++)
        if (kinds[i].others.times)
            *to++ = kinds[i].others;
    return to;
}

bool rank_stays_bound(struct profile *profile, struct error *error)
{
    struct profile_stay *to = profile->stays, *end = profile->stays + profile->stay_count;
    struct arena scratch = {0};
    uint32_t *numbers = arena_array(&scratch, profile->stay_count, sizeof *numbers), count = 0, limit;
    struct kind *kinds = arena_array(&scratch, profile->stay_count, sizeof *kinds);
    for (const struct profile_stay *each = to; numbers && each < end; each++)
        if (each->rank != RANK_STAYS_OTHERS)
            numbers[count++] = rows_scatter(each->rank);
    bool ok = numbers && kinds && rows_sample_limit(numbers, count, RANK_STAYS_RANKS, &limit, &scratch);
    if (ok && limit != UINT32_MAX) {
        for (struct profile_stay *from = to, *next; from < end; from = next) {
            for (next = from; next < end && next->node == from->node; next++)
                continue;
            to = bound_node(to, from, next, limit, kinds);
        }
        profile->stay_count = (uint32_t)(to - profile->stays);
    }
    arena_free(&scratch);
    return ok || profile_no_memory(error);
}
