/*
 * callers.c - the callers of a function, and the functions that it calls.
 *
 * Callers are a tree with the function at its top: each of its call paths brings its time, and at each level the paths divide by their next
 * caller. It is built level by level, so only the open paths take memory.
 */
#include "profile/total_time.h"
#include "report/derive/names.h"
#include "report/shape/pivot.h"

#include "common/sort.h"

#include <math.h>

/* A call path climbing up: the node whose time it carries, and the caller that it has reached. */
struct path {
    uint32_t node, at;
};

/* Paths with the same callers so far: a node of the new tree. */
struct group {
    uint32_t node, first, end;
};

struct climb {
    const struct shape_source *source;
    struct shape_build build;
    const double *amount, *row_amounts; /* what each node, and each row, brings */
    const bool *estimated;
    double least, least_calls; /* ps: a group with less of both is not followed */
    struct path *paths;
    struct group *groups;
    uint32_t group_count;
};

static uint32_t region_at(const struct climb *climb, const struct path *path)
{
    return climb->source->profile->nodes[path->at].region;
}

struct sorted_paths {
    const struct climb *climb;
    const struct path *paths;
};

static int compare_paths(const void *table, uint32_t a, uint32_t b)
{
    const struct sorted_paths *sorted = table;
    uint32_t x = region_at(sorted->climb, &sorted->paths[a]), y = region_at(sorted->climb, &sorted->paths[b]);
    return (x > y) - (x < y);
}

/* Divides `count` paths by the region that they have reached: one group for each, below `parent`. */
static void divide(struct climb *climb, uint32_t parent, struct path *paths, uint32_t count, uint32_t first,
                   struct group *groups, uint32_t *group_count)
{
    struct arena scratch = {0};
    struct sorted_paths sorted = {climb, paths};
    uint32_t *order = arena_array(&scratch, count, sizeof *order);
    struct path *ordered = arena_array(&scratch, count, sizeof *ordered);
    sort_positions(order, count, compare_paths, &sorted, &scratch);
    for (uint32_t i = 0; i < count; i++)
        ordered[i] = paths[order[i]];
    for (uint32_t i = 0, end; i < count; i = end) {
        double sum = 0, calls = 0;
        for (end = i; end < count && region_at(climb, &ordered[end]) == region_at(climb, &ordered[i]); end++) {
            sum += climb->amount[ordered[end].node];
            calls += (double)climb->source->profile->nodes[ordered[end].node].calls.calls;
        }
        if (sum < climb->least && calls < climb->least_calls)
            continue;
        uint32_t node = build_node(&climb->build, parent, region_at(climb, &ordered[i]));
        for (uint32_t k = i; k < end; k++) {
            uint32_t from = ordered[k].node;
            build_take(&climb->build, from, climb->amount[from], climb->row_amounts, climb->estimated[from], parent);
            paths[k] = ordered[k];
        }
        groups[(*group_count)++] = (struct group){node, first + i, first + end};
    }
    arena_free(&scratch);
}

/* Moves each path of a group to its next caller, and drops finished ones. Returns how many remain. */
static uint32_t go_up(const struct climb *climb, const struct group *group)
{
    uint32_t left = 0;
    for (uint32_t i = group->first; i < group->end; i++) {
        uint32_t above = climb->source->profile->nodes[climb->paths[i].at].parent;
        if (above && above != PROFILE_NONE)
            climb->paths[group->first + left++] = (struct path){climb->paths[i].node, above};
    }
    return left;
}

/* Builds the tree: the root has all paths, its children are the functions in which they begin, and so on up to `depth`. */
static void climb_all(struct climb *climb, uint32_t count, unsigned depth, struct arena *scratch)
{
    struct group *next = arena_array(scratch, count, sizeof *next);
    climb->groups = arena_array(scratch, count, sizeof *climb->groups);
    if (depth)
        divide(climb, 0, climb->paths, count, 0, climb->groups, &climb->group_count);
    for (unsigned level = 1; level < depth && climb->group_count; level++) {
        uint32_t next_count = 0;
        for (uint32_t i = 0; i < climb->group_count; i++) {
            const struct group *group = &climb->groups[i];
            uint32_t left = go_up(climb, group);
            if (left)
                divide(climb, group->node, climb->paths + group->first, left, group->first, next, &next_count);
        }
        struct group *done = climb->groups;
        climb->groups = next;
        climb->group_count = next_count;
        next = done;
    }
}

/* `found`: the nodes at which paths begin. */
static bool climb_from(struct climb *climb, const bool *found, const struct options *options, struct profile *out,
                       struct arena *arena, struct error *error)
{
    const struct profile *profile = climb->source->profile;
    struct arena scratch = {0};
    double total = 0, calls = 0;
    uint32_t count = 0;
    climb->paths = arena_array(&scratch, profile->node_count, sizeof *climb->paths);
    build_begin(&climb->build, climb->source, arena);
    build_root(&climb->build);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (!found[i])
            continue;
        build_take(&climb->build, i, climb->amount[i], climb->row_amounts, climb->estimated[i], false);
        total += climb->amount[i];
        calls += (double)profile->nodes[i].calls.calls;
        if (i)
            climb->paths[count++] = (struct path){i, i};
    }
    climb->least = options->minimum / 100 * total;
    climb->least_calls = options->shape.callers ? options->minimum / 100 * calls : INFINITY;
    climb_all(climb, count, options->depth, &scratch);
    arena_free(&scratch);
    return build_end(&climb->build, out, error);
}

bool pivot_bottom_up(const struct shape_source *source, const struct options *options, struct profile *out,
                     struct arena *arena, struct error *error)
{
    uint32_t count = source->profile->node_count;
    double *amount = arena_array(arena, count, sizeof *amount);
    bool *estimated = arena_array(arena, count, sizeof *estimated), *found = arena_array(arena, count, sizeof *found);
    for (uint32_t i = 0; i < count; i++) {
        amount[i] = source->view.nodes[i].exclusive;
        estimated[i] = source->view.nodes[i].own_estimated;
        found[i] = true;
    }
    struct climb climb = {
        .source = source, .amount = amount, .row_amounts = source->members.own, .estimated = estimated};
    return climb_from(&climb, found, options, out, arena, error);
}

/* The nodes that a name selects, and their outermost calls on each thread. */
struct subject {
    bool *found, *outermost;
    double *amount, *row_amounts; /* of the outermost calls the inclusive time, of the others nothing */
    bool *estimated;
};

static bool find_subject(struct subject *subject, const struct shape_source *source, const char *name,
                         struct arena *arena, struct error *error)
{
    const struct profile *profile = source->profile;
    uint32_t count = profile->node_count;
    bool *inside = arena_array(arena, count, sizeof *inside);
    subject->found = arena_array(arena, count, sizeof *subject->found);
    subject->outermost = arena_array(arena, count, sizeof *subject->outermost);
    subject->estimated = arena_array(arena, count, sizeof *subject->estimated);
    subject->amount = arena_array(arena, count, sizeof *subject->amount);
    subject->row_amounts = arena_array(arena, profile->row_count, sizeof *subject->row_amounts);
    if (!names_find(profile, name, subject->found, error))
        return false;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t parent = profile->nodes[i].parent;
        inside[i] = !total_time_beside(profile, i) && (inside[parent] || subject->found[parent]);
        subject->outermost[i] = subject->found[i] && !inside[i];
        subject->estimated[i] = source->view.nodes[i].estimated;
        if (subject->outermost[i])
            subject->amount[i] = source->view.nodes[i].inclusive;
    }
    for (uint32_t i = 0; i < profile->row_count; i++)
        if (subject->outermost[profile->rows[i].node])
            subject->row_amounts[i] = (double)profile->rows[i].inclusive;
    return true;
}

bool pivot_callers(const struct shape_source *source, const struct options *options, struct profile *out,
                   struct arena *arena, struct error *error)
{
    struct subject subject;
    if (!find_subject(&subject, source, options->shape.callers, arena, error))
        return false;
    struct climb climb = {
        .source = source, .amount = subject.amount, .row_amounts = subject.row_amounts, .estimated = subject.estimated};
    return climb_from(&climb, subject.found, options, out, arena, error);
}

/* Returns, for each call below the subject, its inclusive time minus that of nested calls of the subject, so that recursion counts once. */
static void amounts_of_callees(struct subject *callees, const struct subject *subject,
                               const struct shape_source *source, struct arena *arena)
{
    const struct profile *profile = source->profile;
    double *nested = arena_array(arena, profile->node_count, sizeof *nested);
    double *row_nested = arena_array(arena, profile->row_count, sizeof *row_nested);
    callees->amount = arena_array(arena, profile->node_count, sizeof *callees->amount);
    callees->row_amounts = arena_array(arena, profile->row_count, sizeof *callees->row_amounts);
    for (uint32_t i = profile->node_count; i-- > 1;) {
        double inclusive = source->view.nodes[i].inclusive;
        double inside = subject->found[i] ? inclusive : nested[i];
        callees->amount[i] = inclusive - inside;
        if (!total_time_beside(profile, i))
            nested[profile->nodes[i].parent] += inside;
    }
    for (uint32_t i = profile->row_count; i-- > 0;) {
        const struct profile_row *row = &profile->rows[i];
        double inside = subject->found[row->node] ? (double)row->inclusive : row_nested[i];
        uint32_t above = members_row_above(&source->members, i);
        callees->row_amounts[i] = (double)row->inclusive - inside;
        if (above != PROFILE_NONE)
            row_nested[above] += inside;
    }
}

/* Takes all chosen nodes of one region below `parent`, or below the root (0) if these are all nodes of the region; nothing if none is chosen. */
static void take_region(struct shape_build *build, uint32_t parent, uint32_t region, const bool *chosen,
                        const struct subject *callees)
{
    const struct members *members = &build->source->members;
    bool any = false;
    for (uint32_t i = members->first_node[region]; i < members->first_node[region + 1]; i++) {
        uint32_t node = members->by_region[i];
        if (!chosen[node])
            continue;
        if (!any)
            build_node(build, parent, region);
        any = true;
        build_take(build, node, callees->amount[node], callees->row_amounts, callees->estimated[node], parent);
    }
}

bool pivot_callees(const struct shape_source *source, const char *name, struct profile *out, struct arena *arena,
                   struct error *error)
{
    const struct profile *profile = source->profile;
    struct subject subject;
    if (!find_subject(&subject, source, name, arena, error))
        return false;
    struct subject below = subject;
    struct shape_build build;
    bool *region_meant = arena_array(arena, profile->region_count, sizeof *region_meant);
    bool *called = arena_array(arena, profile->node_count, sizeof *called);
    amounts_of_callees(&below, &subject, source, arena);
    build_begin(&build, source, arena);
    build_root(&build);
    for (uint32_t i = 1; i < profile->node_count; i++)
        if (subject.found[i]) {
            build_take(&build, i, subject.amount[i], subject.row_amounts, subject.estimated[i], false);
            region_meant[profile->nodes[i].region] = true;
        } else if (total_time_beside(profile, i) &&
                   subject.found[profile->nodes[i].parent]) { /* the process has its time, too */
            build_take(&build, i, below.amount[i], below.row_amounts, below.estimated[i], false);
        }
    for (uint32_t region = 0; region < profile->region_count; region++) {
        if (!region_meant[region])
            continue;
        uint32_t top = build.node_count;
        take_region(&build, 0, region, subject.found, &subject);
        for (uint32_t i = 1; i < profile->node_count; i++) {
            uint32_t parent = profile->nodes[i].parent;
            called[i] = subject.found[parent] && profile->nodes[parent].region == region;
        }
        for (uint32_t callee = 0; callee < profile->region_count; callee++)
            take_region(&build, top, callee, called, &below);
    }
    return build_end(&build, out, error);
}
