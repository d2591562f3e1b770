/* members.c - see members.h. */
#include "report/derive/members.h"

#include "common/sort.h"
#include "profile/rows.h"
#include "profile/total_time.h"
#include "report/derive/runs.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Returns true for two threads of one process. Processes of other runs may have the same rank. */
static bool same_member(const struct profile *profile, uint32_t a, uint32_t b)
{
    const struct profile_location *x = &profile->locations[a], *y = &profile->locations[b];
    return x->rank == y->rank && (!runs_several(profile) || (x->pid == y->pid && !strcmp(x->host, y->host)));
}

static void number_members(struct members *members, struct arena *arena)
{
    const struct profile *profile = members->profile;
    members->of_location = arena_array(arena, profile->location_count, sizeof *members->of_location);
    members->location = arena_array(arena, profile->location_count, sizeof *members->location);
    for (uint32_t i = 0; i < profile->location_count; i++) {
        if (!i || !same_member(profile, i, i - 1))
            members->location[members->count++] = i;
        members->of_location[i] = members->count - 1;
    }
    members->all = members->count == profile->nodes[0].ranks.called;
}

/* Returns the row of `node` at `location`, or PROFILE_NONE. */
static uint32_t find_row(const struct members *members, uint32_t node, uint32_t location)
{
    const struct profile_row *rows = members->profile->rows;
    uint32_t first = members->first_row[node], end = members->first_row[node + 1];
    uint32_t at = first + (uint32_t)sort_lower_bound32(rows + first, end - first, sizeof *rows,
                                                       offsetof(struct profile_row, location), location);
    return at < end && rows[at].location == location ? at : PROFILE_NONE;
}

uint32_t members_row_above(const struct members *members, uint32_t row)
{
    const struct profile_row *at = &members->profile->rows[row];
    uint32_t holder = total_time_holder(members->profile, at->node);
    return holder == PROFILE_NONE ? holder : find_row(members, holder, at->location);
}

/* Derives work, which is time outside MPI. Below a call of MPI there are only callbacks of the program; they count as MPI. */
static void derive_work(struct members *members, struct arena *arena)
{
    const struct profile *profile = members->profile;
    members->work = arena_array(arena, profile->row_count, sizeof *members->work);
    for (uint32_t i = profile->row_count; i-- > 0;) {
        const struct profile_row *row = &profile->rows[i];
        uint32_t above = members_row_above(members, i);
        bool works = region_is_work(profile->regions[profile->nodes[row->node].region].kind);
        members->work[i] = !works ? 0 : members->work[i] + members->own[i] - members->ready[i];
        if (above != PROFILE_NONE)
            members->work[above] += members->work[i];
    }
}

static void derive_own(struct members *members, struct arena *arena)
{
    const struct profile *profile = members->profile;
    members->own = arena_array(arena, profile->row_count, sizeof *members->own);
    members->first_row = arena_array(arena, (size_t)profile->node_count + 1, sizeof *members->first_row);
    for (uint32_t node = 0, row = 0; node <= profile->node_count; node++) {
        while (row < profile->row_count && profile->rows[row].node < node)
            row++;
        members->first_row[node] = row;
    }
    for (uint32_t i = 0; i < profile->row_count; i++) {
        uint32_t above = members_row_above(members, i);
        members->own[i] += (double)profile->rows[i].inclusive;
        if (above != PROFILE_NONE)
            members->own[above] -= (double)profile->rows[i].inclusive;
    }
}

/* Derives blocked and runnable time. In a sum over several runs threads can't be told apart. */
static void derive_kept(struct members *members, struct arena *arena)
{
    const struct profile *profile = members->profile;
    members->ready = arena_array(arena, profile->row_count, sizeof *members->ready);
    members->blocked = arena_array(arena, profile->row_count, sizeof *members->blocked);
    for (uint32_t i = 0; i < profile->stay_count && !runs_several(profile); i++) {
        const struct profile_stay *stay = &profile->stays[i];
        for (uint32_t row = members->first_row[stay->node]; row < members->first_row[stay->node + 1]; row++) {
            const struct profile_location *location = &profile->locations[profile->rows[row].location];
            double *kept = stay->what == STAY_READY ? &members->ready[row] : &members->blocked[row];
            if (stay->what >= STAY_KEPT && location->rank == stay->rank && location->thread == stay->thread)
                *kept = fmin(*kept + (double)stay->sum, fmax(members->own[row], 0));
        }
    }
}

static void sort_by_region(struct members *members, struct arena *arena)
{
    const struct profile *profile = members->profile;
    members->first_node = arena_array(arena, (size_t)profile->region_count + 2, sizeof *members->first_node);
    members->by_region = arena_array(arena, profile->node_count, sizeof *members->by_region);
    /* One place further than where a region begins, which filling moves there. */
    uint32_t *next = members->first_node + 1;
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].region + 1 < profile->region_count)
            next[profile->nodes[i].region + 1]++;
    for (uint32_t i = 1; i < profile->region_count; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < profile->node_count; i++)
        members->by_region[next[profile->nodes[i].region]++] = i;
}

void members_make(struct members *members, const struct view *view, struct arena *arena)
{
    struct profile *rowed = arena_alloc(arena, sizeof *rowed);
    *members = (struct members){.profile = rowed};
    rows_imply(view->profile, rowed, arena, NULL);
    number_members(members, arena);
    derive_own(members, arena);
    derive_kept(members, arena);
    derive_work(members, arena);
    sort_by_region(members, arena);
    members->times = arena_array(arena, (size_t)members->count + 1, sizeof *members->times);
}

uint32_t members_number(const struct members *members, uint32_t member)
{
    const struct profile_location *location = &members->profile->locations[members->location[member]];
    return runs_several(members->profile) ? (uint32_t)location->pid : location->rank;
}

struct member_stat members_stat(const struct members *members, const double *times)
{
    struct member_stat stat = {0};
    for (uint32_t i = 0; i < members->count; i++) {
        if (!i || times[i] < stat.min) {
            stat.min = times[i];
            stat.min_member = i;
        }
        if (!i || times[i] > stat.max) {
            stat.max = times[i];
            stat.max_member = i;
        }
        stat.mean += times[i] / members->count;
    }
    return stat;
}

static void clear(const struct members *members, double *times)
{
    memset(times, 0, members->count * sizeof *times);
}

/* Adds up the rows of the nodes `of`, and subtracts those of the nodes `less`. */
static void add_rows(const struct members *members, const uint32_t *nodes, uint32_t count, const double *of,
                     const double *less, double *times)
{
    clear(members, times);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t row = members->first_row[nodes[i]]; row < members->first_row[nodes[i] + 1]; row++)
            times[members->of_location[members->profile->rows[row].location]] += of[row] - (less ? less[row] : 0);
    for (uint32_t i = 0; i < members->count; i++)
        times[i] = times[i] > 0 ? times[i] : 0;
}

void members_worked(const struct members *members, const uint32_t *nodes, uint32_t count, double *times)
{
    add_rows(members, nodes, count, members->own, members->ready, times);
}

void members_region(const struct members *members, uint32_t region, double *times)
{
    uint32_t first = members->first_node[region], end = members->first_node[region + 1];
    add_rows(members, members->by_region + first, end - first, members->own, NULL, times);
}

void members_calls(const struct members *members, const uint32_t *nodes, uint32_t count, double *calls)
{
    clear(members, calls);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t row = members->first_row[nodes[i]]; row < members->first_row[nodes[i] + 1]; row++)
            calls[members->of_location[members->profile->rows[row].location]] +=
                (double)members->profile->rows[row].calls;
}

void members_node(const struct members *members, uint32_t node, double *times)
{
    clear(members, times);
    for (uint32_t row = members->first_row[node]; row < members->first_row[node + 1]; row++)
        times[members->of_location[members->profile->rows[row].location]] +=
            (double)members->profile->rows[row].inclusive;
}

void members_work(const struct members *members, uint32_t node, double *times)
{
    clear(members, times);
    for (uint32_t row = members->first_row[node]; row < members->first_row[node + 1]; row++)
        times[members->of_location[members->profile->rows[row].location]] += members->work[row];
    for (uint32_t i = 0; i < members->count; i++)
        times[i] = times[i] > 0 ? times[i] : 0;
}

/* Fills the whole time of each member's first thread, and the part of it that was work. */
static void first_thread(const struct members *members, double *times, double *work)
{
    clear(members, times);
    clear(members, work);
    for (uint32_t row = members->first_row[0]; row < members->first_row[1]; row++) {
        uint32_t location = members->profile->rows[row].location;
        if (members->profile->locations[location].thread)
            continue;
        times[members->of_location[location]] = (double)members->profile->rows[row].inclusive;
        work[members->of_location[location]] = members->work[row] > 0 ? members->work[row] : 0;
    }
}

static void find_efficiency(struct member_efficiency *efficiency)
{
    efficiency->balance = efficiency->most > 0 ? efficiency->mean / efficiency->most : NAN;
    efficiency->communication = efficiency->time > 0 ? efficiency->most / efficiency->time : NAN;
}

void members_efficiency(const struct members *members, struct member_efficiency *efficiency, struct arena *scratch)
{
    double *worked = arena_array(scratch, members->count, sizeof *worked);
    *efficiency = (struct member_efficiency){NAN, NAN, NAN, NAN, NAN};
    if (!members->all)
        return;
    first_thread(members, members->times, worked);
    struct member_stat work = members_stat(members, worked);
    *efficiency = (struct member_efficiency){
        .time = members_stat(members, members->times).max, .most = work.max, .mean = work.mean};
    find_efficiency(efficiency);
}

uint32_t members_threads(const struct members *members, struct member_efficiency *efficiency)
{
    uint32_t threads = members->profile->location_count;
    *efficiency = (struct member_efficiency){.time = NAN};
    for (uint32_t row = members->first_row[0]; row < members->first_row[1]; row++) {
        if (!members->profile->locations[members->profile->rows[row].location].thread)
            efficiency->time = (double)members->profile->rows[row].inclusive;
        efficiency->most = fmax(efficiency->most, members->work[row]);
        efficiency->mean += fmax(members->work[row], 0) / threads;
    }
    find_efficiency(efficiency);
    return threads;
}

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

bool members_percentiles(const struct members *members, uint32_t node, const double *quantiles, unsigned count,
                         double *values)
{
    const struct stat_ranks *ranks = &members->profile->nodes[node].ranks;
    uint32_t context = ranks->in_context > ranks->called ? ranks->in_context : ranks->called;
    if (!members->all || !members->count) {
        for (unsigned i = 0; i < count; i++)
            values[i] = profile_percentile(members->profile, node, quantiles[i]);
        return false;
    }
    members_node(members, node, members->times);
    qsort(members->times, members->count, sizeof *members->times, compare_times);
    /* Those of the context stand at the end, for all others are zeros. */
    uint32_t outside = members->count > context ? members->count - context : 0;
    for (unsigned i = 0; i < count; i++) {
        double place = quantiles[i] * context;
        uint32_t nth = (uint32_t)place + ((double)(uint32_t)place < place);
        nth = nth < 1 ? 1 : nth > context ? context : nth;
        values[i] = members->times[outside + nth - 1];
    }
    return true;
}
