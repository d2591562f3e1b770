/*
 * slices.c - see slices.h.
 *
 * One pass over the events finds how long calls take. One or a few more passes build the slices, until they fit.
 */
#include "report/html/slices.h"

#include "report/show/quote.h"
#include "report/trace/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 300000, LANES = 256, LEVELS = 64, POWERS = 63 };

struct reader {
    struct page_slices *slices;
    const struct trace_process *process;
    struct arena *arena;
    struct page_row *levels[LEVELS]; /* of the lane */
    uint64_t lengths[POWERS + 1];    /* pieces, by the power of two of their ns */
    uint32_t lane;
};

static bool count_end(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    double ns = trace_ns(reader->process, piece->end) - trace_ns(reader->process, piece->start);
    int power = ns < 1 ? 0 : ilogb(ns) + 1;
    reader->slices->calls += !piece->again;
    reader->slices->too_deep += !piece->again && piece->depth >= LEVELS;
    if (piece->depth < LEVELS)
        reader->lengths[power < POWERS ? power : POWERS]++;
    return true;
}

static struct page_row *row_of(struct reader *reader, uint32_t depth)
{
    if (!reader->levels[depth]) {
        struct page_row *row = &reader->slices->rows[reader->lane * LEVELS + depth];
        *row =
            (struct page_row){.lane = reader->lane, .depth = depth, .slices = row->slices, .capacity = row->capacity};
        reader->levels[depth] = row;
    }
    return reader->levels[depth];
}

static bool take_end(const struct trace_piece *piece, void *context)
{
    struct reader *reader = context;
    struct page_slices *slices = reader->slices;
    if (piece->depth >= LEVELS)
        return true;
    double begin = trace_ns(reader->process, piece->start), end = trace_ns(reader->process, piece->end);
    struct page_row *row = row_of(reader, piece->depth);
    struct page_slice *last = row->count ? &row->slices[row->count - 1] : NULL;
    bool small = end - begin < slices->fine;
    if (small && last && (last->several || last->end - last->begin < slices->fine) &&
        begin - last->end < slices->fine) {
        last->end = end;
        last->calls += !piece->again;
        last->several = true;
        vote_give(&last->most, piece->region, (float)(end - begin));
        return true;
    }
    if (slices->slice_count >= MOST)
        return false;
    row->slices = arena_room(reader->arena, row->slices, row->count, &row->capacity, sizeof *row->slices);
    row->slices[row->count++] =
        (struct page_slice){begin, end, {(float)(end - begin), piece->region}, !piece->again, false};
    slices->slice_count++;
    return true;
}

static bool read_lanes(struct reader *reader, bool (*end)(const struct trace_piece *, void *))
{
    const struct trace *trace = reader->slices->trace;
    for (uint32_t i = 0; i < reader->slices->lanes; i++) {
        struct trace_visitor visitor = {NULL, end, reader, 0};
        reader->lane = i;
        reader->process = &trace->processes[trace->lanes[i].process];
        memset(reader->levels, 0, sizeof reader->levels);
        if (!trace_visit(trace, &trace->lanes[i], &visitor))
            return false;
    }
    return true;
}

/* Returns the shortest time, a power of two, that few enough calls reach. */
static double first_guess(const struct reader *reader)
{
    uint64_t longer = 0;
    int power = POWERS;
    while (power >= 0 && longer + reader->lengths[power] <= MOST)
        longer += reader->lengths[power--];
    return power < 0 ? 0 : ldexp(1, power);
}

void page_slices_read(struct page_slices *slices, const struct trace *trace, struct arena *arena)
{
    *slices = (struct page_slices){.trace = trace, .lanes = trace->lane_count < LANES ? trace->lane_count : LANES};
    struct reader *reader = arena_alloc(arena, sizeof *reader);
    uint32_t rows = slices->lanes * LEVELS, used = 0;
    slices->rows = arena_array(arena, rows, sizeof *slices->rows);
    reader->slices = slices;
    reader->arena = arena;
    read_lanes(reader, count_end);
    slices->fine = first_guess(reader);
    while (!read_lanes(reader, take_end)) {
        slices->fine = slices->fine < 1 ? 1 : slices->fine * 2;
        slices->slice_count = 0;
        for (uint32_t i = 0; i < rows; i++)
            slices->rows[i].count = 0;
    }
    for (uint32_t i = 0; i < rows; i++)
        if (slices->rows[i].count)
            slices->rows[used++] = slices->rows[i];
    slices->row_count = used;
}

void page_slices_put(FILE *stream, const struct page_slices *slices)
{
    const struct trace *trace = slices->trace;
    fprintf(stream,
            "{\"end\":%.0f,\"fine\":%.0f,\"calls\":%" PRIu64 ",\"tooDeep\":%" PRIu64 ",\"lanesLeft\":%" PRIu32
            ",\"processes\":[",
            trace->end, slices->fine, slices->calls, slices->too_deep, trace->lane_count - slices->lanes);
    for (uint32_t i = 0; i < trace->process_count; i++) {
        char *name = lane_process_text(&trace->processes[i]);
        fputs(i ? "," : "", stream);
        quote_json_shown(stream, name);
        free(name);
    }
    fputs("],\"lanes\":[", stream);
    for (uint32_t i = 0; i < slices->lanes; i++)
        fprintf(stream, "%s[%" PRIu32 ",%" PRIu32 "]", i ? "," : "", trace->lanes[i].process, trace->lanes[i].thread);
    fputs("],\"rows\":[", stream);
    for (uint32_t i = 0; i < slices->row_count; i++)
        fprintf(stream, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", i ? "," : "", slices->rows[i].lane,
                slices->rows[i].depth, slices->rows[i].count);
    fputs("],\"regions\":[", stream);
    for (uint32_t i = 0; i < trace->region_count; i++) {
        fprintf(stream, "%s[%u,", i ? ",\n" : "\n", trace->regions[i].kind);
        quote_json_shown(stream, trace->regions[i].name);
        putc(',', stream);
        quote_json_shown(stream, trace->regions[i].file);
        fprintf(stream, ",%" PRIu32 "]", trace->regions[i].line);
    }
    fputs("],\"left\":[", stream);
    static const char *const whys[] = {
#define WHY(kind, why) why,
        TRACE_LEFT_ROWS(WHY)
#undef WHY
    };
    for (unsigned i = 0, any = 0; i < TRACE_LEFT_COUNT; i++) {
        uint64_t left = 0;
        for (uint32_t k = 0; k < trace->process_count; k++)
            left += trace->processes[k].left[i];
        if (left)
            fprintf(stream, "%s[%" PRIu64 ",\"%s\"]", any++ ? "," : "", left, whys[i]);
    }
    fputs("]}", stream);
}
