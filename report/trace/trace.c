/*
 * trace.c - see trace.h.
 *
 * A file may hold anything, so each number is checked before use.
 */
#include "report/trace/trace.h"

#include "common/hash.h"
#include "common/name.h"
#include "common/needed.h"
#include "common/short_name.h"
#include "report/read/short_cxx_names.h"
#include "report/show/text.h"
#include "report/trace/find.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Finds the trace's region with these texts, which many processes may share. */
struct names {
    struct arena *arena;
    struct trace *trace;
    uint32_t *places; /* 1 + a region; a power of two */
    uint32_t place_count;
    size_t capacity, lane_capacity; /* of the trace's lists */
};

static void grow_names(struct names *names)
{
    uint32_t count = names->place_count ? names->place_count * 2 : 1024;
    uint32_t *places = needed_zeros(count, sizeof *places);
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
}

static uint32_t region_of(struct names *names, const struct trace_region *wanted)
{
    struct trace *trace = names->trace;
    if (trace->region_count >= names->place_count / 2)
        grow_names(names);
    uint64_t hash = hash_number(hash_text(hash_text(HASH_START, wanted->name), wanted->file), wanted->line);
    uint32_t at = (uint32_t)(hash ^ hash >> 29) & (names->place_count - 1);
    for (; names->places[at]; at = (at + 1) & (names->place_count - 1)) {
        const struct trace_region *region = &trace->regions[names->places[at] - 1];
        if (region->line == wanted->line && region->kind == wanted->kind && !strcmp(region->name, wanted->name) &&
            !strcmp(region->file, wanted->file))
            return names->places[at] - 1;
    }
    trace->regions =
        arena_room(names->arena, trace->regions, trace->region_count, &names->capacity, sizeof *trace->regions);
    trace->regions[trace->region_count++] = *wanted;
    names->places[at] = trace->region_count;
    return trace->region_count - 1;
}

/* Takes a name. Its number must not exceed the number of names that fit into the file. */
static void take_name(struct trace_process *process, struct names *names, const struct trace_name *name,
                      const char *texts)
{
    struct trace_region region = {.name = arena_copy(names->arena, texts, name->name),
                                  .file = arena_copy(names->arena, texts + name->name, name->file),
                                  .line = name->line,
                                  .kind = (uint8_t)name->kind};
    uint32_t number = region_of(names, &region);
    if (name->number >= process->size / sizeof *name)
        return;
    if (name->number >= process->region_count) {
        uint32_t count = name->number < 64 ? 128 : name->number * 2;
        uint32_t *regions = process->regions = needed_room(process->regions, count * sizeof *regions);
        memset(regions + process->region_count, 0xff, (count - process->region_count) * sizeof *regions);
        process->region_count = count;
    }
    process->regions[name->number] = number;
}

static void take_names(struct trace_process *process, struct names *names, const struct trace_chunk *chunk)
{
    const char *at = (const char *)(chunk + 1), *end = (const char *)chunk + chunk->size;
    while ((size_t)(end - at) >= sizeof(struct trace_name)) {
        struct trace_name name;
        memcpy(&name, at, sizeof name);
        size_t size = (sizeof name + name.name + name.file + 3) & ~(size_t)3;
        if (size > (size_t)(end - at))
            break;
        take_name(process, names, &name, at + sizeof name);
        at += size;
    }
}

/* Computes the length of a tick from the first and the last moment known on both clocks. */
static void set_scale(struct trace_process *process, uint64_t ticks, uint64_t ns)
{
    double passed = (double)(ticks - process->head.ticks), real = (double)(ns - process->head.ns);
    process->ps = 1000;
    if (!strcmp(process->head.clock_name, "tsc") && ticks > process->head.ticks && ns > process->head.ns)
        process->ps = real / passed * 1000;
}

static void add_chunk(struct names *names, uint32_t first_lane, uint32_t process, const struct trace_chunk *chunk)
{
    struct trace *trace = names->trace;
    uint32_t i = first_lane;
    while (i < trace->lane_count && trace->lanes[i].thread != chunk->thread)
        i++;
    if (i == trace->lane_count) {
        trace->lanes = arena_room(names->arena, trace->lanes, i, &names->lane_capacity, sizeof *trace->lanes);
        trace->lanes[trace->lane_count++] =
            (struct trace_lane){.process = process, .thread = chunk->thread, .system_id = chunk->system_id};
    }
    struct trace_lane *lane = &trace->lanes[i];
    lane->chunks = arena_room(names->arena, lane->chunks, lane->count, &lane->capacity, sizeof *lane->chunks);
    lane->chunks[lane->count++] = chunk;
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

static void read_process(struct trace *trace, uint32_t index, struct names *names)
{
    struct trace_process *process = &trace->processes[index];
    uint32_t first_lane = trace->lane_count;
    uint64_t ticks = 0, ns = 0;
    size_t at = 0;
    for (const struct trace_chunk *chunk; (chunk = chunks_next(process, &at));) {
        if (chunk->ticks > ticks) {
            ticks = chunk->ticks;
            ns = chunk->ns;
        }
        process->ended = chunk->kind == TRACE_END;
        switch (chunk->kind) {
        case TRACE_NAMES:
            take_names(process, names, chunk);
            break;
        case TRACE_EVENTS:
            add_chunk(names, first_lane, index, chunk);
            break;
        case TRACE_JOB:
            chunks_take_job(chunk, &process->job);
            break;
        case TRACE_END:
            memcpy(process->left, chunk->left, sizeof process->left);
            break;
        default:
            break;
        }
    }
    process->end = ticks;
    set_scale(process, ticks, ns);
    for (uint32_t i = first_lane; i < trace->lane_count; i++)
        qsort(trace->lanes[i].chunks, trace->lanes[i].count, sizeof(void *), compare_chunks);
    if (trace->lane_count > first_lane)
        qsort(trace->lanes + first_lane, trace->lane_count - first_lane, sizeof *trace->lanes, compare_lanes);
}

/* Puts all moments on one clock. Ranks that compared clocks use the result; processes of one machine share a clock; others use the time of
 * day. */
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
        if (job && process->job.first_at && process->job.at > process->job.first_at)
            process->drift = clock_drift(process->job.first_at, process->job.first_ahead, process->job.at,
                                         process->job.ahead, head->ns);
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

bool trace_is_named(const struct trace_region *region, const char *name)
{
    return short_name_meant(name, region->full ? region->full : region->name);
}

static int compare_processes(const void *a, const void *b)
{
    const struct trace_process *x = a, *y = b;
    int ranks = (x->job.rank > y->job.rank) - (x->job.rank < y->job.rank);
    return ranks ? ranks : (x->head.pid > y->head.pid) - (x->head.pid < y->head.pid);
}

static void show_names(struct trace *trace, struct arena *arena)
{
    struct profile profile = {.regions = arena_array(arena, trace->region_count, sizeof *profile.regions),
                              .region_count = trace->region_count};
    for (uint32_t i = 0; i < trace->region_count; i++)
        profile.regions[i] = (struct profile_region){.name = trace->regions[i].name, .kind = trace->regions[i].kind};
    short_cxx_names(&profile, arena);
    for (uint32_t i = 0; i < trace->region_count; i++) {
        trace->regions[i].name = profile.regions[i].name;
        trace->regions[i].full = profile.regions[i].full;
    }
}

bool trace_open(struct trace *trace, char *const *files, int count, bool full, struct arena *arena, struct error *error)
{
    const char **paths;
    uint32_t path_count;
    struct names names = {.arena = arena, .trace = trace};
    *trace = (struct trace){.processes = NULL};
    if (!find_traces(files, count, &paths, &path_count, arena, error))
        return false;
    trace->processes = arena_array(arena, path_count, sizeof *trace->processes);
    bool done = true;
    for (uint32_t i = 0; i < path_count && done; i++) {
        trace->processes[i] = (struct trace_process){.path = paths[i]};
        trace->process_count++;
        size_t at = 0;
        done = chunks_map(&trace->processes[i], error) && chunks_read_head(&trace->processes[i], error);
        for (const struct trace_chunk *chunk; done && (chunk = chunks_next(&trace->processes[i], &at));)
            chunks_take_job(chunk, &trace->processes[i].job);
    }
    if (!done) {
        trace_close(trace);
        return false;
    }
    qsort(trace->processes, trace->process_count, sizeof *trace->processes, compare_processes);
    for (uint32_t i = 0; i < trace->process_count; i++)
        read_process(trace, i, &names);
    free(names.places);
    if (!full)
        show_names(trace, arena);
    set_offsets(trace);
    return true;
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
        chunks_unmap(process);
        free(process->regions);
    }
    trace->process_count = 0;
}

long lane_process_id(const struct trace_process *process)
{
    return process->job.ranks ? process->job.rank : process->head.pid;
}

void lane_put_process(FILE *stream, const struct trace_process *process)
{
    if (process->job.ranks) {
        fprintf(stream, "rank %d (", (int)process->job.rank);
    } else {
        character_put(stream, name_base(process->head.program));
        fprintf(stream, " (%d, ", (int)process->head.pid);
    }
    character_put(stream, process->head.host);
    putc(')', stream);
}

char *lane_process_text(const struct trace_process *process)
{
    char *text;
    size_t size;
    FILE *stream = needed_stream(&text, &size);
    lane_put_process(stream, process);
    needed_stream_end(stream);
    return text;
}

void lane_put_left(FILE *stream, const struct trace *trace, const char *before, const char *between, const char *behind)
{
    static const char *const whys[] = {
#define WHY(kind, why) why,
        TRACE_LEFT_ROWS(WHY)
#undef WHY
    };
    for (size_t i = 0; i < TRACE_LEFT_COUNT; i++) {
        uint64_t calls = 0;
        for (uint32_t k = 0; k < trace->process_count; k++)
            calls += trace->processes[k].left[i];
        if (calls)
            fprintf(stream, "%s%s%s%" PRIu64 "%s", before, whys[i], between, calls, behind);
    }
}
