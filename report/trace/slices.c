/* slices.c - see slices.h. */
#include "report/trace/slices.h"

#include "common/needed.h"

#include <stdlib.h>

struct reader {
    struct slices *slices;
    const struct trace_process *process;
    size_t *open; /* the slices that have no end yet, by depth */
    size_t room;
};

static bool take_begin(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    struct slices *slices = reader->slices;
    if (slices->count == slices->room) {
        size_t room = slices->room ? slices->room * 2 : 4096;
        struct slice *all = realloc(slices->all, room * sizeof *all);
        if (!all)
            return false;
        slices->all = all;
        slices->room = room;
    }
    if (piece->depth >= reader->room) {
        size_t room = piece->depth * (size_t)2 + 64;
        size_t *open = realloc(reader->open, room * sizeof *open);
        if (!open)
            return false;
        reader->open = open;
        reader->room = room;
    }
    reader->open[piece->depth] = slices->count;
    int64_t begin = (int64_t)trace_ns(reader->process, piece->start);
    slices->all[slices->count++] = (struct slice){.begin = begin,
                                                  .end = begin,
                                                  .region = piece->region,
                                                  .depth = piece->depth & 0x1fffffff,
                                                  .again = piece->again};
    return true;
}

static bool take_end(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    struct slice *slice = &reader->slices->all[reader->open[piece->depth]];
    int64_t end = (int64_t)trace_ns(reader->process, piece->end);
    slice->end = end < slice->begin ? slice->begin : end; /* of a damaged file */
    slice->open = piece->open;
    return true;
}

static void free_lane(struct slices *slices)
{
    free(slices->all);
    slices->all = NULL;
    slices->count = 0;
}

static bool read_lane(struct slices *slices, const struct trace *trace, const struct trace_lane *lane,
                      struct error *error)
{
    struct reader reader = {.slices = slices, .process = &trace->processes[lane->process]};
    struct trace_visitor visitor = {take_begin, take_end, &reader, 0};
    *slices = (struct slices){.all = NULL};
    bool done = trace_visit(trace, lane, &visitor);
    free(reader.open);
    if (done)
        return true;
    free_lane(slices);
    return error_set(error, ERROR_INTERNAL, "out of memory: the trace is too long; --window shows a stretch of it");
}

struct slices *slices_read_all(const struct trace *trace, struct error *error)
{
    struct slices *slices = needed_zeros(trace->lane_count, sizeof *slices);
    for (uint32_t i = 0; i < trace->lane_count; i++)
        if (!read_lane(&slices[i], trace, &trace->lanes[i], error)) {
            slices_free_all(slices, trace);
            return NULL;
        }
    return slices;
}

void slices_free_all(struct slices *slices, const struct trace *trace)
{
    for (uint32_t i = 0; slices && i < trace->lane_count; i++)
        free_lane(&slices[i]);
    free(slices);
}

static bool comes_before(const struct slices_walk *walk, uint32_t a, uint32_t b)
{
    int64_t x = walk->slices[a].all[walk->next[a]].begin, y = walk->slices[b].all[walk->next[b]].begin;
    return x < y || (x == y && a < b);
}

static void sift(struct slices_walk *walk, uint32_t at)
{
    uint32_t lane = walk->heap[at];
    for (uint32_t child; (child = 2 * at + 1) < walk->count; at = child) {
        if (child + 1 < walk->count && comes_before(walk, walk->heap[child + 1], walk->heap[child]))
            child++;
        if (!comes_before(walk, walk->heap[child], lane))
            break;
        walk->heap[at] = walk->heap[child];
    }
    walk->heap[at] = lane;
}

void slices_walk_begin(struct slices_walk *walk, const struct slices *slices, const struct trace *trace)
{
    *walk = (struct slices_walk){.slices = slices,
                                 .next = needed_zeros(trace->lane_count, sizeof *walk->next),
                                 .heap = needed_zeros(trace->lane_count, sizeof *walk->heap)};
    for (uint32_t i = 0; i < trace->lane_count; i++)
        if (slices[i].count)
            walk->heap[walk->count++] = i;
    for (uint32_t i = walk->count / 2; i-- > 0;)
        sift(walk, i);
}

bool slices_walk_next(struct slices_walk *walk, uint32_t *lane, const struct slice **slice)
{
    if (!walk->count)
        return false;
    *lane = walk->heap[0];
    *slice = &walk->slices[*lane].all[walk->next[*lane]++];
    if (walk->next[*lane] == walk->slices[*lane].count)
        walk->heap[0] = walk->heap[--walk->count];
    if (walk->count)
        sift(walk, 0);
    return true;
}

void slices_walk_end(struct slices_walk *walk)
{
    free(walk->next);
    free(walk->heap);
    walk->next = NULL;
    walk->heap = NULL;
}
