/* build.c - see build.h. */
#include "report/shape/build.h"

#include "profile/rows.h"

void build_begin(struct shape_build *build, const struct shape_source *source, struct arena *arena)
{
    size_t locations = source->profile->location_count;
    *build = (struct shape_build){.source = source,
                                  .focused = *profile_meta(source->profile, "focus", ""),
                                  .arena = arena,
                                  .times = arena_array(arena, locations, sizeof *build->times),
                                  .calls = arena_array(arena, locations, sizeof *build->calls),
                                  .seen = arena_array(arena, locations, sizeof *build->seen),
                                  .touched = arena_array(arena, locations, sizeof *build->touched)};
}

static void put_row(struct shape_build *build, uint32_t location)
{
    build->rows = arena_room(build->arena, build->rows, build->row_count, &build->row_room, sizeof *build->rows);
    build->rows[build->row_count++] = (struct profile_row){.node = build->node_count - 1,
                                                           .location = location,
                                                           .calls = build->calls[location],
                                                           .inclusive = u64_from_double(build->times[location])};
    build->times[location] = 0;
    build->calls[location] = 0;
    build->seen[location] = false;
}

/* Finishes the node under construction. */
static void close_node(struct shape_build *build)
{
    if (!build->node_count)
        return;
    build->nodes[build->node_count - 1].calls.sum = u128_from_double(build->sum);
    for (uint32_t i = 0; i < build->touched_count; i++)
        put_row(build, build->touched[i]);
    build->touched_count = 0;
    build->sum = 0;
}

uint32_t build_node(struct shape_build *build, uint32_t parent, uint32_t region)
{
    close_node(build);
    build->nodes = arena_room(build->arena, build->nodes, build->node_count, &build->node_room, sizeof *build->nodes);
    struct profile_node *node = &build->nodes[build->node_count];
    *node = (struct profile_node){.region = region, .parent = parent};
    stat_calls_init(&node->calls);
    stat_ranks_init(&node->ranks, 0, 0, 0);
    return build->node_count++;
}

static void touch(struct shape_build *build, uint32_t location)
{
    if (!build->seen[location])
        build->touched[build->touched_count++] = location;
    build->seen[location] = true;
}

void build_root(struct shape_build *build)
{
    const struct members *members = &build->source->members;
    build_node(build, PROFILE_NONE, build->source->profile->nodes[0].region);
    for (uint32_t i = members->first_row[0]; i < members->first_row[1]; i++)
        touch(build, members->profile->rows[i].location);
}

void build_take(struct shape_build *build, uint32_t node, double amount, const double *row_amounts, bool estimated,
                bool some)
{
    const struct members *members = &build->source->members;
    const struct profile_node *old = &build->source->profile->nodes[node];
    struct profile_node *new = &build->nodes[build->node_count - 1];
    new->flags |= old->flags &(NODE_IN_CALLERS | (some || build->focused ? NODE_SPREAD : 0u));
    new->calls.calls += old->calls.calls;
    new->calls.timed += estimated ? 0 : old->calls.calls;
    new->calls.error2 += view_error2(&build->source->view, node, amount);
    build->sum += amount;
    for (uint32_t i = members->first_row[node]; i < members->first_row[node + 1]; i++) {
        const struct profile_row *row = &members->profile->rows[i];
        build->times[row->location] += row_amounts[i];
        build->calls[row->location] += row->calls;
        touch(build, row->location);
    }
}

bool build_end(struct shape_build *build, struct profile *out, struct error *error)
{
    close_node(build);
    build->nodes[0].calls.error2 = 0; /* what is divided is the clock's */
    *out = *build->source->profile;
    out->nodes = build->nodes;
    out->node_count = build->node_count;
    out->rows = build->rows;
    out->row_count = build->row_count;
    out->bins = NULL;
    out->traffic = NULL;
    out->waits = NULL;
    out->call_sites = NULL;
    out->stays = NULL;
    out->extremes = NULL;
    out->metrics = NULL; /* whose values are of call paths alone */
    out->values = NULL;
    out->region_values = NULL;
    out->bin_count = out->traffic_count = out->extremes_count = out->metric_count = out->value_count =
        out->region_value_count = out->wait_count = out->call_site_count = out->stay_count = 0;
    if (!profile_normalize(out, build->arena, error))
        return false;
    rows_set_ranks(out);
    return true;
}
