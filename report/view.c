/* view.c - see view.h. */
#include "report/view.h"

#include "report/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double seconds(double picoseconds)
{
    return picoseconds / 1e12;
}

double calls_mean(const struct stat_calls *calls, double total)
{
    return calls->calls ? seconds(total) / (double)calls->calls : 0;
}

double calls_deviation(const struct stat_calls *calls)
{
    return seconds(sqrt(stat_calls_variance(calls)));
}

const char *calls_error(const struct stat_calls *calls, struct arena *arena)
{
    return calls->error2 > 0 ? text_percent(arena, sqrt(calls->error2), u128_double(calls->sum)) : "";
}

/* Threads run beside the node they hang under: their time is no part of its. */
static bool beside_parent(const struct profile *profile, uint32_t node)
{
    return profile->regions[profile->nodes[node].region].kind == REGION_THREAD;
}

static bool outermost(const struct profile *profile, uint32_t node)
{
    uint32_t region = profile->nodes[node].region;
    while (!beside_parent(profile, node)) {
        node = profile->nodes[node].parent;
        if (node == PROFILE_NONE)
            return true;
        if (profile->nodes[node].region == region)
            return false;
    }
    return true;
}

struct order {
    const struct view *view;
    enum sort_key sort;
};

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int compare_nodes(const void *left, const void *right, void *state)
{
    const struct order *order = state;
    const struct profile *profile = order->view->profile;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct view_node *x = &order->view->nodes[a], *y = &order->view->nodes[b];
    int result = 0;
    if (profile->nodes[a].parent != profile->nodes[b].parent)
        return profile->nodes[a].parent < profile->nodes[b].parent ? -1 : 1;
    switch (order->sort) {
    case SORT_EXCLUSIVE:
        result = descending(x->exclusive, y->exclusive);
        break;
    case SORT_CALLS:
        result = descending((double)profile->nodes[a].calls.calls, (double)profile->nodes[b].calls.calls);
        break;
    case SORT_NAME:
        break;
    default:
        result = descending(x->inclusive, y->inclusive);
    }
    return result ? result : (a > b) - (a < b); /* siblings stand in the order of their names */
}

static bool link_children(struct view *view, enum sort_key sort, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *sorted = arena_array(arena, profile->node_count, sizeof *sorted);
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        sorted[i] = i;
        view->nodes[i].first_child = view->nodes[i].next = PROFILE_NONE;
    }
    struct order order = {view, sort};
    qsort_r(sorted + 1, profile->node_count - 1, sizeof *sorted, compare_nodes, &order);
    for (uint32_t i = profile->node_count - 1; i > 0; i--) {
        struct view_node *parent = &view->nodes[profile->nodes[sorted[i]].parent];
        view->nodes[sorted[i]].next = parent->first_child;
        parent->first_child = sorted[i];
    }
    return true;
}

static void sum_regions(struct view *view)
{
    const struct profile *profile = view->profile;
    for (uint32_t i = 0; i < profile->region_count; i++)
        stat_calls_init(&view->regions[i].calls);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        struct view_region *region = &view->regions[node->region];
        stat_calls_merge(&region->calls, &node->calls);
        region->total += view->nodes[i].inclusive;
        region->exclusive += view->nodes[i].exclusive;
        region->probes += view->nodes[i].probes;
        region->stopped |= (node->flags & NODE_STOPPED) != 0;
        if (outermost(profile, i))
            region->inclusive += view->nodes[i].inclusive;
        if (node->ranks.called > region->ranks)
            region->ranks = node->ranks.called;
    }
}

/* A calibrated cost, ps; 0 where the profile has none. */
static double cost(const struct profile *profile, const char *key)
{
    double value = strtod(profile_meta(profile, key, "0"), NULL);
    return value > 0 && isfinite(value) ? value : 0;
}

/* Takes the probes' cost off the inclusive times: of a node's own timed calls what falls between the two
 * clock readings, of all calls below it everything. What other threads did there costs it nothing. */
static bool take_off_probes(struct view *view, bool compensated, struct arena *arena)
{
    const struct profile *profile = view->profile;
    double timed = cost(profile, "cost_timed_ps"), inside = cost(profile, "cost_inside_ps");
    double counted = cost(profile, "cost_counted_ps"), path = cost(profile, "cost_path_ps");
    double *below = arena_array(arena, profile->node_count, sizeof *below);
    if (!below)
        return false;
    for (uint32_t i = profile->node_count - 1; i > 0; i--) {
        const struct profile_node *node = &profile->nodes[i];
        double own = 0;
        if (!beside_parent(profile, i))
            own = (double)node->calls.timed * timed + (double)(node->calls.calls - node->calls.timed) * counted +
                  node->ranks.called * path;
        view->overhead += own;
        if (compensated)
            view->nodes[i].inclusive -= below[i] + (double)node->calls.timed * inside;
        if (!beside_parent(profile, i))
            below[node->parent] += below[i] + own;
    }
    if (compensated)
        view->nodes[0].inclusive -= below[0] < view->nodes[0].inclusive ? below[0] : view->nodes[0].inclusive;
    return true;
}

/* Each node's depth, and its inclusive time less that of its children. */
static void derive_exclusive(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        struct view_node *node = &view->nodes[i];
        uint32_t parent = view->profile->nodes[i].parent;
        node->exclusive = node->inclusive;
        if (parent == PROFILE_NONE)
            continue;
        node->depth = view->nodes[parent].depth + 1;
        if (!beside_parent(view->profile, i))
            view->nodes[parent].exclusive -= node->inclusive;
    }
}

/* Estimates, clocks of different cores, and probes that cost less here than where they were calibrated can leave
 * less than nothing. The sums were made before, so that there such errors cancel. */
static void raise_to_nothing(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        view->nodes[i].inclusive = fmax(view->nodes[i].inclusive, 0);
        view->nodes[i].exclusive = fmax(view->nodes[i].exclusive, 0);
    }
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        struct view_region *region = &view->regions[i];
        region->total = fmax(region->total, 0);
        region->inclusive = fmax(region->inclusive, 0);
        region->exclusive = fmax(region->exclusive, 0);
    }
}

bool view_make(struct view *view, const struct profile *profile, enum sort_key sort, bool compensated,
               struct arena *arena, struct error *error)
{
    *view = (struct view){.profile = profile,
                          .compensated = compensated,
                          .nodes = arena_array(arena, profile->node_count, sizeof *view->nodes),
                          .regions = arena_array(arena, profile->region_count, sizeof *view->regions)};
    if (!view->nodes || !view->regions)
        return error_set(error, ERROR_INTERNAL, "out of memory");

    for (uint32_t i = 0; i < profile->node_count; i++)
        view->nodes[i].inclusive = u128_double(profile->nodes[i].calls.sum);
    derive_exclusive(view);
    for (uint32_t i = 0; i < profile->node_count; i++)
        view->nodes[i].probes = view->nodes[i].exclusive;
    if (!take_off_probes(view, compensated, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    derive_exclusive(view);
    for (uint32_t i = 0; i < profile->node_count; i++)
        view->nodes[i].probes -= view->nodes[i].exclusive;
    sum_regions(view);
    raise_to_nothing(view);
    view->total = view->nodes[0].inclusive;
    return link_children(view, sort, arena) || error_set(error, ERROR_INTERNAL, "out of memory");
}

const char *view_mark(bool estimated, double exclusive, double probes)
{
    return probes > exclusive ? "?" : estimated ? "~" : "";
}

uint32_t view_next(const struct view *view, uint32_t node, bool deeper)
{
    if (deeper && view->nodes[node].first_child != PROFILE_NONE)
        return view->nodes[node].first_child;
    while (node != PROFILE_NONE && view->nodes[node].next == PROFILE_NONE)
        node = view->profile->nodes[node].parent;
    return node == PROFILE_NONE ? node : view->nodes[node].next;
}

int view_compare_regions(const struct profile_region *a, const struct profile_region *b)
{
    int order = strcmp(a->name, b->name);
    if (!order)
        order = strcmp(a->file, b->file);
    return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

const char *view_path(const struct view *view, uint32_t node, struct arena *arena)
{
    const struct profile *profile = view->profile;
    size_t length = 0;
    for (uint32_t i = node; i != PROFILE_NONE && i != 0; i = profile->nodes[i].parent)
        length += strlen(profile->regions[profile->nodes[i].region].name) + 1;
    if (length == 0)
        return "";
    char *path = arena_alloc(arena, length);
    if (!path)
        return "";
    char *end = path + length - 1; /* the arena's memory is zero, so the path ends here */
    for (uint32_t i = node; i != 0; i = profile->nodes[i].parent) {
        const char *name = profile->regions[profile->nodes[i].region].name;
        end -= strlen(name);
        memcpy(end, name, strlen(name));
        if (end > path)
            *--end = '/';
    }
    return path;
}
