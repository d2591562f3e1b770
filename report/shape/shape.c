/* shape.c - see shape.h. */
#include "report/shape/shape.h"

#include "profile/prune_tree.h"
#include "profile/rows.h"
#include "profile/total_time.h"
#include "report/derive/names.h"
#include "report/shape/pivot.h"

#include <inttypes.h>
#include <string.h>

/* --- parts of a profile: some ranks or threads; without some functions; or the subtree of a function --- */

/* --- of one rank or thread --- */

/* Keeps some rows and locations; locations[old] = new, or PROFILE_NONE. */
static void keep_locations(struct profile *profile, long rank, long thread, struct arena *arena)
{
    struct profile_location *locations = arena_array(arena, profile->location_count, sizeof *locations);
    struct profile_row *rows = arena_array(arena, profile->row_count, sizeof *rows);
    uint32_t *map = arena_array(arena, profile->location_count, sizeof *map), kept = 0, count = 0;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        const struct profile_location *location = &profile->locations[i];
        bool keep = (rank < 0 || location->rank == rank) && (thread < 0 || location->thread == thread);
        map[i] = keep ? kept : PROFILE_NONE;
        if (keep)
            locations[kept++] = *location;
    }
    for (uint32_t i = 0; i < profile->row_count; i++) {
        rows[count] = profile->rows[i];
        rows[count].location = map[rows[count].location];
        count += rows[count].location != PROFILE_NONE;
    }
    profile->locations = locations;
    profile->location_count = kept;
    profile->rows = rows;
    profile->row_count = count;
}

/* Computes a node's calls and their total time from its rows. */
static void calls_of_rows(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        struct profile_node *node = &profile->nodes[i];
        bool estimated = profile_estimated(node);
        stat_calls_init(&node->calls);
        node->flags &= ~(estimated ? (uint32_t)NODE_FOLDED : 0u);
        node->calls.timed = estimated ? 0 : UINT64_MAX; /* for now */
    }
    for (uint32_t i = 0; i < profile->row_count; i++) {
        struct stat_calls *calls = &profile->nodes[profile->rows[i].node].calls;
        calls->calls += profile->rows[i].calls;
        calls->sum = u128_add(calls->sum, (struct u128){profile->rows[i].inclusive, 0});
    }
    for (uint32_t i = 0; i < profile->node_count; i++) {
        struct stat_calls *calls = &profile->nodes[i].calls;
        calls->timed = calls->timed ? calls->calls : 0;
    }
}

static bool finish(struct profile *profile, struct arena *arena, struct error *error)
{
    profile->extremes = NULL; /* they are of the whole */
    profile->region_values = NULL;
    profile->waits = NULL;
    profile->extremes_count = profile->region_value_count = profile->wait_count = 0;
    if (!profile_normalize(profile, arena, error))
        return false;
    if (profile->row_count)
        rows_set_ranks(profile);
    return true;
}

static uint32_t *make_map(const struct profile *profile, bool **found, struct arena *arena)
{
    uint32_t *map = arena_array(arena, profile->node_count, sizeof *map);
    *found = arena_array(arena, profile->node_count, sizeof **found);
    return map;
}

/* These change *profile, which must have rows. A number of -1 means all. */
static bool cut_location(struct profile *profile, long rank, long thread, struct arena *arena, struct error *error)
{
    const struct profile_location *last = &profile->locations[profile->location_count - !!profile->location_count];
    uint32_t most = profile->location_count ? last->rank : 0;
    bool *reached;
    uint32_t *stands_for = make_map(profile, &reached, arena);
    keep_locations(profile, rank, thread, arena);
    if (!profile->location_count && thread < 0)
        return error_set(error, ERROR_USAGE, "--rank %ld: it is not in the profile; the last rank there is %" PRIu32,
                         rank, most);
    if (!profile->location_count)
        return error_set(error, ERROR_USAGE,
                         "--thread %ld: no such thread; 'instr-report tree --per-thread' lists them", thread);
    for (uint32_t i = 0; i < profile->row_count; i++)
        reached[profile->rows[i].node] = true;
    for (uint32_t i = profile->node_count; i-- > 1;)
        reached[profile->nodes[i].parent] |= reached[i];
    for (uint32_t i = 0; i < profile->node_count; i++)
        stands_for[i] = !i || reached[i] ? i : PROFILE_NONE;
    profile->bin_count = profile->traffic_count = profile->call_site_count = profile->stay_count = 0;
    profile->metric_count = profile->value_count = 0; /* of single ranks they are not known */
    prune_tree_nodes(profile, stands_for, arena, NULL);
    calls_of_rows(profile);
    return finish(profile, arena, error);
}

/* Gives the time of functions with that name to their callers. */
static bool cut_hide(struct profile *profile, const char *name, struct arena *arena, struct error *error)
{
    bool *found;
    uint32_t *stands_for = make_map(profile, &found, arena);
    if (!names_find(profile, name, found, error))
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        bool hidden = found[i] && !total_time_beside(profile, i);
        stands_for[i] = hidden ? stands_for[profile->nodes[i].parent] : i;
    }
    prune_tree_nodes(profile, stands_for, arena, NULL);
    return finish(profile, arena, error);
}

/* Makes the root's rows: for each location the time of the nodes that the root holds now. */
static void keep_root_rows(struct profile *profile, const bool *held, struct arena *arena)
{
    struct profile_row *rows = arena_array(arena, (size_t)profile->row_count * 2, sizeof *rows);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        struct profile_row row = profile->rows[i];
        if (!row.node)
            row.inclusive = 0;
        rows[count++] = row;
        if (held[row.node])
            rows[count++] = (struct profile_row){.location = row.location, .inclusive = row.inclusive};
    }
    profile->rows = rows;
    profile->row_count = count;
}

/* Makes the outermost calls of functions with that name, with their subtrees, the whole. */
static bool cut_focus(struct profile *profile, const char *name, struct arena *arena, struct error *error)
{
    bool *found;
    uint32_t *stands_for = make_map(profile, &found, arena);
    struct profile_node root = profile->nodes[0];
    if (!names_find(profile, name, found, error))
        return false;
    root.calls.sum = root.calls.probes = (struct u128){0, 0};
    root.calls.m2 = root.calls.error2 = 0;
    root.calls.min = UINT64_MAX;
    root.calls.max = 0;
    stands_for[0] = PROFILE_NONE; /* for now, as nothing hangs in it */
    for (uint32_t i = 1; i < profile->node_count; i++) {
        bool inside = stands_for[profile->nodes[i].parent] != PROFILE_NONE;
        stands_for[i] = inside || found[i] ? i : PROFILE_NONE;
        found[i] = inside ? total_time_beside(profile, i) && total_time_holder(profile, i) == 0
                          : found[i]; /* from now on: held */
        if (found[i])
            root.calls.sum = u128_add(root.calls.sum, profile->nodes[i].calls.sum);
    }
    found[0] = false;
    keep_root_rows(profile, found, arena);
    stands_for[0] = 0;
    prune_tree_nodes(profile, stands_for, arena, NULL);
    while (profile->value_count && profile->values[0].node == 0) { /* those of the root were of the whole */
        profile->values++;
        profile->value_count--;
    }
    profile->nodes[0] = root;
    profile->nodes[0].parent = PROFILE_NONE;
    return finish(profile, arena, error);
}

static bool is_cut(const struct shape_options *shape)
{
    return shape->rank >= 0 || shape->thread >= 0 || shape->hidden_count || shape->focus;
}

static bool turn(struct profile *profile, const struct options *options, struct arena *arena, struct error *error)
{
    const struct shape_options *shape = &options->shape;
    struct shape_source source;
    struct profile before = *profile;
    view_make(&source.view, &before, SORT_NAME, options->raw, arena);
    members_make(&source.members, &source.view, arena);
    source.profile = source.members.profile;
    if (shape->callers          ? !pivot_callers(&source, options, profile, arena, error)
        : shape->callees        ? !pivot_callees(&source, shape->callees, profile, arena, error)
        : shape->bottom_up      ? !pivot_bottom_up(&source, options, profile, arena, error)
        : shape->by == BY_GROUP ? !pivot_by_group(&source, profile, arena, error)
                                : !pivot_by_file(&source, shape->by == BY_DIRECTORY, profile, arena, error))
        return false;
    profile->nodes[0].calls.calls = profile->nodes[0].calls.timed = before.nodes[0].calls.calls;
    return true;
}

/* Describes the requested shape in words. */
static const char *describe(const struct shape_options *shape, struct arena *arena)
{
    const char *text = "";
    if (shape->rank >= 0)
        text = arena_printf(arena, "%s, rank %ld only", text, shape->rank);
    if (shape->thread >= 0)
        text = arena_printf(arena, "%s, thread %ld only", text, shape->thread);
    for (unsigned i = 0; i < shape->hidden_count; i++)
        text = arena_printf(arena, "%s, without %s", text, shape->hidden[i]);
    if (shape->focus)
        text = arena_printf(arena, "%s, 100%% is %s", text, shape->focus);
    if (shape->callers)
        text =
            arena_printf(arena, "%s, the callers of %s: its inclusive time, divided among them", text, shape->callers);
    if (shape->callees)
        text = arena_printf(arena, "%s, callees of %s: their inclusive times, without its recursive calls", text,
                            shape->callees);
    if (shape->bottom_up)
        text = arena_printf(arena, "%s, bottom-up: exclusive times, divided among the callers", text);
    if (shape->by >= BY_FILE && shape->by <= BY_GROUP)
        text = arena_printf(arena, "%s, by %s: exclusive times, added up", text,
                            shape->by == BY_FILE        ? "file"
                            : shape->by == BY_DIRECTORY ? "directory"
                                                        : "group");
    return *text ? text + 2 : text;
}

bool shape_profile(struct profile *profile, const struct options *options, struct arena *arena, struct error *error)
{
    const struct shape_options *shape = &options->shape;
    if (!options_turned(options) && !is_cut(shape))
        return true;
    struct profile rowed;
    rows_imply(profile, &rowed, arena, NULL);
    *profile = rowed;
    profile_meta_add(profile, "shape", describe(shape, arena), arena);
    if ((shape->rank >= 0 || shape->thread >= 0) && !cut_location(profile, shape->rank, shape->thread, arena, error))
        return false;
    for (unsigned i = 0; i < shape->hidden_count; i++)
        if (!cut_hide(profile, shape->hidden[i], arena, error))
            return false;
    if (shape->focus)
        profile_meta_add(profile, "focus", shape->focus, arena);
    return (!shape->focus || cut_focus(profile, shape->focus, arena, error)) &&
           (!options_turned(options) || turn(profile, options, arena, error));
}
