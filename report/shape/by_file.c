/* by_file.c - where the sources' own time went: directories, files, functions. */
#include "base/name.h"
#include "report/shape/turn.h"

#include "base/sort.h"

#include <string.h>

/* What a region without a file is listed under: "(mpi)". */
static const char *file_of(const struct profile_region *region, struct arena *arena)
{
    const char *file = *region->file ? region->file : arena_printf(arena, "(%s)", region_kind_name(region->kind));
    return file ? file : "";
}

/* The part before the last slash; "." for a file that has none. */
static const char *directory_of(const char *file, struct arena *arena)
{
    const char *slash = strrchr(file, '/');
    const char *directory = slash ? arena_copy(arena, file, (size_t)(slash - file) + (slash == file)) : ".";
    return directory ? directory : "";
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

/* All own time of one region. */
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

/* Places [from, end) below `parent`. */
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

bool turn_by_file(struct shape_source *source, bool directories, struct profile *out, struct arena *arena,
                  struct error *error)
{
    struct profile extended = *source->profile;
    uint32_t count = 0, regions = extended.region_count;
    struct source_file *files = arena_array(arena, regions, sizeof *files);
    const struct source_file **sorted = arena_array(arena, regions, sizeof *sorted);
    uint32_t *order = arena_array(arena, regions, sizeof *order);
    struct shape_build build;
    extended.regions = arena_array(arena, (size_t)regions * 3, sizeof *extended.regions);
    if (!files || !sorted || !order || !extended.regions || !build_begin(&build, source, arena))
        return false;
    memcpy(extended.regions, source->profile->regions, regions * sizeof *extended.regions);
    for (uint32_t i = 0; i < regions; i++) {
        if (!was_called(source, i) || extended.regions[i].kind == REGION_ROOT)
            continue;
        const char *file = file_of(&extended.regions[i], arena);
        files[count++] = (struct source_file){directories ? directory_of(file, arena) : "", file, i};
    }
    if (!sort_positions(order, count, compare_files, files, arena))
        return false;
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
