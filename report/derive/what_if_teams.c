/* what_if_teams.c - see what_if_teams.h. */
#include "report/derive/what_if_teams.h"

#include <math.h>

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

/* What others call in their parts, and what goes of it. */
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

/* The same of the first thread. What others do not call may be in its parts or not. */
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

/* By how much its regions are over sooner if `alone` ps go of the first thread's parts. */
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

void what_if_teams(const struct balance *balance, double *saved, double *least, double *most, struct arena *scratch)
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
