/* waiting_ranks.c - see waiting_ranks.h. */
#include "report/derive/waiting_ranks.h"

#include <stdlib.h>

static const double ns = 1000; /* in ps */

static int compare_pairs(const void *left, const void *right)
{
    const struct profile_wait *a = *(const struct profile_wait *const *)left;
    const struct profile_wait *b = *(const struct profile_wait *const *)right;
    return a->ns != b->ns ? (a->ns < b->ns) - (a->ns > b->ns) : (a > b) - (a < b);
}

static int compare_late(const void *left, const void *right)
{
    const struct waiting_late *a = left, *b = right;
    return a->time > b->time ? -1 : a->time < b->time ? 1 : (a->rank > b->rank) - (a->rank < b->rank);
}

static int compare_by_late(const void *left, const void *right)
{
    const struct profile_wait *a = *(const struct profile_wait *const *)left;
    const struct profile_wait *b = *(const struct profile_wait *const *)right;
    return a->late != b->late ? (a->late > b->late) - (a->late < b->late) : compare_pairs(left, right);
}

/* The pairs are sorted by who was late, and then by time. */
static void add_pair(struct waiting_ranks *ranks, const struct profile_wait *pair)
{
    struct waiting_late *late = ranks->late_count ? &ranks->late[ranks->late_count - 1] : NULL;
    if (!late || late->rank != pair->late) {
        late = &ranks->late[ranks->late_count++];
        *late = (struct waiting_late){
            .rank = pair->late, .most = pair->rank, .most_time = ns * (double)pair->ns, .cause = PROFILE_NONE};
    }
    late->time += ns * (double)pair->ns;
    late->ranks++;
    ranks->total += ns * (double)pair->ns;
}

static void find_cause(struct waiting_late *late, const struct waiting_list *causes)
{
    for (uint32_t i = 0; i < causes->count; i++) {
        const struct stat_ranks *ranks = waiting_ranks(causes, causes->paths[i].node);
        double time = ranks && ranks->max_rank == late->rank ? ns * (double)ranks->max : 0;
        if (time > causes->paths[i].time) /* some of it is below */
            time = causes->paths[i].time;
        if (time <= late->cause_time)
            continue;
        late->cause = causes->paths[i].node;
        late->cause_time = time;
    }
}

bool waiting_ranks_make(struct waiting_ranks *ranks, const struct waiting *waiting, const struct view *view,
                        struct arena *arena)
{
    const struct profile *profile = view->profile;
    *ranks = (struct waiting_ranks){.pairs = arena_array(arena, profile->wait_count, sizeof *ranks->pairs),
                                    .late = arena_array(arena, profile->wait_count, sizeof *ranks->late),
                                    .pair_count = profile->wait_count};
    if (!ranks->pairs || !ranks->late)
        return false;
    for (uint32_t i = 0; i < profile->wait_count; i++)
        ranks->pairs[i] = &profile->waits[i];
    if (!profile->wait_count)
        return true;
    qsort(ranks->pairs, ranks->pair_count, sizeof *ranks->pairs, compare_by_late);
    for (uint32_t i = 0; i < ranks->pair_count; i++)
        add_pair(ranks, ranks->pairs[i]);
    for (uint32_t i = 0; waiting->known && i < ranks->late_count; i++)
        find_cause(&ranks->late[i], &waiting->causes);
    qsort(ranks->pairs, ranks->pair_count, sizeof *ranks->pairs, compare_pairs);
    qsort(ranks->late, ranks->late_count, sizeof *ranks->late, compare_late);
    return true;
}
