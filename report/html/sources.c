/* sources.c - see sources.h. */
#include "report/html/sources.h"

#include "base/input.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/show/quote.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ONE_MOST = 1 << 20, ALL_MOST = 4 << 20, FILES_MOST = 400, TAB = 8 };

struct file {
    const struct profile_region *region; /* one of its functions */
    double own;                          /* ps: of all */
};

static bool is_source(const char *file)
{
    static const char *const endings[] = {"c", "h", "cc", "cpp", "cxx", "hh", "hpp", "inc", "def", "y", "l"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(dot + 1, endings[i]))
            return true;
    return false;
}

static int compare_names(const void *left, const void *right)
{
    const struct file *a = left, *b = right;
    return strcmp(a->region->file, b->region->file);
}

static int compare_own(const void *left, const void *right)
{
    const struct file *a = left, *b = right;
    return a->own > b->own ? -1 : a->own < b->own ? 1 : strcmp(a->region->file, b->region->file);
}

/* Where it was compiled, or from here. Of a regular file that is small enough; -1 for any other. Neither a pipe nor a terminal is
 * waited for. */
static int open_source(const struct profile_region *region, struct stat *about)
{
    const char *why;
    int descriptor = region->path ? input_open(region->path, O_RDONLY, NULL, &why) : -1;
    if (descriptor < 0)
        descriptor = input_open(region->file, O_RDONLY, NULL, &why);
    if (descriptor < 0)
        return -1;
    if (!fstat(descriptor, about) && about->st_size <= ONE_MOST)
        return descriptor;
    close(descriptor);
    return -1;
}

/* Each file of the program's functions once, those with most time first. */
static struct file *list_files(const struct view *view, uint32_t *count, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct file *files = arena_array(arena, profile->region_count, sizeof *files);
    uint32_t used = 0;
    *count = 0;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_FUNCTION && !coverage_of_library(view, i) &&
            is_source(profile->regions[i].path ? profile->regions[i].path : profile->regions[i].file))
            files[used++] = (struct file){&profile->regions[i], view->regions[i].exclusive};
    if (!used)
        return files;
    qsort(files, used, sizeof *files, compare_names);
    for (uint32_t i = 0; i < used; i++) {
        if (*count && !compare_names(&files[*count - 1], &files[i]))
            files[*count - 1].own += files[i].own;
        else
            files[(*count)++] = files[i];
    }
    qsort(files, *count, sizeof *files, compare_own);
    return files;
}

void sources_find(struct sources *sources, const struct view *view, struct arena *arena)
{
    uint32_t count;
    off_t all = 0;
    const struct file *files = list_files(view, &count, arena);
    *sources = (struct sources){.files = arena_array(arena, FILES_MOST, sizeof(struct profile_region *))};
    for (uint32_t i = 0; i < count && sources->count < FILES_MOST; i++) {
        struct stat about;
        int descriptor = open_source(files[i].region, &about);
        if (descriptor < 0)
            continue;
        close(descriptor);
        all += about.st_size;
        if (all > ALL_MOST)
            break;
        sources->files[sources->count++] = files[i].region;
    }
}

/* Tabs as spaces, so that all letters have one width. */
static void put_line(FILE *stream, const char *line, size_t length, struct arena *scratch)
{
    char *text = arena_alloc(scratch, length * TAB + 1), *end = text;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\t')
            do
                *end++ = ' ';
            while ((end - text) % TAB);
        else if (line[i] != '\r' && line[i])
            *end++ = line[i];
    }
    quote_json_shown(stream, text);
}

static void put_lines(FILE *stream, int descriptor, struct arena *scratch, struct arena *line)
{
    char *bytes = arena_alloc(scratch, ONE_MOST);
    size_t size = 0;
    ssize_t got;
    while (size < ONE_MOST && (got = read(descriptor, bytes + size, ONE_MOST - size)) > 0)
        size += (size_t)got;
    putc('[', stream);
    for (size_t at = 0, any = 0; at < size; any = 1) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at : size - at;
        fputs(any ? ",\n" : "\n", stream);
        put_line(stream, bytes + at, length, line);
        arena_clear(line);
        at += length + 1;
    }
    putc(']', stream);
}

void sources_put(FILE *stream, const struct sources *sources, const struct profile *profile)
{
    struct arena scratch = {0}, line = {0};
    time_t start = runs_start(profile);
    putc('[', stream);
    for (uint32_t i = 0, any = 0; i < sources->count; i++) {
        struct stat about;
        int descriptor = open_source(sources->files[i], &about);
        if (descriptor < 0)
            continue;
        fputs(any++ ? ",\n[" : "\n[", stream);
        quote_json_shown(stream, sources->files[i]->file);
        fprintf(stream, ",%s,", start >= 0 && about.st_mtime > start ? "true" : "false");
        put_lines(stream, descriptor, &scratch, &line);
        putc(']', stream);
        close(descriptor);
        arena_clear(&scratch);
    }
    putc(']', stream);
    arena_free(&scratch);
    arena_free(&line);
}
