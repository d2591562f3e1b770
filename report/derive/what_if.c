/* what_if.c - see what_if.h. */
#include "report/derive/what_if.h"
#include "report/derive/balance.h"
#include "report/derive/runs.h"

#include <math.h>
#include <string.h>

/* ---
 * by how much parallel regions of OpenMP would be over sooner if a function took less time.
 *
 * Regions last as long as the parts of their last thread. What threads call in their parts stands below the path in which the regions
 * begin. Of the thread that begins them it stands beside what that calls outside of regions:
 *
 *     solve             here regions begin
 *       chunk           of the first thread, in its parts, as others call it there
 *       serial          of the first thread: in its parts only as far as these have room for it
 *       solve (threads)
 *         chunk
 */

struct crew {
    const struct balance *balance;
    const struct team *team;
    double *saved;            /* ps, by row */
    const uint32_t *team_of;  /* the team of a node; PROFILE_NONE: none */
    const uint32_t *child_of; /* the node right below the team's that a node is in; for the team's own time, that */
    double *parts, *less;     /* ps, by location: of its parts; what goes of them */
    bool *called;             /* by region, whether other threads call it in their parts */
    double room;              /* ps of the first thread's parts that nothing fills yet */
    double unplaced, alone;   /* ps: of what may fill it; of that, what goes */
};

static bool of_others(const struct crew *crew, uint32_t node)
{
    const struct profile *profile = crew->balance->members->profile;
    return profile->regions[profile->nodes[crew->child_of[node]].region].kind == REGION_THREAD;
}

static bool is_mine(const struct crew *crew, const struct profile_row *row)
{
    return crew->team_of[row->node] == crew->team->node;
}

static void find_parts(struct crew *crew)
{
    const struct profile *profile = crew->balance->members->profile;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        crew->less[i] = 0;
        crew->parts[i] = teams_parts(&crew->balance->teams, profile, crew->team->node, &profile->locations[i]);
    }
}

/* Subtracts the change from the parts of the other threads. */
static void take_others(struct crew *crew)
{
    const struct profile *profile = crew->balance->members->profile;
    for (uint32_t i = 0; i < profile->region_count; i++)
        crew->called[i] = false;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!is_mine(crew, row) || !of_others(crew, row->node))
            continue;
        if (crew->child_of[row->node] == profile->nodes[row->node].parent)
            crew->called[profile->nodes[row->node].region] = true;
        crew->less[row->location] += crew->saved[i];
        crew->saved[i] = 0;
    }
}

/* Subtracts the change from the first thread's part. Functions that the others do not call may run inside the part or outside. */
static void take_first(struct crew *crew)
{
    const struct profile *profile = crew->balance->members->profile;
    crew->unplaced = crew->alone = 0;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        uint32_t top = crew->child_of[row->node];
        if (!is_mine(crew, row) || of_others(crew, row->node))
            continue;
        bool here = row->node == top, own = top == crew->team->node;
        double time = !here ? 0 : own ? crew->balance->members->own[i] : (double)row->inclusive;
        bool placed = !own && crew->called[profile->nodes[top].region];
        if (profile->regions[profile->nodes[top].region].kind == REGION_WAIT)
            continue;
        *(placed ? &crew->less[row->location] : &crew->alone) += crew->saved[i];
        crew->saved[i] = 0;
        crew->room = placed ? fmax(crew->room - time, 0) : crew->room;
        crew->unplaced += placed ? 0 : time;
    }
}

struct span {
    double least, most;
};

/* Returns at least how long, in ps, one thread ran while all others of its team waited. */
static double ran_alone(const struct team *team, double lasted)
{
    return fmin(fmax(team->together + team->locks - (team->threads - 2) * lasted, 0), lasted);
}

/* Returns by how much the regions end sooner if the first thread's parts get shorter by `alone` ps. Time in which one thread ran alone is
 * gained in full, because the others waited for it. */
static struct span over_sooner(const struct crew *crew, double alone)
{
    const struct profile *profile = crew->balance->members->profile;
    double before = 0, after = 0, all = 0, threads = crew->team->threads;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        double less = fmin(crew->less[i] + (profile->locations[i].thread ? 0 : alone), crew->parts[i]);
        before = fmax(before, crew->parts[i]);
        after = fmax(after, crew->parts[i] - less);
        all += less;
    }
    struct span span = {before - after, before - after};
    double waits = crew->team->together / threads;
    if (waits - (before - crew->team->mean) > waits / 2) { /* of most of it: another thread is late each time */
        span.least = fmin(span.least, all / threads);
        span.most = fmax(span.most, fmin(all, all / threads + waits));
    }
    if (crew->team->locks > 0)
        span.most = fmax(span.most, fmin(all, before - after + crew->team->locks / threads));
    double lasted = team_lasted(crew->team) - crew->team->start / threads;
    span.least = fmax(span.least, all - threads * (lasted - ran_alone(crew->team, lasted)));
    span.most = fmax(span.most, span.least);
    return span;
}

static void add_team(struct crew *crew, double *least, double *most)
{
    find_parts(crew);
    take_others(crew);
    crew->room = 0;
    for (uint32_t i = 0; i < crew->balance->members->profile->location_count; i++)
        if (!crew->balance->members->profile->locations[i].thread)
            crew->room += crew->parts[i];
    take_first(crew);
    /* Of what may fill the room, that which goes may be all of it, or as little as the rest leaves. */
    double high = fmin(crew->alone, crew->room), low = fmax(0, fmin(high, crew->room - (crew->unplaced - crew->alone)));
    struct span with = over_sooner(crew, high), without = over_sooner(crew, low);
    *least += fmin(with.least + crew->alone - high, without.least + crew->alone - low);
    *most += fmax(with.most + crew->alone - high, without.most + crew->alone - low);
}

static void place_nodes(const struct balance *balance, uint32_t *team_of, uint32_t *child_of)
{
    const struct profile *profile = balance->members->profile;
    team_of[0] = teams_at(&balance->teams, 0) ? 0 : PROFILE_NONE;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        uint32_t parent = profile->nodes[i].parent;
        bool begins = teams_at(&balance->teams, i) != NULL, below = team_of[parent] == parent;
        team_of[i] = begins ? i : below ? parent : team_of[parent];
        child_of[i] = begins || below ? i : child_of[parent];
    }
    team_of[0] = PROFILE_NONE; /* the process has no time of its own in parts */
}

/* For one process: `saved` holds the ps that each row saves; parts accounted for here are removed from it. Adds to *least and *most how much
 * sooner the regions end, and how much of the saving is outside of them. */
static void what_if_teams(const struct balance *balance, double *saved, double *least, double *most,
                          struct arena *scratch)
{
    const struct profile *profile = balance->members->profile;
    uint32_t *team_of = arena_array(scratch, profile->node_count, sizeof *team_of);
    uint32_t *child_of = arena_array(scratch, profile->node_count, sizeof *child_of);
    struct crew crew = {.balance = balance,
                        .saved = saved,
                        .team_of = team_of,
                        .child_of = child_of,
                        .parts = arena_array(scratch, profile->location_count, sizeof *crew.parts),
                        .less = arena_array(scratch, profile->location_count, sizeof *crew.less),
                        .called = arena_array(scratch, profile->region_count, sizeof *crew.called)};
    bool *changes = arena_array(scratch, profile->node_count, sizeof *changes); /* by the node of a team */
    if (balance->teams.count)
        place_nodes(balance, team_of, child_of);
    for (uint32_t i = 0; i < profile->row_count && balance->teams.count; i++)
        if (saved[i] != 0 && team_of[profile->rows[i].node] != PROFILE_NONE)
            changes[team_of[profile->rows[i].node]] = true;
    for (uint32_t i = 0; i < balance->teams.count; i++) {
        crew.team = &balance->teams.of[i];
        if (changes[crew.team->node])
            add_team(&crew, least, most);
    }
}

/* --- */

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

/* For one process: adds the gain of its parallel regions, the time of its first thread beside them, and the thread with most time. */
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

/* Sums the time of MPI calls beyond waiting. */
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
    members_worked(members, change->nodes, change->count, own);
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
