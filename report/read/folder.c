/* folder.c - see folder.h. */
#include "report/read/folder.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), tail_length = strlen(tail);
    return length > tail_length && !strcmp(text + length - tail_length, tail);
}

static int compare_times(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? (a.tv_sec > b.tv_sec ? 1 : -1) : (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

static int compare_entries(const void *left, const void *right)
{
    const struct folder_entry *a = left, *b = right;
    int order = a->alone - b->alone;
    if (!order)
        order = compare_times(b->time, a->time);
    return order ? order : strcmp(b->path, a->path);
}

/* Returns whether to descend into it: not through a link, which may lead back. */
static bool is_below(const char *path, const char *name)
{
    struct stat status;
    return *name != '.' && !lstat(path, &status) && S_ISDIR(status.st_mode);
}

bool folder_is(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static void add_entry(struct folder *folder, uint32_t *room, const char *directory, const char *name,
                      struct arena *arena);

/* Adds the folder in which the runtime collects profiles of one program, see runtime/write/output_folder.h. */
static void add_folder(struct folder *folder, uint32_t *room, const char *directory, struct arena *arena)
{
    DIR *stream = opendir(directory);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        add_entry(folder, room, directory, entry->d_name, arena);
    if (stream)
        closedir(stream);
}

static void add_entry(struct folder *folder, uint32_t *room, const char *directory, const char *name,
                      struct arena *arena)
{
    bool here = !strcmp(directory, ".");
    const char *slash = directory[strlen(directory) - 1] == '/' ? "" : "/";
    const char *path = arena_printf(arena, "%s%s%s", here ? "" : directory, here ? "" : slash, name);
    struct stat status;
    bool of_program = ends_with(name, FOLDER_OF_PROGRAM) && !ends_with(directory, FOLDER_OF_PROGRAM) && folder_is(path);
    if (of_program || (folder->below && is_below(path, name))) {
        add_folder(folder, room, path, arena);
        return;
    }
    if (!ends_with(name, ".instr") || stat(path, &status) || !S_ISREG(status.st_mode))
        return;
    if (folder->count == *room) {
        *room = *room ? *room * 2 : 64;
        folder->entries = arena_grow(arena, folder->entries, folder->count * sizeof *folder->entries,
                                     *room * sizeof *folder->entries);
    }
    folder->entries[folder->count++] = (struct folder_entry){path, status.st_mtim, ends_with(name, "-after.instr")};
}

static bool read_all(struct folder *folder, const char *directory, struct arena *arena, struct error *error)
{
    DIR *stream = opendir(*directory ? directory : ".");
    uint32_t room = 0;
    if (!stream)
        return error_set(error, ERROR_PROFILE, "%s: can't read the folder: %s", directory, strerror(errno));
    for (struct dirent *entry; (entry = readdir(stream));)
        add_entry(folder, &room, directory, entry->d_name, arena);
    closedir(stream);
    if (folder->count)
        qsort(folder->entries, folder->count, sizeof *folder->entries, compare_entries);
    return true;
}

bool folder_read(struct folder *folder, const char *directory, struct arena *arena, struct error *error)
{
    *folder = (struct folder){0};
    return read_all(folder, directory, arena, error);
}

/* Reads the folders below it at any depth, too, but not through links. */
static bool read_below(struct folder *folder, const char *directory, struct arena *arena, struct error *error)
{
    *folder = (struct folder){.below = true};
    return read_all(folder, directory, arena, error);
}

static int compare_paths(const void *left, const void *right)
{
    const struct folder_entry *a = left, *b = right;
    return strcmp(a->path, b->path);
}

bool folder_expand(char *const **files, int *count, struct arena *arena, struct error *error)
{
    size_t total = 0;
    struct folder *folders = arena_array(arena, (size_t)*count, sizeof *folders);
    for (int i = 0; i < *count; i++) {
        bool folder = folder_is((*files)[i]);
        if (folder && !folder_read(&folders[i], (*files)[i], arena, error))
            return false;
        if (folder && !folders[i].count && !read_below(&folders[i], (*files)[i], arena, error))
            return false;
        if (folder && !folders[i].count)
            return error_set(error, ERROR_PROFILE, "%s: no profile (*.instr) in this folder or below it", (*files)[i]);
        if (folder)
            qsort(folders[i].entries, folders[i].count, sizeof *folders[i].entries, compare_paths);
        total += folder ? folders[i].count : 1;
    }
    if (total > INT_MAX)
        return error_set(error, ERROR_USAGE, "more than %d profiles", INT_MAX);
    char **all = arena_array(arena, total, sizeof(char *));
    size_t used = 0;
    for (int i = 0; i < *count; i++) {
        if (!folders[i].count)
            all[used++] = (*files)[i];
        for (uint32_t k = 0; k < folders[i].count; k++)
            all[used++] = arena_copy(arena, folders[i].entries[k].path, strlen(folders[i].entries[k].path));
    }
    *files = all;
    *count = (int)total;
    return true;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    remove(path);
    return 0;
}

void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
