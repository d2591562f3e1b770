/* view.c - see view.h. */
#include "report/derive/view.h"

#include "common/name.h"
#include "common/sort.h"
#include "report/derive/runs.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double calls_mean(const struct stat_calls *calls, double total)
{
    if (calls->calls)
        return seconds(total) / (double)calls->calls;
    return total > 0 ? NAN : total;
}

const char *view_per_call(struct arena *arena, const struct stat_calls *calls, double total, const char *mark)
{
    return calls->calls || isnan(total) ? text_seconds(arena, calls_mean(calls, total), mark) : "";
}

double calls_deviation(const struct stat_calls *calls)
{
    return seconds(sqrt(stat_calls_variance(calls)));
}

const char *view_error(double figure, double error2, struct arena *arena)
{
    return error2 > 0 && stat_seen(figure, error2) ? text_percent(arena, sqrt(error2), figure) : "";
}

double view_error2(const struct view *view, uint32_t node, double amount)
{
    double inclusive = view->nodes[node].inclusive, part = inclusive > 0 ? amount / inclusive : 1;
    return part * part * view->profile->nodes[node].calls.error2;
}

double view_shown(double figure, bool unseen)
{
    return unseen ? NAN : figure;
}

/* The innermost open frame of each region, on the way from the root to a node. */
struct open_frames {
    uint32_t *of_region, *before, *thread; /* node of each region; the one it hides; a node's thread */
};

/* Derives each node's place: depth, head, and whether it is its thread's outermost frame of the region. */
static void derive_places(struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct open_frames open = {arena_array(arena, profile->region_count, sizeof(uint32_t)),
                               arena_array(arena, profile->node_count, sizeof(uint32_t)),
                               arena_array(arena, profile->node_count, sizeof(uint32_t))};
    for (uint32_t i = 0; i < profile->region_count; i++)
        open.of_region[i] = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t parent = profile->nodes[i].parent, region = profile->nodes[i].region;
        struct view_node *node = &view->nodes[i];
        for (uint32_t done = i ? i - 1 : parent; done != parent; done = profile->nodes[done].parent)
            open.of_region[profile->nodes[done].region] = open.before[done];
        node->depth = i ? view->nodes[parent].depth + 1 : 0;
        node->head = node->depth > VIEW_HEAD ? view->nodes[parent].head : i;
        open.thread[i] = !i || total_time_beside(profile, i) ? i : open.thread[parent];
        open.before[i] = open.of_region[region];
        open.of_region[region] = i;
        node->outermost = open.before[i] == PROFILE_NONE || open.thread[open.before[i]] != open.thread[i];
    }
}

struct order {
    const struct view *view;
    enum sort_key sort;
};

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

/* Siblings. */
static int compare_nodes(const void *left, const void *right, void *state)
{
    const struct order *order = state;
    const struct profile *profile = order->view->profile;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct view_node *x = &order->view->nodes[a], *y = &order->view->nodes[b];
    int result = 0;
    switch (order->sort) {
    case SORT_EXCLUSIVE:
        result = descending(x->exclusive, y->exclusive);
        break;
    case SORT_CALLS:
        result = descending((double)profile->nodes[a].calls.calls, (double)profile->nodes[b].calls.calls);
        break;
    case SORT_NAME:
        break;
    case SORT_FIRST:
        result = profile_compare_first(&profile->nodes[a], &profile->nodes[b]);
        break;
    default:
        result = descending(x->inclusive, y->inclusive);
    }
    return result ? result : (a > b) - (a < b); /* siblings stand in the order of their names */
}

static void link_children(struct view *view, enum sort_key sort, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *sorted =
        arena_array(arena, profile->node_count, sizeof *sorted); /* those of one parent after the other */
    uint32_t *end =
        arena_array(arena, (size_t)profile->node_count + 2, sizeof *end); /* of those of node i: end[i + 1] */
    struct order order = {view, sort};
    for (uint32_t i = 0; i < profile->node_count; i++) {
        view->nodes[i].first_child = view->nodes[i].next = PROFILE_NONE;
        if (i)
            end[profile->nodes[i].parent + 2]++;
    }
    for (uint32_t i = 1; i <= profile->node_count; i++)
        end[i + 1] += end[i];
    for (uint32_t i = 1; i < profile->node_count; i++)
        sorted[end[profile->nodes[i].parent + 1]++] = i;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t first = end[i], count = end[i + 1] - first, *next = &view->nodes[i].first_child;
        if (count > 1 && sort != SORT_NAME) /* they stand in that order */
            qsort_r(sorted + first, count, sizeof *sorted, compare_nodes, &order);
        for (uint32_t k = first; k < first + count; k++) {
            *next = sorted[k];
            next = &view->nodes[sorted[k]].next;
        }
    }
}

static void sum_regions(struct view *view)
{
    const struct profile *profile = view->profile;
    bool focused = *profile_meta(profile, "focus", "");
    for (uint32_t i = 0; i < profile->region_count; i++) {
        stat_calls_init(&view->regions[i].calls);
        view->regions[i].first = PROFILE_NONE;
    }
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        struct view_region *region = &view->regions[node->region];
        stat_calls_merge(&region->calls, &node->calls);
        region->exclusive += view->nodes[i].exclusive;
        region->probes += view->nodes[i].probes;
        region->estimated |= view->nodes[i].estimated;
        region->own_estimated |= view->nodes[i].own_estimated;
        region->calls_estimated |= focused && view->nodes[i].calls_estimated;
        region->own_error2 += view_error2(view, i, view->nodes[i].exclusive);
        if (view->nodes[i].outermost) {
            region->inclusive += view->nodes[i].inclusive;
            region->error2 += node->calls.error2;
        }
        if (node->ranks.called > region->ranks)
            region->ranks = node->ranks.called;
        if (region->first == PROFILE_NONE || profile_compare_first(node, &profile->nodes[region->first]) < 0)
            region->first = i;
    }
}

static void find_folder(struct view *view)
{
    const struct profile *profile = view->profile;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const char *file = profile->regions[i].file;
        if (!view->regions[i].calls.calls || profile->regions[i].kind != REGION_FUNCTION)
            continue;
        if (!view->folder_file) {
            view->folder_file = file;
            view->folder = strlen(file);
        }
        view->folder = name_shared(view->folder_file, file, view->folder);
    }
}

static void derive_probes(struct view *view)
{
    const struct profile *profile = view->profile;
    bool seen = strcmp(profile_meta(profile, "looks", "0"), "0") != 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        double probes = u128_double(profile->nodes[i].calls.probes);
        view->overhead += probes;
        view->nodes[i].probes = view->raw || seen ? 0 : probes;
    }
}

/* Marks estimates. What was estimated for a child was subtracted from its parent, so both are estimates. */
static void derive_marks(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        struct view_node *node = &view->nodes[i];
        node->estimated = profile_estimated(&view->profile->nodes[i]);
        node->calls_estimated = view->profile->nodes[i].flags & NODE_SPREAD;
        node->own_estimated |= node->estimated;
        if (i && node->estimated && !total_time_beside(view->profile, i))
            view->nodes[view->profile->nodes[i].parent].own_estimated = true;
    }
}

/* Marks times that may be wrong by more than their size as unseen. All paths of a function may be unseen although the function is not. */
static void derive_unseen(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++)
        view->nodes[i].unseen = !stat_seen(view->nodes[i].inclusive, view->profile->nodes[i].calls.error2);
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        struct view_region *region = &view->regions[i];
        region->unseen = !stat_seen(region->inclusive, region->error2);
        region->own_unseen = !stat_seen(region->exclusive, region->own_error2);
    }
}

/* Derives exclusive times: inclusive time minus that of the children. */
static void derive_exclusive(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        uint32_t holder = total_time_holder(view->profile, i);
        view->nodes[i].exclusive = view->nodes[i].inclusive;
        if (holder != PROFILE_NONE)
            view->nodes[holder].exclusive -= view->nodes[i].inclusive;
    }
}

/* Raises negative times to 0. Estimates, clocks of different cores, and probes that are cheaper than calibrated lead to them. Sums were made
 * before, where such errors cancel. */
static void raise_to_nothing(struct view *view)
{
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        view->nodes[i].inclusive = fmax(view->nodes[i].inclusive, 0);
        view->nodes[i].exclusive = fmax(view->nodes[i].exclusive, 0);
    }
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        struct view_region *region = &view->regions[i];
        region->inclusive = fmax(region->inclusive, 0);
        region->exclusive = fmax(region->exclusive, 0);
    }
}

void view_make(struct view *view, const struct profile *profile, enum sort_key sort, bool raw, struct arena *arena)
{
    *view = (struct view){.profile = profile,
                          .raw = raw,
                          .nodes = arena_array(arena, profile->node_count, sizeof *view->nodes),
                          .regions = arena_array(arena, profile->region_count, sizeof *view->regions)};

    derive_places(view, arena);
    for (uint32_t i = 0; i < profile->node_count; i++)
        view->nodes[i].inclusive = u128_double(profile->nodes[i].calls.sum);
    derive_probes(view);
    view->counting = strtod(profile_meta(profile, "counting_ns", "0"), NULL) * 1000;
    derive_exclusive(view);
    derive_marks(view);
    sum_regions(view);
    raise_to_nothing(view);
    derive_unseen(view);
    view->time = total_time_of(profile, view->nodes[0].inclusive,
                               !runs_several(profile) && !*profile_meta(profile, "shape", ""));
    view->total = view->time.whole;
    find_folder(view);
    link_children(view, sort, arena);
}

const char *view_file(const struct view *view, const char *file)
{
    return file + (view->folder && !strncmp(file, view->folder_file, view->folder) ? view->folder : 0);
}

const char *view_location(const struct view *view, const struct profile_region *region, struct arena *arena)
{
    const char *file = view_file(view, region->file);
    bool device = region->kind == REGION_THREAD && strcmp(region->groups, "device") == 0;
    return *file                          ? arena_printf(arena, "%s:%u", file, region->line)
           : region->kind == REGION_OTHER ? ""
                                          : region_kind_name(device ? REGION_DEVICE : region->kind);
}

const char *view_mark(bool estimated)
{
    return estimated ? "~" : "";
}

const char *view_own_mark(bool estimated, double exclusive, double probes)
{
    return probes > exclusive ? "?" : view_mark(estimated);
}

static int compare_first(const void *table, uint32_t a, uint32_t b)
{
    const uint64_t *first = table;
    return (first[a] > first[b]) - (first[a] < first[b]);
}

uint32_t *view_first(const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *order = arena_array(arena, profile->region_count, sizeof *order);
    uint32_t *place = arena_array(arena, profile->region_count, sizeof *place);
    uint64_t *first = arena_array(arena, profile->region_count, sizeof *first);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const struct view_region *region = &view->regions[i];
        bool called = region->calls.calls && profile->regions[i].kind != REGION_ROOT;
        const struct profile_node *node = called ? &profile->nodes[region->first] : NULL;
        first[i] = node && node->first ? (uint64_t)node->first_rank << 32 | node->first : UINT64_MAX;
    }
    sort_positions(order, profile->region_count, compare_first, first, arena);
    for (uint32_t i = 0; i < profile->region_count && first[order[i]] != UINT64_MAX; i++)
        place[order[i]] = i + 1;
    return place;
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
    int order = strcmp(region_recorded(a), region_recorded(b));
    if (!order)
        order = strcmp(a->file, b->file);
    return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

const char *view_path(const struct view *view, uint32_t node, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const char *names[VIEW_WHOLE];
    size_t count = 0, length = 0;
    bool whole = view->nodes[node].depth <= VIEW_WHOLE;
    for (uint32_t i = node; i; i = profile->nodes[i].parent) {
        if (!whole && count == VIEW_TAIL) {
            names[count++] = "...";
            i = view->nodes[node].head;
        }
        names[count++] = profile->regions[profile->nodes[i].region].name;
    }
    for (size_t i = 0; i < count; i++)
        length += strlen(names[i]) + 1;
    char *path = arena_alloc(arena, length + 1), *end = path;
    while (count--) {
        end = stpcpy(end, names[count]);
        *end++ = count ? '/' : '\0';
    }
    return path;
}
