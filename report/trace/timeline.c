/* timeline.c - see timeline.h. */
#include "report/trace/timeline.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t NOWHERE = UINT32_MAX;

struct reader {
    const struct trace *trace;
    const struct trace_process *process;
    const struct timeline_options *options;
    struct timeline_cell **levels; /* cells of each; null: none yet */
    uint32_t inside;               /* the depth of what is looked for, while it is open */
    struct arena *arena;
};

static bool is_wanted(const struct reader *reader, const struct trace_piece *piece)
{
    return trace_is_named(&reader->trace->regions[piece->region], reader->options->inside);
}

static bool take_begin(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    if (reader->options->inside && reader->inside == NOWHERE && is_wanted(reader, piece))
        reader->inside = piece->depth;
    return true;
}

static struct timeline_cell *cells_of(struct reader *reader, uint32_t level)
{
    if (!reader->levels[level])
        reader->levels[level] = arena_array(reader->arena, reader->options->columns, sizeof(struct timeline_cell));
    return reader->levels[level];
}

static bool take_end(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    const struct timeline_options *options = reader->options;
    uint32_t base = 0;
    if (options->inside) {
        if (reader->inside == NOWHERE)
            return true;
        base = reader->inside;
        if (piece->depth == base)
            reader->inside = NOWHERE;
    }
    double begin = trace_ns(reader->process, piece->start), end = trace_ns(reader->process, piece->end);
    double column = (options->to - options->from) / options->columns;
    if (piece->depth - base >= options->depth || end < options->from || begin >= options->to)
        return true;
    struct timeline_cell *cells = cells_of(reader, piece->depth - base);
    double from = begin < options->from ? 0 : (begin - options->from) / column;
    double to = end > options->to ? options->columns : (end - options->from) / column;
    uint32_t first = (uint32_t)from, last = (uint32_t)to;
    first -= first == options->columns;
    last -= last == options->columns;
    cells[first].calls += begin >= options->from && !piece->again;
    for (uint32_t i = first; i <= last; i++) {
        double left = i > first ? i : from, right = i < last ? i + 1 : to;
        float ns = (float)((right - left) * column);
        cells[i].busy += ns;
        vote_give(&cells[i].most, piece->region, ns);
    }
    return true;
}

static void read_lane(struct timeline *timeline, struct reader *reader, uint32_t lane, size_t *capacity)
{
    struct trace_visitor visitor = {take_begin, take_end, reader, 0};
    memset(reader->levels, 0, reader->options->depth * sizeof *reader->levels);
    reader->inside = NOWHERE;
    reader->process = &reader->trace->processes[reader->trace->lanes[lane].process];
    trace_visit(reader->trace, &reader->trace->lanes[lane], &visitor);
    for (uint32_t depth = 0; depth < reader->options->depth; depth++) {
        if (!reader->levels[depth] || depth + 1 < reader->options->least)
            continue;
        timeline->rows =
            arena_room(reader->arena, timeline->rows, timeline->row_count, capacity, sizeof *timeline->rows);
        timeline->rows[timeline->row_count++] = (struct timeline_row){lane, depth, reader->levels[depth]};
    }
}

void timeline_read(struct timeline *timeline, const struct trace *trace, const struct timeline_options *options,
                   struct arena *arena)
{
    *timeline = (struct timeline){.options = *options};
    struct reader reader = {.trace = trace, .options = options, .arena = arena};
    size_t capacity = 0;
    reader.levels = arena_array(arena, options->depth, sizeof(struct timeline_cell *));
    for (uint32_t i = 0; i < trace->lane_count; i++)
        read_lane(timeline, &reader, i, &capacity);
}
