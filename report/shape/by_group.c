/*
 * by_group.c - the groups that regions were put into by `#pragma instr region("name") group("a,b")` and by labels: the time in
 * calls of each, whatever ran there. It belongs to the innermost region that has a group; who is in several is listed under all
 * of them together, so that the times add up.
 */
#include "report/shape/turn.h"

#include "base/sort.h"

#include <string.h>

static const char none[] = "(no group)";

struct placed {
    const char **group; /* of each node */
    const struct profile *profile;
};

static int compare_placed(const void *table, uint32_t a, uint32_t b)
{
    const struct placed *placed = table;
    int order = placed->group[a] == placed->group[b] ? 0 : strcmp(placed->group[a], placed->group[b]);
    uint32_t x = placed->profile->nodes[a].region, y = placed->profile->nodes[b].region;
    return order ? order : (x > y) - (x < y);
}

static void take(struct shape_build *build, uint32_t node)
{
    const struct shape_source *source = build->source;
    build_take(build, node, source->view.nodes[node].exclusive, source->members.own,
               source->view.nodes[node].own_estimated, true);
}

bool turn_by_group(struct shape_source *source, struct profile *out, struct arena *arena, struct error *error)
{
    const struct profile *profile = source->profile;
    struct profile extended = *profile;
    uint32_t count = profile->node_count;
    struct placed placed = {arena_array(arena, count, sizeof(const char *)), profile};
    uint32_t *order = arena_array(arena, count, sizeof *order);
    struct shape_build build;
    extended.regions = arena_array(arena, (size_t)profile->region_count * 2 + 1, sizeof *extended.regions);
    if (!placed.group || !order || !extended.regions || !build_begin(&build, source, arena))
        return false;
    memcpy(extended.regions, profile->regions, profile->region_count * sizeof *extended.regions);
    for (uint32_t i = 0; i < count; i++) {
        const char *own = profile->regions[profile->nodes[i].region].groups;
        placed.group[i] = *own ? own : i ? placed.group[profile->nodes[i].parent] : none;
    }
    if (!sort_positions(order, count, compare_placed, &placed, arena))
        return false;
    build_root(&build);
    for (uint32_t i = 0; i < count; i++)
        take(&build, i);
    for (uint32_t from = 0, end; from < count; from = end) {
        const char *name = placed.group[order[from]];
        extended.regions[extended.region_count] = (struct profile_region){
            .name = name, .file = "", .origin = "", .groups = "", .reason = "", .kind = REGION_OTHER};
        uint32_t group = build_node(&build, 0, extended.region_count++);
        for (end = from; end < count && !strcmp(placed.group[order[end]], name); end++)
            take(&build, order[end]);
        for (uint32_t i = from; i < end; i++) {
            uint32_t region = profile->nodes[order[i]].region;
            if (profile->regions[region].kind == REGION_ROOT)
                continue;
            if (i == from || region != profile->nodes[order[i - 1]].region)
                build_node(&build, group, region);
            take(&build, order[i]);
        }
    }
    source->profile = &extended;
    return build_end(&build, out, error);
}
