/* teams.c - see teams.h. */
#include "report/derive/teams.h"

#include "common/sort.h"
#include "profile/rank_stays.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_wait(const struct view *view, uint32_t node)
{
    return view->profile->regions[view->profile->nodes[node].region].kind == REGION_WAIT;
}

static bool is_called(const struct view *view, uint32_t node, const char *what)
{
    const char *name = view->profile->regions[view->profile->nodes[node].region].name, *end = strstr(name, what);
    return end && strcmp(end, what) == 0;
}

bool teams_is_lock(const struct view *view, uint32_t node)
{
    static const char *const locks[] = {"critical", "lock", "atomic", "ordered"};
    for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
        if (is_called(view, node, locks[i]))
            return true;
    return false;
}

/* Returns the path in which the team began whose threads wait in `node`, or PROFILE_NONE if it is unknown. */
static uint32_t team_above(const struct view *view, const uint32_t *team_at, uint32_t node)
{
    do
        node = view->profile->nodes[node].parent;
    while (node && team_at[node] == PROFILE_NONE);
    return team_at[node] == PROFILE_NONE ? PROFILE_NONE : node;
}

static int compare_within(const void *left, const void *right)
{
    const struct team_within *a = left, *b = right;
    return a->node != b->node   ? (a->node > b->node) - (a->node < b->node)
           : a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
                                : (a->thread > b->thread) - (a->thread < b->thread);
}

/* Collects one entry for each team and thread, sorted. */
static void find_withins(struct teams *teams, const struct view *view, const uint32_t *team_at, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t count = 0;
    struct team_within *of = teams->withins = arena_array(arena, profile->row_count, sizeof *of);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        const struct profile_location *location = &profile->locations[row->location];
        bool within = is_wait(view, row->node) && !is_called(view, row->node, "start of team") &&
                      !is_called(view, row->node, "end of region");
        uint32_t node = within ? team_above(view, team_at, row->node) : PROFILE_NONE;
        if (node != PROFILE_NONE)
            of[count++] = (struct team_within){node, location->rank, location->thread, (double)row->inclusive};
    }
    qsort(of, count, sizeof *of, compare_within);
    for (uint32_t i = 0; i < count; i++) {
        struct team_within *last = teams->within_count ? &of[teams->within_count - 1] : NULL;
        if (last && compare_within(last, &of[i]) == 0)
            last->time += of[i].time;
        else
            of[teams->within_count++] = of[i];
    }
}

/* Returns the work of a thread in its parts, `parts` ps long: without waiting inside them. */
static double work_time(const struct teams *teams, uint32_t node, uint32_t rank, uint32_t thread, double parts)
{
    const struct team_within key = {node, rank, thread, 0}, *found = NULL;
    if (teams->within_count)
        found = bsearch(&key, teams->withins, teams->within_count, sizeof key, compare_within);
    return found ? fmax(parts - found->time, 0) : parts;
}

double teams_parts(const struct teams *teams, const struct profile *profile, uint32_t node,
                   const struct profile_location *thread)
{
    const struct profile_stay *stays = profile->stays;
    double parts = 0;
    for (size_t i =
             sort_lower_bound32(stays, profile->stay_count, sizeof *stays, offsetof(struct profile_stay, node), node);
         i < profile->stay_count && stays[i].node == node; i++)
        if (stays[i].what < STAY_KEPT && stays[i].rank == thread->rank && stays[i].thread == thread->thread)
            parts += (double)stays[i].sum;
    return work_time(teams, node, thread->rank, thread->thread, parts);
}

/* Adds threads that have no entries of their own: their number follows from their parts, their work is without waiting. */
static void add_others(struct team *team, const struct teams *teams, double sum, double parts, double of_others,
                       double waited)
{
    for (uint32_t i = 0; i < teams->within_count; i++)
        waited -= teams->withins[i].node == team->node ? teams->withins[i].time : 0;
    team->parts += fmax(sum + fmin(waited, 0), 0);
    team->seen += parts > of_others ? (uint32_t)(team->seen * of_others / (parts - of_others) + 0.5) : 1;
}

/* Adds up all entries of one node, in the order of ranks and threads. */
static struct team team_of(const struct teams *teams, const struct profile *profile, uint32_t from, uint32_t end)
{
    struct team team = {.node = profile->stays[from].node};
    uint64_t parts = 0;
    double waited = 0;
    for (uint32_t i = from; i < end;) {
        const struct profile_stay *first = &profile->stays[i];
        uint64_t before = parts;
        bool any = false;
        double mine = 0;
        for (; i < end && profile->stays[i].rank == first->rank && profile->stays[i].thread == first->thread; i++) {
            const struct profile_stay *stay = &profile->stays[i];
            if (stay->what >= STAY_KEPT)
                continue;
            any = true;
            mine += (double)stay->sum;
            parts += stay->times;
            team.regions += stay->what == STAY_OWN ? stay->times : 0;
            team.first |= stay->what == STAY_OWN && !stay->thread;
        }
        if (!any)
            continue;
        if (first->rank == RANK_STAYS_OTHERS) { /* the last */
            add_others(&team, teams, mine, (double)parts, (double)(parts - before), waited);
            continue;
        }
        waited += mine;
        mine = work_time(teams, team.node, first->rank, first->thread, mine);
        waited -= mine;
        team.least = !team.seen || mine < team.least ? mine : team.least;
        team.seen++;
        team.parts += mine;
        if (mine > team.most) {
            team.most = mine;
            team.rank = first->rank;
            team.thread = first->thread;
        }
    }
    team.threads = team.regions ? (double)parts / (double)team.regions : 1;
    team.mean = team.parts / team.seen;
    return team;
}

static void add_waits(struct teams *teams, const struct view *view, const uint32_t *team_at)
{
    for (uint32_t i = 1; i < view->profile->node_count; i++) {
        if (!is_wait(view, i))
            continue;
        double time = view->nodes[i].exclusive;
        uint32_t above = team_above(view, team_at, i);
        struct team *team = above == PROFILE_NONE ? NULL : &teams->of[team_at[above]];
        teams->waits[teams->wait_count++] = i;
        teams->waiting += time;
        if (team)
            *(is_called(view, i, "start of team") ? &team->start
              : teams_is_lock(view, i)            ? &team->locks
                                                  : &team->together) += time;
    }
}

/* Computes the gains per first thread, of which there is one for each rank unless others begin teams. Threads that took a lock in turn also
 * end one after the other: waiting that uneven parts do not explain is charged to locks, up to the time in locks. */
static void find_gains(struct team *team, double ranks)
{
    double locks = team->locks / team->threads, together = team->together / team->threads;
    double due = fmin(fmax(together - team_lost(team), 0), locks);
    team->gain = (team->start + together - due) / ranks;
    team->gain_locks = (locks + due) / ranks;
}

static int compare_teams(const void *left, const void *right)
{
    const struct team *a = left, *b = right;
    double x = a->gain + a->gain_locks, y = b->gain + b->gain_locks;
    return x != y ? (x < y) - (x > y) : (a->node > b->node) - (a->node < b->node);
}

static int compare_waits(const void *left, const void *right, void *state)
{
    const struct view *view = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double x = view->nodes[a].exclusive, y = view->nodes[b].exclusive;
    return x != y ? (x < y) - (x > y) : (a > b) - (a < b);
}

struct team_most teams_most(const struct view *view, uint32_t node)
{
    const struct profile *profile = view->profile;
    struct team_most most = {0, 0, 0};
    for (uint32_t i = profile_first_row(profile, node); i < profile->row_count && profile->rows[i].node == node; i++) {
        const struct profile_row *row = &profile->rows[i];
        if ((double)row->inclusive > most.time)
            most = (struct team_most){(double)row->inclusive, profile->locations[row->location].rank,
                                      profile->locations[row->location].thread};
    }
    if (!profile->row_count)
        most.time = view->nodes[node].inclusive;
    return most;
}

const struct team *teams_at(const struct teams *teams, uint32_t node)
{
    for (uint32_t i = 0; i < teams->count; i++)
        if (teams->of[i].node == node)
            return &teams->of[i];
    return NULL;
}

void teams_make(struct teams *teams, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    double ranks = profile->nodes[0].ranks.called ? profile->nodes[0].ranks.called : 1;
    uint32_t *team_at = arena_array(arena, profile->node_count, sizeof *team_at);
    *teams = (struct teams){.of = arena_array(arena, profile->stay_count, sizeof *teams->of),
                            .waits = arena_array(arena, profile->node_count, sizeof *teams->waits)};
    for (uint32_t i = 0; i < profile->node_count; i++)
        team_at[i] = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->stay_count; i++)
        if (profile->stays[i].what < STAY_KEPT)
            team_at[profile->stays[i].node] = 0;
    find_withins(teams, view, team_at, arena);
    for (uint32_t from = 0, end; from < profile->stay_count; from = end) {
        for (end = from; end < profile->stay_count && profile->stays[end].node == profile->stays[from].node; end++)
            ;
        teams->of[teams->count] = team_of(teams, profile, from, end);
        if (!teams->of[teams->count].seen)
            continue;
        team_at[profile->stays[from].node] = teams->count;
        teams->parts += teams->of[teams->count++].parts;
    }
    add_waits(teams, view, team_at);
    for (uint32_t i = 0; i < teams->count; i++)
        find_gains(&teams->of[i], ranks);
    qsort(teams->of, teams->count, sizeof *teams->of, compare_teams);
    qsort_r(teams->waits, teams->wait_count, sizeof *teams->waits, compare_waits, (void *)(uintptr_t)view);
}
