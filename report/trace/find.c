/*
 * find.c - see find.h.
 *
 * A trace belongs to a profile by its name, program.PID.trace beside program.PID.instr, or else by its process and its start time. For a job one
 * trace is enough, since all traces of a job have its number.
 */
#include "report/trace/find.h"

#include "report/trace/chunks.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Returns the last job recorded in a file, or 0. */
static uint64_t job_of(const char *path)
{
    struct trace_process process = {.path = path};
    struct trace_job job = {.job = 0};
    size_t at = 0;
    if (!chunks_recognize(path) || !chunks_map(&process, NULL))
        return 0;
    for (const struct trace_chunk *chunk; (chunk = chunks_next(&process, &at));)
        chunks_take_job(chunk, &job);
    chunks_unmap(&process);
    return job.job;
}

static bool has_ending(const char *name)
{
    size_t length = strlen(name);
    return length > 6 && !strcmp(name + length - 6, ".trace");
}

struct list {
    const char **paths;
    uint32_t count;
    size_t capacity;
    struct arena *arena;
};

static void add_path(struct list *list, const char *path)
{
    list->paths = arena_room(list->arena, list->paths, list->count, &list->capacity, sizeof *list->paths);
    list->paths[list->count++] = path;
}

/* Calls `take` for all traces of a folder, until it returns false. */
static void each_trace(const char *folder, bool (*take)(const char *path, void *context), void *context,
                       struct arena *arena)
{
    DIR *directory = opendir(folder);
    bool more = true;
    for (struct dirent *entry; directory && more && (entry = readdir(directory));) {
        if (!has_ending(entry->d_name))
            continue;
        more = take(strcmp(folder, ".") ? arena_printf(arena, "%s/%s", folder, entry->d_name)
                                        : arena_printf(arena, "%s", entry->d_name),
                    context);
    }
    if (directory)
        closedir(directory);
}

/* Returns the folder of a file. */
static const char *folder_of(const char *path, struct arena *arena)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_copy(arena, path, (size_t)(slash - path));
}

struct sisters {
    struct list *list;
    const char *path;
    uint64_t job;
};

static bool take_sister(const char *path, void *context)
{
    struct sisters *sisters = context;
    if (strcmp(path, sisters->path) != 0 && job_of(path) == sisters->job)
        add_path(sisters->list, path);
    return true;
}

static void add_sisters(struct list *list)
{
    struct sisters sisters = {list, list->paths[0], job_of(list->paths[0])};
    if (sisters.job)
        each_trace(folder_of(sisters.path, list->arena), take_sister, &sisters, list->arena);
}

struct newest {
    const char *path;
    struct timespec time;
};

static bool take_newest(const char *path, void *context)
{
    struct newest *newest = context;
    struct stat status;
    if (stat(path, &status) == 0 && chunks_recognize(path) &&
        (!newest->path || status.st_mtim.tv_sec > newest->time.tv_sec ||
         (status.st_mtim.tv_sec == newest->time.tv_sec && status.st_mtim.tv_nsec > newest->time.tv_nsec))) {
        newest->path = path;
        newest->time = status.st_mtim;
    }
    return true;
}

static bool add_newest(struct list *list, const char *folder, struct error *error)
{
    struct newest newest = {NULL, {0, 0}};
    each_trace(folder, take_newest, &newest, list->arena);
    if (!newest.path)
        return error_set(
            error, ERROR_PROFILE,
            "no trace (*.trace) in %s; run a program built with instr-cc here, with INSTR_TRACE=1, or name its "
            "trace",
            strcmp(folder, ".") ? folder : "this directory");
    add_path(list, newest.path);
    return true;
}

/* The profile whose trace is searched. */
struct wanted {
    const struct profile *profile;
    time_t start; /* not before that */
    const char *path;
};

static bool is_of(const struct profile *profile, const struct trace_head *head)
{
    for (uint32_t i = 0; i < profile->location_count; i++)
        if (profile->locations[i].pid == (uint64_t)head->pid && !strcmp(profile->locations[i].host, head->host))
            return true;
    return strtol(profile_meta(profile, "pid", "0"), NULL, 10) == head->pid &&
           !strcmp(profile_meta(profile, "host", ""), head->host);
}

/* Takes a trace; returns false when it is the wanted one. */
static bool take_wanted(const char *path, void *context)
{
    struct wanted *wanted = context;
    struct trace_process process = {.path = path};
    bool found = chunks_recognize(path) && chunks_map(&process, NULL) && chunks_read_head(&process, NULL) &&
                 (time_t)(process.head.real_ns / 1000000000u) >= wanted->start - 1 &&
                 is_of(wanted->profile, &process.head);
    chunks_unmap(&process);
    if (found)
        wanted->path = path;
    return !found;
}

/* Returns "2026-01-31T23:59:59Z" in seconds, or 0 for another text. */
static time_t seconds_of(const char *iso)
{
    struct tm when = {0};
    return strptime(iso, "%Y-%m-%dT%H:%M:%S", &when) ? timegm(&when) : 0;
}

const char *find_beside(const char *file, const struct profile *profile, struct arena *arena)
{
    const char *end = strstr(file, ".instr");
    const char *alike = end ? arena_printf(arena, "%.*s.trace", (int)(end - file), file) : NULL;
    if (alike && chunks_recognize(alike))
        return alike;
    struct wanted wanted = {profile, seconds_of(profile_meta(profile, "start", "")), NULL};
    each_trace(folder_of(file, arena), take_wanted, &wanted, arena);
    return wanted.path;
}

static bool add_named(struct list *list, const char *file, struct error *error)
{
    struct stat status;
    struct profile profile;
    const char *path = file;
    if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
        return add_newest(list, file, error);
    if (!chunks_recognize(file) && profile_read(file, &profile, list->arena, NULL))
        path = find_beside(file, &profile, list->arena);
    if (!path)
        return error_set(error, ERROR_PROFILE,
                         "%s is a profile without a trace of its run beside it: run the program with INSTR_TRACE=1",
                         file);
    add_path(list, path);
    return true;
}

bool find_traces(char *const *files, int file_count, const char ***paths, uint32_t *count, struct arena *arena,
                 struct error *error)
{
    struct list list = {.arena = arena};
    bool done = file_count > 0 || add_newest(&list, ".", error);
    for (int i = 0; i < file_count && done; i++)
        done = add_named(&list, files[i], error);
    if (done && list.count == 1)
        add_sisters(&list);
    *paths = list.paths;
    *count = list.count;
    return done;
}
