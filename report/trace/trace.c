/*
 * trace.c - see trace.h.
 *
 * A file may hold anything: each number is looked at before it is believed. Chunks are found one behind the other; what
 * is none is passed over up to the next place where one may be.
 */
#include "report/trace/trace.h"

#include "base/hash.h"
#include "base/input.h"
#include "base/sort.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 1 << 20 };

bool trace_recognize(const char *path)
{
    uint32_t magic = 0;
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    bool is = file >= 0 && read(file, &magic, sizeof magic) == sizeof magic && magic == TRACE_MAGIC;
    if (file >= 0)
        close(file);
    return is;
}

static bool map_file(struct trace_process *process, struct error *error)
{
    uint64_t size;
    const char *why;
    int file = input_open(process->path, O_RDONLY, &size, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open it: %s", process->path, why);
    process->size = (size_t)size;
    void *bytes = process->size ? mmap(NULL, process->size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED)
        return error_set(error, ERROR_PROFILE, "%s: not a trace", process->path);
    process->bytes = bytes;
    return true;
}

/* The chunk at `*at`, or the next one behind; null at the end. `*at` then is where to look for the one behind it. */
static const struct trace_chunk *next_chunk(const struct trace_process *process, size_t *at)
{
    for (; process->size - *at >= sizeof(struct trace_chunk); *at += 8) {
        const struct trace_chunk *chunk = (const void *)(process->bytes + *at);
        if (chunk->magic != TRACE_MAGIC || chunk->version != TRACE_VERSION || chunk->size < sizeof *chunk ||
            chunk->size > TRACE_CHUNK || chunk->size > process->size - *at)
            continue;
        uint32_t stride = chunk->stride < chunk->size || chunk->stride > TRACE_CHUNK ? chunk->size : chunk->stride;
        *at += stride < process->size - *at ? (stride + 7) & ~7u : process->size - *at;
        if (*at > process->size)
            *at = process->size;
        return chunk;
    }
    return NULL;
}

/* A text that ends within its array. */
static void end_text(char *text, size_t size)
{
    text[size - 1] = 0;
}

static bool read_head(struct trace_process *process, struct error *error)
{
    size_t at = 0;
    const struct trace_chunk *chunk = next_chunk(process, &at);
    const uint32_t *word = (const void *)process->bytes;
    if (process->size >= sizeof *word && *word == __builtin_bswap32(TRACE_MAGIC))
        return error_set(error, ERROR_PROFILE, "%s: written on a machine with another byte order", process->path);
    if (!chunk || chunk->kind != TRACE_HEAD || chunk->size < sizeof *chunk + sizeof process->head)
        return error_set(
            error, ERROR_PROFILE,
            "%s: not a trace of this version of instr; a run with INSTR_TRACE=1 writes one, called *.trace",
            process->path);
    memcpy(&process->head, chunk + 1, sizeof process->head);
    end_text(process->head.host, sizeof process->head.host);
    end_text(process->head.boot, sizeof process->head.boot);
    end_text(process->head.clock_name, sizeof process->head.clock_name);
    end_text(process->head.program, sizeof process->head.program);
    return true;
}

/* The trace's region with these texts, which many processes may have. */
struct names {
    struct arena *arena;
    struct trace *trace;
    uint32_t *places; /* 1 + a region; a power of two */
    uint32_t place_count;
    size_t capacity, lane_capacity; /* of the trace's lists */
};

static bool grow_names(struct names *names)
{
    uint32_t count = names->place_count ? names->place_count * 2 : 1024;
    uint32_t *places = calloc(count, sizeof *places);
    if (!places)
        return false;
    for (uint32_t i = 0; i < names->trace->region_count; i++) {
        const struct trace_region *region = &names->trace->regions[i];
        uint64_t hash = hash_number(hash_text(hash_text(HASH_START, region->name), region->file), region->line);
        uint32_t at = (uint32_t)(hash ^ hash >> 29) & (count - 1);
        while (places[at])
            at = (at + 1) & (count - 1);
        places[at] = i + 1;
    }
    free(names->places);
    names->places = places;
    names->place_count = count;
    return true;
}

static bool region_of(struct names *names, const struct trace_region *wanted, uint32_t *number)
{
    struct trace *trace = names->trace;
    if (trace->region_count >= names->place_count / 2 && !grow_names(names))
        return false;
    uint64_t hash = hash_number(hash_text(hash_text(HASH_START, wanted->name), wanted->file), wanted->line);
    uint32_t at = (uint32_t)(hash ^ hash >> 29) & (names->place_count - 1);
    for (; names->places[at]; at = (at + 1) & (names->place_count - 1)) {
        const struct trace_region *region = &trace->regions[ *number = names->places[at] - 1];
        if (region->line == wanted->line && region->kind == wanted->kind && !strcmp(region->name, wanted->name) &&
            !strcmp(region->file, wanted->file))
            return true;
    }
    struct trace_region *regions =
        arena_room(names->arena, trace->regions, trace->region_count, &names->capacity, sizeof *regions);
    if (!regions)
        return false;
    trace->regions = regions;
    *number = trace->region_count;
    regions[trace->region_count++] = *wanted;
    names->places[at] = trace->region_count;
    return true;
}

/* Its number in the process is not more than there can be names in the file. */
static bool take_name(struct trace_process *process, struct names *names, const struct trace_name *name,
                      const char *texts)
{
    struct trace_region region = {arena_copy(names->arena, texts, name->name),
                                  arena_copy(names->arena, texts + name->name, name->file), name->line,
                                  (uint8_t)name->kind};
    uint32_t number;
    if (!region.name || !region.file || !region_of(names, &region, &number))
        return false;
    if (name->number >= process->size / sizeof *name)
        return true;
    if (name->number >= process->region_count) {
        uint32_t count = name->number < 64 ? 128 : name->number * 2;
        uint32_t *regions = realloc(process->regions, count * sizeof *regions);
        if (!regions)
            return false;
        memset(regions + process->region_count, 0xff, (count - process->region_count) * sizeof *regions);
        process->regions = regions;
        process->region_count = count;
    }
    process->regions[name->number] = number;
    return true;
}

static bool take_names(struct trace_process *process, struct names *names, const struct trace_chunk *chunk)
{
    const char *at = (const char *)(chunk + 1), *end = (const char *)chunk + chunk->size;
    while ((size_t)(end - at) >= sizeof(struct trace_name)) {
        struct trace_name name;
        memcpy(&name, at, sizeof name);
        size_t size = (sizeof name + name.name + name.file + 3) & ~(size_t)3;
        if (size > (size_t)(end - at))
            break;
        if (!take_name(process, names, &name, at + sizeof name))
            return false;
        at += size;
    }
    return true;
}

/* What a tick is worth, by the first and the last moment that are known on both clocks. */
static void set_scale(struct trace_process *process, uint64_t ticks, uint64_t ns)
{
    double passed = (double)(ticks - process->head.ticks), real = (double)(ns - process->head.ns);
    process->ps = 1000;
    if (!strcmp(process->head.clock_name, "tsc") && ticks > process->head.ticks && ns > process->head.ns)
        process->ps = real / passed * 1000;
}

static bool add_chunk(struct names *names, uint32_t first_lane, uint32_t process, const struct trace_chunk *chunk)
{
    struct trace *trace = names->trace;
    uint32_t i = first_lane;
    while (i < trace->lane_count && trace->lanes[i].thread != chunk->thread)
        i++;
    if (i == trace->lane_count) {
        struct trace_lane *lanes = arena_room(names->arena, trace->lanes, i, &names->lane_capacity, sizeof *lanes);
        if (!lanes)
            return false;
        trace->lanes = lanes;
        lanes[trace->lane_count++] =
            (struct trace_lane){.process = process, .thread = chunk->thread, .system_id = chunk->system_id};
    }
    struct trace_lane *lane = &trace->lanes[i];
    const struct trace_chunk **chunks =
        arena_room(names->arena, lane->chunks, lane->count, &lane->capacity, sizeof *chunks);
    if (!chunks)
        return false;
    lane->chunks = chunks;
    chunks[lane->count++] = chunk;
    return true;
}

static int compare_chunks(const void *a, const void *b)
{
    uint32_t x = (*(const struct trace_chunk *const *)a)->sequence,
             y = (*(const struct trace_chunk *const *)b)->sequence;
    return (x > y) - (x < y);
}

static int compare_lanes(const void *a, const void *b)
{
    const struct trace_lane *x = a, *y = b;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static bool read_process(struct trace *trace, uint32_t index, struct names *names, struct error *error)
{
    struct trace_process *process = &trace->processes[index];
    uint32_t first_lane = trace->lane_count;
    uint64_t ticks = 0, ns = 0;
    bool done = true;
    size_t at = 0;
    for (const struct trace_chunk *chunk; done && (chunk = next_chunk(process, &at));) {
        if (chunk->ticks > ticks) {
            ticks = chunk->ticks;
            ns = chunk->ns;
        }
        process->ended = chunk->kind == TRACE_END;
        switch (chunk->kind) {
        case TRACE_NAMES:
            done = take_names(process, names, chunk);
            break;
        case TRACE_EVENTS:
            done = add_chunk(names, first_lane, index, chunk);
            break;
        case TRACE_JOB:
            if (chunk->size >= sizeof *chunk + sizeof process->job)
                memcpy(&process->job, chunk + 1, sizeof process->job);
            break;
        case TRACE_END:
            memcpy(process->left, chunk->left, sizeof process->left);
            break;
        default:
            break;
        }
    }
    if (!done)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    process->end = ticks;
    set_scale(process, ticks, ns);
    for (uint32_t i = first_lane; i < trace->lane_count; i++)
        qsort(trace->lanes[i].chunks, trace->lanes[i].count, sizeof(void *), compare_chunks);
    if (trace->lane_count > first_lane)
        qsort(trace->lanes + first_lane, trace->lane_count - first_lane, sizeof *trace->lanes, compare_lanes);
    return true;
}

/* All moments on one clock. Ranks that compared theirs go by that; processes of one machine have one clock; for all
 * others there is the time of day. */
static void set_offsets(struct trace *trace)
{
    const struct trace_process *all = trace->processes;
    bool job = true, boot = true;
    double earliest = 0;
    for (uint32_t i = 0; i < trace->process_count; i++) {
        job &= all[i].job.job && all[i].job.job == all[0].job.job;
        boot &= !strcmp(all[i].head.boot, all[0].head.boot);
    }
    for (uint32_t i = 0; i < trace->process_count; i++) {
        struct trace_process *process = &trace->processes[i];
        const struct trace_head *head = &process->head;
        uint64_t first = job || boot ? all[0].head.ns : all[0].head.real_ns;
        double ahead = job ? (double)process->job.ahead - (double)all[0].job.ahead : 0;
        process->offset = (double)(int64_t)((job || boot ? head->ns : head->real_ns) - first) - ahead;
        if (process->offset < earliest)
            earliest = process->offset;
    }
    for (uint32_t i = 0; i < trace->process_count; i++) {
        struct trace_process *process = &trace->processes[i];
        process->offset -= earliest;
        double end = trace_ns(process, process->end);
        if (end > trace->end)
            trace->end = end;
    }
}

static int compare_processes(const void *a, const void *b)
{
    const struct trace_process *x = a, *y = b;
    int ranks = (x->job.rank > y->job.rank) - (x->job.rank < y->job.rank);
    return ranks ? ranks : (x->head.pid > y->head.pid) - (x->head.pid < y->head.pid);
}

/* The last thing that a file says of its job; 0 for none. */
static uint64_t job_of(const char *path)
{
    struct trace_process process = {.path = path};
    struct trace_job job = {.job = 0};
    size_t at = 0;
    if (!trace_recognize(path) || !map_file(&process, NULL))
        return 0;
    for (const struct trace_chunk *chunk; (chunk = next_chunk(&process, &at));)
        if (chunk->kind == TRACE_JOB && chunk->size >= sizeof *chunk + sizeof job)
            memcpy(&job, chunk + 1, sizeof job);
    munmap((void *)(uintptr_t)process.bytes, process.size);
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

static bool add_path(struct list *list, const char *path)
{
    const char **paths = arena_room(list->arena, list->paths, list->count, &list->capacity, sizeof *paths);
    if (!paths || list->count >= MOST_FILES)
        return false;
    list->paths = paths;
    paths[list->count++] = path;
    return true;
}

/* Calls `take` for all traces of a folder. */
static bool each_trace(const char *folder, bool (*take)(const char *path, void *context), void *context,
                       struct arena *arena)
{
    DIR *directory = opendir(folder);
    bool done = true;
    for (struct dirent *entry; directory && done && (entry = readdir(directory));) {
        if (!has_ending(entry->d_name))
            continue;
        const char *path = strcmp(folder, ".") ? arena_printf(arena, "%s/%s", folder, entry->d_name)
                                               : arena_printf(arena, "%s", entry->d_name);
        done = path && take(path, context);
    }
    if (directory)
        closedir(directory);
    return done;
}

struct sisters {
    struct list *list;
    const char *path;
    uint64_t job;
};

static bool take_sister(const char *path, void *context)
{
    struct sisters *sisters = context;
    return !strcmp(path, sisters->path) || job_of(path) != sisters->job || add_path(sisters->list, path);
}

struct newest {
    const char *path;
    struct timespec time;
};

static bool take_newest(const char *path, void *context)
{
    struct newest *newest = context;
    struct stat status;
    if (stat(path, &status) == 0 && trace_recognize(path) &&
        (!newest->path || status.st_mtim.tv_sec > newest->time.tv_sec ||
         (status.st_mtim.tv_sec == newest->time.tv_sec && status.st_mtim.tv_nsec > newest->time.tv_nsec))) {
        newest->path = path;
        newest->time = status.st_mtim;
    }
    return true;
}

static bool list_files(struct list *list, char *const *files, int count, struct error *error)
{
    struct newest newest = {NULL, {0, 0}};
    bool done = true;
    if (count == 0) {
        if (!each_trace(".", take_newest, &newest, list->arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
        if (!newest.path)
            return error_set(error, ERROR_PROFILE,
                             "no trace (*.trace) in this directory; run a program built with instr-cc here, with "
                             "INSTR_TRACE=1, or name its trace");
        done = add_path(list, newest.path);
    }
    for (int i = 0; i < count && done; i++)
        done = add_path(list, files[i]);
    uint64_t job = done && list->count == 1 ? job_of(list->paths[0]) : 0;
    if (job) {
        const char *path = list->paths[0], *slash = strrchr(path, '/');
        const char *folder = slash ? arena_copy(list->arena, path, (size_t)(slash - path)) : ".";
        struct sisters sisters = {list, path, job};
        done = folder && each_trace(*folder ? folder : "/", take_sister, &sisters, list->arena);
    }
    return done || error_set(error, ERROR_INTERNAL, "out of memory");
}

bool trace_open(struct trace *trace, char *const *files, int count, struct arena *arena, struct error *error)
{
    struct list list = {.arena = arena};
    struct names names = {.arena = arena, .trace = trace};
    *trace = (struct trace){.processes = NULL};
    if (!list_files(&list, files, count, error))
        return false;
    trace->processes = arena_array(arena, list.count, sizeof *trace->processes);
    bool done = trace->processes || error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 0; i < list.count && done; i++) {
        trace->processes[i] = (struct trace_process){.path = list.paths[i]};
        trace->process_count++;
        size_t at = 0;
        done = map_file(&trace->processes[i], error) && read_head(&trace->processes[i], error);
        for (const struct trace_chunk *chunk; done && (chunk = next_chunk(&trace->processes[i], &at));)
            if (chunk->kind == TRACE_JOB && chunk->size >= sizeof *chunk + sizeof(struct trace_job))
                memcpy(&trace->processes[i].job, chunk + 1, sizeof(struct trace_job));
    }
    if (done)
        qsort(trace->processes, trace->process_count, sizeof *trace->processes, compare_processes);
    for (uint32_t i = 0; i < trace->process_count && done; i++)
        done = read_process(trace, i, &names, error);
    free(names.places);
    if (done)
        set_offsets(trace);
    else
        trace_close(trace);
    return done;
}

void trace_select(struct trace *trace, long rank, long thread)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trace->lane_count; i++) {
        const struct trace_lane *lane = &trace->lanes[i];
        bool wanted = (rank < 0 || trace->processes[lane->process].job.rank == rank) &&
                      (thread < 0 || (long)lane->thread == thread);
        if (wanted)
            trace->lanes[kept++] = *lane;
    }
    trace->lane_count = kept;
}

void trace_close(struct trace *trace)
{
    for (uint32_t i = 0; i < trace->process_count; i++) {
        struct trace_process *process = &trace->processes[i];
        if (process->bytes)
            munmap((void *)(uintptr_t)process->bytes, process->size);
        free(process->regions);
    }
    trace->process_count = 0;
}
