/* what_if.c - see what_if.h. */
#include "report/derive/what_if.h"

#include "report/derive/runs.h"
#include "report/derive/what_if_teams.h"

#include <math.h>
#include <string.h>

struct change {
    const struct balance *balance;
    const struct members *members;
    uint32_t *nodes, count; /* those that change */
    double stays;
    double waits, causes; /* ps: what they waited, and what waiting they caused */
    struct arena scratch;
};

static void open_change(struct change *change, const bool *chosen)
{
    const struct waiting *waiting = &change->balance->waiting;
    const struct profile *profile = change->balance->view->profile;
    change->nodes = arena_array(&change->scratch, profile->node_count, sizeof *change->nodes);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        if (!chosen[i])
            continue;
        change->nodes[change->count++] = i;
        if (waiting->known)
            change->waits += waiting_of(waiting, i);
        if (waiting->causes.metric.own)
            change->causes += 1000 * waiting->causes.metric.own[i];
    }
}

/* Of one process: what its parallel regions gain, and beside them what its first thread takes, and the thread that takes most. */
static void find_threads(struct change *change, struct what_if *what)
{
    const struct members *members = change->members;
    const struct profile *profile = members->profile;
    double *saved = arena_array(&change->scratch, profile->row_count, sizeof *saved);
    double *own = arena_array(&change->scratch, profile->location_count, sizeof *own), least = 0, most = 0;
    for (uint32_t i = 0; i < change->count && !isnan(change->stays); i++)
        for (uint32_t row = members->first_row[change->nodes[i]]; row < members->first_row[change->nodes[i] + 1]; row++)
            saved[row] = (1 - change->stays) * members->own[row];
    what_if_teams(change->balance, saved, &what->least, &what->most, &change->scratch);
    for (uint32_t row = 0; row < profile->row_count; row++)
        own[profile->rows[row].location] += saved[row];
    for (uint32_t i = 0; i < profile->location_count; i++) {
        most = fmax(most, own[i]);
        least = profile->locations[i].thread ? least : fmax(least, own[i]);
    }
    what->least += least;
    what->most += most;
}

static bool is_mpi(const struct change *change)
{
    const struct profile *profile = change->balance->view->profile;
    return change->count && profile->regions[profile->nodes[change->nodes[0]].region].kind == REGION_MPI;
}

/* What calls of MPI take beyond waiting. */
static void find_mpi(const struct change *change, struct what_if *what)
{
    double own = 0;
    for (uint32_t i = 0; i < change->count; i++)
        own += change->balance->view->nodes[change->nodes[i]].exclusive;
    if (!isnan(change->stays))
        what->least = what->most = (1 - change->stays) * fmax(own - change->waits, 0) / change->members->count;
}

static void find_ranks(const struct change *change, struct what_if *what, double *own, double least)
{
    const struct members *members = change->members;
    const struct waiting *waiting = &change->balance->waiting;
    members_own(members, change->nodes, change->count, own);
    double mean = members_stat(members, own).mean;
    members_work(members, 0, members->times);
    struct member_stat before = members_stat(members, members->times);
    for (uint32_t i = 0; i < members->count; i++)
        members->times[i] -= isnan(change->stays) ? own[i] - mean : (1 - change->stays) * own[i];
    struct member_stat after = members_stat(members, members->times);
    what->before = members_number(members, before.max_member);
    what->after = members_number(members, after.max_member);
    what->least = what->most = before.max - after.max;
    bool by_turns = waiting->known && waiting->total / members->count - (before.max - before.mean) > least;
    if (!by_turns)
        return;
    /* A rank may have been in the function, too, before it came late by another one. */
    double caused = change->causes / members->count, others = fmax(waiting->total / members->count - caused, 0);
    double saved = (1 - change->stays) * mean, turns = saved + (1 - change->stays) * caused;
    bool even = isnan(change->stays);
    what->least = fmin(what->least, even ? caused : turns);
    what->most = fmax(what->most, even ? caused : fmin(saved * members->count, turns + others));
}

void what_if_find(struct what_if *what, const struct balance *balance, const bool *chosen, double stays, double least)
{
    struct change change = {.balance = balance, .members = balance->members, .stays = stays};
    const struct members *members = balance->members;
    *what = (struct what_if){.before = PROFILE_NONE, .after = PROFILE_NONE};
    double *own = arena_array(&change.scratch, (size_t)members->count + 1, sizeof *own);
    open_change(&change, chosen);
    if (is_mpi(&change))
        find_mpi(&change, what);
    else if (members->count > 1 && members->all && !runs_several(members->profile))
        find_ranks(&change, what, own, least);
    else
        find_threads(&change, what);
    arena_free(&change.scratch);
}
