/* e3sm_thread.c - see e3sm_thread.h. */
#include "profile/e3sm_thread.h"

#include "common/sort.h"
#include "profile/region.h"
#include "profile/rows.h"

#include <string.h>

bool e3sm_is_timer(const struct profile_region *region)
{
    return region->kind != REGION_ROOT && region->kind != REGION_THREAD && region->kind != REGION_OTHER &&
           region->kind != REGION_DEVICE && !region_is_startup(region->kind, region->name);
}

/* While a thread is made. */
struct making {
    const struct e3sm_space *space;
    struct e3sm_thread *thread;
    struct arena *arena;
};

/* Returns the nearest ancestor that is a timer this thread called. Sets `*inside` if any ancestor is of the same region. */
static uint32_t caller_of(const struct making *making, uint32_t node, bool *inside)
{
    const struct profile *profile = making->space->profile;
    uint32_t found = PROFILE_NONE, region = profile->nodes[node].region;
    for (uint32_t i = profile->nodes[node].parent; i != PROFILE_NONE; i = profile->nodes[i].parent) {
        if (!making->space->row_of[i] || !e3sm_is_timer(&profile->regions[profile->nodes[i].region]))
            continue;
        *inside |= profile->nodes[i].region == region;
        if (found == PROFILE_NONE)
            found = i;
    }
    return found;
}

static struct e3sm_timer *timer_at(const struct making *making, uint32_t region)
{
    uint32_t *index = &making->space->timer_of[region];
    if (*index == PROFILE_NONE) {
        *index = making->thread->count++;
        making->thread->timers[*index] = (struct e3sm_timer){.region = region, .min = -1, .above = PROFILE_NONE};
    }
    return &making->thread->timers[*index];
}

static bool count_caller(const struct making *making, struct e3sm_timer *timer, uint32_t caller, uint64_t calls)
{
    struct e3sm_caller **place = &timer->callers;
    while (*place && (*place)->timer != caller)
        place = &(*place)->next;
    if (!*place) {
        *place = arena_array(making->arena, 1, sizeof **place);
        if (!*place)
            return false;
        **place = (struct e3sm_caller){.timer = caller};
        timer->caller_count++;
    }
    (*place)->calls += calls;
    return true;
}

static bool add_row(const struct making *making, const struct profile_row *row)
{
    const struct profile *profile = making->space->profile;
    const struct profile_node *node = &profile->nodes[row->node];
    const struct profile_row whole = rows_with_extremes(row);
    bool inside = false;
    if (!e3sm_is_timer(&profile->regions[node->region]))
        return true;
    uint32_t above = caller_of(making, row->node, &inside);
    /* Looked up before the timer itself, so that it stands before it. */
    uint32_t caller = above == PROFILE_NONE
                          ? PROFILE_NONE
                          : (uint32_t)(timer_at(making, profile->nodes[above].region) - making->thread->timers);
    struct e3sm_timer *timer = timer_at(making, node->region);
    timer->calls += row->calls;
    timer->open |= (node->flags & NODE_OPEN) != 0;
    if (whole.max) {
        double min = (double)whole.min * 1e-12, max = (double)whole.max * 1e-12;
        timer->max = max > timer->max ? max : timer->max;
        timer->min = timer->min < 0 || min < timer->min ? min : timer->min;
    }
    if (inside) {
        timer->recursive += row->calls;
        return true;
    }
    timer->seconds += (double)row->inclusive * 1e-12;
    return count_caller(making, timer, caller, row->calls);
}

static bool is_above(const struct e3sm_thread *thread, uint32_t above, uint32_t timer)
{
    for (; timer != PROFILE_NONE; timer = thread->timers[timer].above)
        if (timer == above)
            return true;
    return false;
}

/* Places a region below its most frequent caller that is not itself below the region. */
static void place(struct e3sm_thread *thread, uint32_t index)
{
    struct e3sm_timer *timer = &thread->timers[index];
    const struct e3sm_caller *most = NULL;
    for (const struct e3sm_caller *caller = timer->callers; caller; caller = caller->next)
        if ((!most || caller->calls > most->calls) &&
            (caller->timer == PROFILE_NONE || !is_above(thread, index, caller->timer)))
            most = caller;
    timer->above = most ? most->timer : PROFILE_NONE;
}

static void link_timers(struct e3sm_thread *thread)
{
    thread->first = PROFILE_NONE;
    for (uint32_t i = 0; i < thread->count; i++)
        thread->timers[i].first_below = PROFILE_NONE;
    for (uint32_t i = thread->count; i-- > 0;) {
        struct e3sm_timer *timer = &thread->timers[i];
        uint32_t *first = timer->above == PROFILE_NONE ? &thread->first : &thread->timers[timer->above].first_below;
        timer->next = *first;
        *first = i;
        timer->depth = 0;
        for (uint32_t above = timer->above; above != PROFILE_NONE; above = thread->timers[above].above)
            timer->depth++;
        if (timer->depth + 1 > thread->deepest)
            thread->deepest = timer->depth + 1;
    }
}

bool e3sm_space_make(struct e3sm_space *space, const struct profile *profile, const uint32_t *nodes,
                     struct arena *arena)
{
    *space = (struct e3sm_space){
        .profile = profile,
        .place = arena_array(arena, profile->node_count, sizeof *space->place),
        .row_of = arena_array(arena, profile->node_count, sizeof *space->row_of),
        .timer_of = arena_array(arena, profile->region_count, sizeof *space->timer_of),
    };
    if (!space->place || !space->row_of || !space->timer_of)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++)
        space->place[nodes[i]] = i;
    memset(space->timer_of, 0xff, profile->region_count * sizeof *space->timer_of);
    return true;
}

/* One thread's rows, for sorting. */
struct rows {
    const struct e3sm_space *space;
    const uint32_t *rows;
};

static int compare_rows(const void *table, uint32_t a, uint32_t b)
{
    const struct rows *rows = table;
    const struct profile_row *all = rows->space->profile->rows;
    uint32_t x = rows->space->place[all[rows->rows[a]].node], y = rows->space->place[all[rows->rows[b]].node];
    return (x > y) - (x < y);
}

static bool add_rows(const struct making *making, const uint32_t *rows, uint32_t count)
{
    struct rows table = {making->space, rows};
    const struct profile_row *all = making->space->profile->rows;
    uint32_t *order = arena_array(making->arena, count, sizeof *order);
    if (!order || !sort_positions(order, count, compare_rows, &table, making->arena))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!add_row(making, &all[rows[order[i]]]))
            return false;
    return true;
}

bool e3sm_thread_make(struct e3sm_thread *thread, struct e3sm_space *space, uint32_t location, const uint32_t *rows,
                      uint32_t row_count, struct arena *arena)
{
    const struct profile *profile = space->profile;
    struct making making = {space, thread, arena};
    *thread = (struct e3sm_thread){
        .rank = profile->locations[location].rank,
        .thread = profile->locations[location].thread,
        .timers = arena_array(arena, row_count, sizeof *thread->timers),
    };
    for (uint32_t i = 0; i < row_count; i++)
        space->row_of[profile->rows[rows[i]].node] = &profile->rows[rows[i]];
    bool done = thread->timers && add_rows(&making, rows, row_count);
    for (uint32_t i = 0; i < row_count; i++)
        space->row_of[profile->rows[rows[i]].node] = NULL;
    for (uint32_t i = 0; i < thread->count; i++) {
        struct e3sm_timer *timer = &thread->timers[i];
        space->timer_of[timer->region] = PROFILE_NONE;
        if (timer->calls - timer->recursive == 1)
            timer->max = timer->min = timer->seconds;
        place(thread, i);
    }
    link_timers(thread);
    return done;
}
