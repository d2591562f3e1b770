/* operations_collect.c - see fill.h. */
#include "runtime/collect/fill.h"

#include "common/arena.h"
#include "common/hash.h"
#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/beside/operations_log.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/time_slices.h"
#include "runtime/measure/store/wait_sums.h"

#include <stdlib.h>

struct source {
    const struct store_header *from;
    const struct node *const *nodes;
    uint32_t count;
    double tick_ns;
    struct profile *profile;
};

/* Lists the log's places that are in use. */
static uint32_t list(struct operations_log *log, struct operation **places)
{
    uint32_t given = operations_given(log), count = 0;
    for (uint32_t i = 0; i < given; i++) {
        struct operation *chunk = log->chunks[i / OPERATIONS_CHUNK];
        if (chunk && chunk[i % OPERATIONS_CHUNK].meeting.taken)
            places[count++] = &chunk[i % OPERATIONS_CHUNK];
    }
    return count;
}

static int compare_posted(const void *a, const void *b)
{
    const struct operation *x = *(struct operation *const *)a, *y = *(struct operation *const *)b;
    return (x->posted > y->posted) - (x->posted < y->posted);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t nanoseconds(const struct source *source, uint64_t ticks)
{
    return wide_whole((double)ticks * source->tick_ns);
}

static uint64_t moment(const struct source *source, uint64_t ticks)
{
    struct clock_pair start = source->from->start;
    return ticks < start.ticks ? start.ns - nanoseconds(source, start.ticks - ticks)
                               : start.ns + nanoseconds(source, ticks - start.ticks);
}

/* Returns the index of the stand with that number in the profile. `places` holds 1 + the index once it is known. */
static uint32_t stand_of(struct source *source, uint32_t number, uint32_t *places)
{
    struct profile *profile = source->profile;
    const struct stand *stand = wait_sums_in(source->from, number);
    uint32_t node = stand ? stand->node->order : PROFILE_NONE;
    if (node >= source->count || source->nodes[node] != stand->node)
        return PROFILE_NONE;
    if (!places[number]) {
        profile->stands[profile->stand_count] = (struct profile_stand){node, stand->site};
        places[number] = ++profile->stand_count;
    }
    return places[number] - 1;
}

static struct profile_operation meeting_of(struct source *source, const struct operation *operation, uint32_t *places)
{
    const struct meeting *meeting = &operation->meeting;
    bool message = numbers_are_for(operation);
    uint64_t posted = moment(source, operation->posted), enter = later(moment(source, operation->enter), posted);
    return (struct profile_operation){.stream = meeting->stream,
                                      .posted = posted,
                                      .enter = enter,
                                      .end = operation->end ? later(moment(source, operation->end), enter) : 0,
                                      .number = meeting->number,
                                      .size = meeting->size,
                                      .position = message ? 0 : meeting->position,
                                      .log = 0,
                                      .poster = stand_of(source, operation->poster, places),
                                      .stand = stand_of(source, operation->stand, places),
                                      .peer = message ? (uint32_t)meeting->peer : 0,
                                      .tag = message ? (uint32_t)meeting->tag : 0,
                                      .kind = meeting->kind,
                                      .root = meeting->root,
                                      .blocks = meeting->blocks,
                                      .thread = meeting->thread};
}

/* Returns whether other processes can know the operation, too. */
static bool is_told(const struct operation *operation)
{
    const struct meeting *meeting = &operation->meeting;
    return meeting->stream && (!numbers_are_for(operation) || (meeting->numbered && meeting->peer >= 0));
}

/* Fills in these places of the log; returns the number of operations about which nothing is known. */
static uint64_t fill(struct source *source, struct operation *const *places, uint32_t count, uint32_t *stands)
{
    struct operations_log *log = source->from->operations;
    struct profile *profile = source->profile;
    uint64_t unknown = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (places[i]->meeting.kind == MEETING_NONE)
            continue;
        if (is_told(places[i]))
            profile->operations[profile->operation_count++] = meeting_of(source, places[i], stands);
        else
            unknown += 1u << log->levels[operations_kind(places[i])];
    }
    return unknown;
}

static void fill_stretches(struct source *source, const struct stretch *stretches, uint32_t count, uint32_t *stands)
{
    struct profile *profile = source->profile;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t stand = stand_of(source, stretches[i].stand, stands);
        if (stand != PROFILE_NONE)
            profile->stretches[profile->stretch_count++] =
                (struct profile_stretch){.to = moment(source, stretches[i].to),
                                         .length = nanoseconds(source, stretches[i].length),
                                         .log = 0,
                                         .stand = stand,
                                         .share = stretches[i].share,
                                         .thread = stretches[i].thread % LOG_THREADS};
    }
}

/* Returns a number that the ranks of a job share: the hash of the file in which they all signed. */
static uint64_t job_of(const struct store_header *from)
{
    return from->roll && *from->roll ? hash_text(HASH_START, from->roll) : 0;
}

static bool collect(struct source *source, struct operations_log *log, struct arena *arena, struct arena *scratch)
{
    const struct store_header *from = source->from;
    struct profile *profile = source->profile;
    uint32_t given = operations_given(log);
    struct operation **places = arena_array(scratch, given, sizeof *places);
    uint32_t count = places ? list(log, places) : 0, stretch_count;
    struct stretch *stretches = time_slices_list(from->stretches, &stretch_count, scratch);
    uint32_t *stands = arena_array(scratch, from->used / WAIT_SUMS_UNIT + 1, sizeof *stands);
    profile->logs = arena_alloc(arena, sizeof *profile->logs);
    profile->stands = arena_array(arena, 2 * (size_t)count + stretch_count, sizeof *profile->stands);
    profile->operations = arena_array(arena, count, sizeof *profile->operations);
    profile->stretches = arena_array(arena, stretch_count, sizeof *profile->stretches);
    if (!places || !stretches || !stands || !profile->logs || !profile->stands || !profile->operations ||
        !profile->stretches)
        return false;
    if (count)
        qsort(places, count, sizeof *places, compare_posted);
    numbers_recover(&log->numbers, places, count);
    uint64_t unknown = log->missed + numbers_assign(&log->numbers, places, count);
    if (log->levels[LEVEL_OF_MESSAGES])
        calls_count(places, count);
    unknown += fill(source, places, count, stands);
    fill_stretches(source, stretches, stretch_count, stands);
    profile->logs[profile->log_count++] =
        (struct profile_operations_log){.job = job_of(from),
                                        .machine = log->machine,
                                        .rank = (uint32_t)from->rank,
                                        .ranks = (uint32_t)from->ranks,
                                        .calls_level = log->levels[LEVEL_OF_CALLS],
                                        .messages_level = log->levels[LEVEL_OF_MESSAGES],
                                        .unknown = unknown};
    return true;
}

bool operations_collect(const struct store_header *from, struct clock_scale scale, const struct node *const *nodes,
                        uint32_t count, struct profile *profile, struct arena *arena)
{
    struct source source = {from, nodes, count, clock_ps(scale) / 1000, profile};
    struct arena scratch = {0};
    if (!from->operations || from->operations->matched || from->ranks < 2)
        return true;
    bool done = collect(&source, from->operations, arena, &scratch);
    arena_free(&scratch);
    return done;
}
