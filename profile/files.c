/* files.c - see files.h. */
#include "profile/files.h"

#include "common/name.h"
#include "common/sort.h"
#include "profile/canonical.h"

#include <string.h>

char *files_path(const char *file, struct arena *arena)
{
    const char *name = name_given(file);
    int folder = name == file ? 0 : (int)(name - file - 1); /* and one slash */
    char *path = arena_printf(arena, "%.*s%s", folder, file, name);
    if (path)
        name_collapse(path);
    return path;
}

/* A name of a file, used by neighbouring regions. */
struct named {
    const char *file, *path, *shown;
    uint32_t first; /* region; they end before that of the next name */
};

/* All names, and one more entry at the end. Names of one file are neighbours, the best first. */
struct files {
    struct named *named;
    uint32_t *order, count;
    struct arena scratch;
};

/* Orders names: a relative name is better, one without "..", and a short one. */
static int compare_names(const char *a, const char *b)
{
    int order = (*a == '/') - (*b == '/');
    if (!order)
        order = name_starts(a, "../") - name_starts(b, "../");
    return order ? order : (strlen(a) > strlen(b)) - (strlen(a) < strlen(b));
}

static int compare_paths(const void *table, uint32_t a, uint32_t b)
{
    const struct named *left = &((const struct named *)table)[a], *right = &((const struct named *)table)[b];
    int order = strcmp(left->path, right->path);
    if (!order)
        order = compare_names(name_given(left->file), name_given(right->file));
    return order ? order : strcmp(left->file, right->file);
}

static int compare_shown(const void *table, uint32_t a, uint32_t b)
{
    const struct named *named = table;
    return strcmp(named[a].shown, named[b].shown);
}

/* Returns whether a file may have other names as well. */
static bool is_loose(const char *file)
{
    return name_given(file) != file || strstr(file, "/./") || strstr(file, "/../");
}

/* Sorts the names. Leaves `count` at 0 if each file has only one. */
static bool sort_files(struct files *files, const struct profile_region *regions, uint32_t count)
{
    bool any = false;
    *files = (struct files){.count = 0};
    for (uint32_t i = 0; !any && i < count; i++)
        any = (!i || regions[i].file != regions[i - 1].file) && is_loose(regions[i].file);
    if (!any)
        return true;
    files->named = arena_array(&files->scratch, (size_t)count + 1, sizeof *files->named);
    for (uint32_t i = 0; files->named && i < count; i++) {
        if (i && (regions[i].file == regions[i - 1].file || !strcmp(regions[i].file, regions[i - 1].file)))
            continue;
        const char *path = files_path(regions[i].file, &files->scratch);
        if (!path)
            return false;
        files->named[files->count++] = (struct named){regions[i].file, path, NULL, i};
    }
    if (!files->named)
        return false;
    files->named[files->count].first = count;
    files->order = arena_array(&files->scratch, files->count, sizeof *files->order);
    return files->order && sort_positions(files->order, files->count, compare_paths, files->named, &files->scratch);
}

/* Returns the end of the entries equal to the one at `from` in the order. */
static uint32_t end_of(const struct files *files, uint32_t from, sort_compare *compare)
{
    uint32_t end = from + 1;
    while (end < files->count && !compare(files->named, files->order[from], files->order[end]))
        end++;
    return end;
}

static int compare_path_alone(const void *table, uint32_t a, uint32_t b)
{
    const struct named *named = table;
    return strcmp(named[a].path, named[b].path);
}

bool files_unite(struct profile_region *regions, uint32_t count)
{
    struct files files;
    bool done = sort_files(&files, regions, count);
    for (uint32_t i = 0, end; done && i < files.count; i = end) {
        end = end_of(&files, i, compare_path_alone);
        for (uint32_t k = i; k < end; k++) {
            const struct named *named = &files.named[files.order[k]];
            for (uint32_t region = named->first; region < named[1].first; region++)
                regions[region].file = files.named[files.order[i]].file;
        }
    }
    arena_free(&files.scratch);
    return done;
}

/* Returns the length of the folder, with its slash, in or below which all compilers ran. */
static size_t shared_folder(const struct files *files)
{
    const char *first = NULL;
    size_t shared = 0;
    for (uint32_t i = 0; i < files->count; i++) {
        const char *file = files->named[i].file, *name = name_given(file);
        if (name == file)
            continue;
        if (!first) {
            first = file;
            shared = (size_t)(name - file - 1);
        }
        shared = name_shared(first, file, shared);
    }
    return shared;
}

/* Shows the shortest end of the path that no other file shares, if there is one. */
static void show_apart(const struct files *files, uint32_t from, uint32_t end, const char *folder, size_t shared)
{
    for (uint32_t k = from; k < end; k++) {
        struct named *named = &files->named[files->order[k]];
        named->shown = named->path + (shared > 1 && !strncmp(named->path, folder, shared) ? shared : 0);
    }
}

static bool choose(struct files *files)
{
    const char *folder = NULL;
    size_t shared = shared_folder(files);
    for (uint32_t i = 0; !folder && i < files->count; i++)
        folder = name_given(files->named[i].file) != files->named[i].file ? files->named[i].file : NULL;
    for (uint32_t i = 0, end; i < files->count; i = end) {
        end = end_of(files, i, compare_path_alone);
        const char *best = files->named[files->order[i]].file;
        for (uint32_t k = i; k < end; k++)
            files->named[files->order[k]].shown = name_given(best);
        if (strcmp(best, files->named[files->order[end - 1]].file) != 0)
            show_apart(files, i, end, folder, shared);
    }
    bool several = true;
    for (unsigned turn = 0; several; turn++) { /* below the folder, and what is another's name even there is a path */
        if (!sort_positions(files->order, files->count, compare_shown, files->named, &files->scratch))
            return false;
        several = false;
        for (uint32_t i = 0, end; i < files->count; i = end) {
            end = end_of(files, i, compare_shown);
            uint32_t k = i + 1;
            while (k < end && !compare_path_alone(files->named, files->order[i], files->order[k]))
                k++;
            if (k == end)
                continue;
            show_apart(files, i, end, folder, turn ? 0 : shared);
            several = true;
        }
    }
    return true;
}

bool files_show(struct profile_region *regions, uint32_t count, struct arena *arena)
{
    struct files files;
    bool done = sort_files(&files, regions, count) && choose(&files);
    for (uint32_t i = 0; done && i < files.count; i++) {
        const struct named *named = &files.named[i];
        const char *shown = arena_copy(arena, named->shown, strlen(named->shown));
        const char *path = arena_copy(arena, named->path, strlen(named->path));
        done = shown && path;
        for (uint32_t region = named->first; done && region < named[1].first; region++) {
            regions[region].file = shown;
            regions[region].path = path;
        }
    }
    arena_free(&files.scratch);
    return done;
}

bool files_show_profile(struct profile *profile, struct arena *arena, struct error *error)
{
    if (!files_show(profile->regions, profile->region_count, arena))
        return profile_no_memory(error);
    for (uint32_t i = 1; i < profile->region_count; i++)
        if (region_compare(&profile->regions[i - 1], &profile->regions[i]) >= 0)
            return profile_normalize(profile, arena, error);
    return true;
}
