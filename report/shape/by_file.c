/* by_file.c - the call tree as directories, files and functions, with exclusive times. */
#include "common/name.h"

#include "common/sort.h"
#include "report/shape/pivot.h"

#include <string.h>

/* Returns the name under which a region without a file is listed: "(mpi)". */
static const char *file_of(const struct profile_region *region, struct arena *arena)
{
    return *region->file ? region->file : arena_printf(arena, "(%s)", region_kind_name(region->kind));
}

/* Returns the part before the last slash, or ".". */
static const char *directory_of(const char *file, struct arena *arena)
{
    const char *slash = strrchr(file, '/');
    return slash ? arena_copy(arena, file, (size_t)(slash - file) + (slash == file)) : ".";
}

struct source_file {
    const char *directory, *file;
    uint32_t region;
};

static int compare_files(const void *table, uint32_t a, uint32_t b)
{
    const struct source_file *files = table;
    int order = strcmp(files[a].directory, files[b].directory);
    return order ? order : strcmp(files[a].file, files[b].file);
}

static uint32_t new_region(struct profile *profile, const char *name)
{
    profile->regions[profile->region_count] = (struct profile_region){
        .name = name, .file = "", .origin = "", .groups = "", .reason = "", .kind = REGION_OTHER};
    return profile->region_count++;
}

/* Takes all own time of one region. */
static void take_region(struct shape_build *build, uint32_t region)
{
    const struct shape_source *source = build->source;
    for (uint32_t i = source->members.first_node[region]; i < source->members.first_node[region + 1]; i++) {
        uint32_t node = source->members.by_region[i];
        build_take(build, node, source->view.nodes[node].exclusive, source->members.own,
                   source->view.nodes[node].own_estimated, false);
    }
}

static bool was_called(const struct shape_source *source, uint32_t region)
{
    return source->members.first_node[region] < source->members.first_node[region + 1];
}

/* Puts places [from, end) below `parent`. */
static void put_functions(struct shape_build *build, uint32_t parent, const struct source_file *const *sorted,
                          uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++) {
        build_node(build, parent, sorted[i]->region);
        take_region(build, sorted[i]->region);
    }
}

static uint32_t put_group(struct shape_build *build, struct profile *profile, uint32_t parent, const char *name,
                          const struct source_file *const *sorted, uint32_t from, uint32_t end)
{
    uint32_t node = build_node(build, parent, new_region(profile, name));
    for (uint32_t i = from; i < end; i++)
        take_region(build, sorted[i]->region);
    return node;
}

static uint32_t same(const struct source_file *const *sorted, uint32_t from, uint32_t count, bool file)
{
    uint32_t end = from + 1;
    while (end < count && !strcmp(sorted[end]->directory, sorted[from]->directory) &&
           (!file || !strcmp(sorted[end]->file, sorted[from]->file)))
        end++;
    return end;
}

bool pivot_by_file(struct shape_source *source, bool directories, struct profile *out, struct arena *arena,
                   struct error *error)
{
    struct profile extended = *source->profile;
    uint32_t count = 0, regions = extended.region_count;
    struct source_file *files = arena_array(arena, regions, sizeof *files);
    const struct source_file **sorted = arena_array(arena, regions, sizeof *sorted);
    uint32_t *order = arena_array(arena, regions, sizeof *order);
    struct shape_build build;
    extended.regions = arena_array(arena, (size_t)regions * 3, sizeof *extended.regions);
    build_begin(&build, source, arena);
    memcpy(extended.regions, source->profile->regions, regions * sizeof *extended.regions);
    for (uint32_t i = 0; i < regions; i++) {
        if (!was_called(source, i) || extended.regions[i].kind == REGION_ROOT)
            continue;
        const char *file = file_of(&extended.regions[i], arena);
        files[count++] = (struct source_file){directories ? directory_of(file, arena) : "", file, i};
    }
    sort_positions(order, count, compare_files, files, arena);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = &files[order[i]];
    build_root(&build);
    for (uint32_t i = 0; i < regions; i++)
        take_region(&build, i);
    for (uint32_t from = 0, end; from < count; from = end) {
        end = directories ? same(sorted, from, count, false) : same(sorted, from, count, true);
        uint32_t above = directories ? put_group(&build, &extended, 0, sorted[from]->directory, sorted, from, end) : 0;
        for (uint32_t i = from, next; i < end; i = next) {
            next = same(sorted, i, end, true);
            const char *name = directories ? name_base(sorted[i]->file) : sorted[i]->file;
            put_functions(&build, put_group(&build, &extended, above, name, sorted, i, next), sorted, i, next);
        }
    }
    source->profile = &extended;
    return build_end(&build, out, error);
}

/*
 * Groups of regions, from `#pragma instr region("name") group("a,b")` and from labels: the time in calls of each, whatever ran inside. It belongs
 * to the innermost region with a group. A region of several groups is listed under all their names together, so that times add up.
 */

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

static void take_node(struct shape_build *build, uint32_t node)
{
    const struct shape_source *source = build->source;
    build_take(build, node, source->view.nodes[node].exclusive, source->members.own,
               source->view.nodes[node].own_estimated, true);
}

bool pivot_by_group(struct shape_source *source, struct profile *out, struct arena *arena, struct error *error)
{
    const struct profile *profile = source->profile;
    struct profile extended = *profile;
    uint32_t count = profile->node_count;
    struct placed placed = {arena_array(arena, count, sizeof(const char *)), profile};
    uint32_t *order = arena_array(arena, count, sizeof *order);
    struct shape_build build;
    extended.regions = arena_array(arena, (size_t)profile->region_count * 2 + 1, sizeof *extended.regions);
    build_begin(&build, source, arena);
    memcpy(extended.regions, profile->regions, profile->region_count * sizeof *extended.regions);
    for (uint32_t i = 0; i < count; i++) {
        const char *own = profile->regions[profile->nodes[i].region].groups;
        placed.group[i] = *own ? own : i ? placed.group[profile->nodes[i].parent] : none;
    }
    sort_positions(order, count, compare_placed, &placed, arena);
    build_root(&build);
    for (uint32_t i = 0; i < count; i++)
        take_node(&build, i);
    for (uint32_t from = 0, end; from < count; from = end) {
        const char *name = placed.group[order[from]];
        extended.regions[extended.region_count] = (struct profile_region){
            .name = name, .file = "", .origin = "", .groups = "", .reason = "", .kind = REGION_OTHER};
        uint32_t group = build_node(&build, 0, extended.region_count++);
        for (end = from; end < count && !strcmp(placed.group[order[end]], name); end++)
            take_node(&build, order[end]);
        for (uint32_t i = from; i < end; i++) {
            uint32_t region = profile->nodes[order[i]].region;
            if (profile->regions[region].kind == REGION_ROOT)
                continue;
            if (i == from || region != profile->nodes[order[i - 1]].region)
                build_node(&build, group, region);
            take_node(&build, order[i]);
        }
    }
    source->profile = &extended;
    return build_end(&build, out, error);
}
