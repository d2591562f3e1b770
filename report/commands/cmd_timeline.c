/*
 * cmd_timeline.c - draws a trace along its time, a row for each rank, thread and call level: in the terminal, or as a picture if the
 * output is called *.svg.
 *
 * In the terminal each region has a letter; a capital if it fills nearly all of a column's time.
 */
#include "common/needed.h"
#include "report/commands/command.h"
#include "report/show/options.h"
#include "report/show/quote.h"
#include "report/show/screen.h"
#include "report/show/text.h"
#include "report/trace/timeline.h"
#include "report/trace/trace.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_call_of(const struct trace *trace, const char *name)
{
    for (uint32_t i = 0; i < trace->region_count; i++)
        if (trace_is_named(&trace->regions[i], name))
            return true;
    return false;
}

static const char *reason(const struct trace *trace, const struct options *options, struct arena *arena)
{
    const char *focus = options->shape.focus;
    if (!trace->lane_count && (options->shape.rank >= 0 || options->shape.thread >= 0))
        return "the trace has no call of such a rank or thread";
    if (!trace->region_count || !trace->lane_count)
        return "the trace has no call";
    if (focus && !has_call_of(trace, focus))
        return arena_printf(arena, "the trace has no call of %s", focus);
    if (options->from > 0 || !isinf(options->to))
        return "the trace has no such call in the window";
    return "the trace has no such call on these levels";
}

bool cmd_timeline_nothing(const char *name, const struct trace *trace, const struct options *options,
                          struct arena *arena, struct error *error)
{
    char *left;
    size_t size;
    FILE *stream = needed_stream(&left, &size);
    lane_put_left(stream, trace, "; left out, since ", ": ", " calls");
    needed_stream_end(stream);
    error_set(error, ERROR_PROFILE,
              "%s: %s%s; trivial functions are not traced: to trace them build with --instr-paths=all", name,
              reason(trace, options, arena), left);
    free(left);
    return false;
}

enum { WIDTH = 100, MARGIN = 12, DEPTH = 4, MOST_DEPTH = 1000, LETTERS = 26, PICTURE = 1000, ROW = 16, NAMES = 140 };

/* The regions of the picture, most time first. */
struct legend {
    uint32_t *order, *place; /* place: 0xffffffff where it has none */
    double *time;
    uint32_t count;
};

static const double *times_to_sort;

static int compare_times(const void *a, const void *b)
{
    double x = times_to_sort[*(const uint32_t *)a], y = times_to_sort[*(const uint32_t *)b];
    return (x < y) - (x > y);
}

static void make_legend(struct legend *legend, const struct timeline *timeline, const struct trace *trace,
                        struct arena *arena)
{
    uint32_t all = trace->region_count;
    legend->order = arena_array(arena, (size_t)all + 1, sizeof *legend->order);
    legend->place = arena_array(arena, (size_t)all + 1, sizeof *legend->place);
    legend->time = arena_array(arena, (size_t)all + 1, sizeof *legend->time);
    legend->count = 0;
    for (uint32_t i = 0; i < timeline->row_count; i++)
        for (uint32_t k = 0; k < timeline->options.columns; k++) {
            const struct timeline_cell *cell = &timeline->rows[i].cells[k];
            if (cell->busy > 0)
                legend->time[cell->most.region] += cell->busy;
        }
    for (uint32_t i = 0; i < all; i++) {
        legend->place[i] = UINT32_MAX;
        if (legend->time[i] > 0)
            legend->order[legend->count++] = i;
    }
    times_to_sort = legend->time;
    qsort(legend->order, legend->count, sizeof *legend->order, compare_times);
    for (uint32_t i = 0; i < legend->count; i++)
        legend->place[legend->order[i]] = i;
}

static void put_lane(FILE *stream, const struct trace *trace, const struct trace_lane *lane)
{
    lane_put_process(stream, &trace->processes[lane->process]);
    fprintf(stream, ", thread %" PRIu32, lane->thread);
}

/* --- the terminal --- */

static char letter_of(const struct legend *legend, const struct timeline_cell *cell, double column)
{
    if (cell->busy < column / 20)
        return cell->busy > 0 ? '.' : ' ';
    uint32_t place = legend->place[cell->most.region];
    char letter = place < LETTERS ? (char)('a' + place) : '*';
    return cell->most.ahead > 0.8 * column ? (char)toupper(letter) : letter;
}

static void put_text(FILE *stream, const struct timeline *timeline, const struct trace *trace,
                     const struct legend *legend)
{
    const struct timeline_options *options = &timeline->options;
    double column = (options->to - options->from) / options->columns;
    fprintf(stream, "from %.9g s to %.9g s, a column is %.3g s\n", options->from / 1e9, options->to / 1e9,
            column / 1e9);
    for (uint32_t i = 0; i < timeline->row_count; i++) {
        const struct timeline_row *row = &timeline->rows[i];
        if (!i || row[-1].lane != row->lane) {
            fputs("\n", stream);
            put_lane(stream, trace, &trace->lanes[row->lane]);
            fputs("\n", stream);
        }
        fprintf(stream, "%4" PRIu32 " |", row->depth);
        for (uint32_t k = 0; k < options->columns; k++)
            putc(letter_of(legend, &row->cells[k], column), stream);
        fputs("|\n", stream);
    }
    fputs("\n", stream);
}

static void put_legend(struct screen *screen, const struct legend *legend, const struct trace *trace, double scale)
{
    for (uint32_t i = 0; i < legend->count && i < LETTERS; i++) {
        fprintf(screen->stream, "%c  %10.6f s  ", 'a' + (int)i, legend->time[legend->order[i]] * scale);
        screen_put(screen, STYLE_PLAIN, trace->regions[legend->order[i]].name);
        fputs("\n", screen->stream);
    }
    if (legend->count > LETTERS)
        fprintf(screen->stream, "*  %" PRIu32 " others\n", legend->count - LETTERS);
}

/* --- the picture --- */

static void put_rectangle(FILE *stream, const struct trace *trace, const struct timeline *timeline,
                          const struct timeline_row *row, uint32_t from, uint32_t to, double busy, uint64_t calls,
                          int y)
{
    const struct timeline_options *options = &timeline->options;
    double column = (options->to - options->from) / options->columns;
    const char *name = trace->regions[row->cells[from].most.region].name;
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    double share = busy / (column * (to - from));
    fprintf(stream,
            "<g><rect x=\"%" PRIu32 "\" y=\"%d\" width=\"%" PRIu32 "\" height=\"%d\" fill=\"hsl(%u,60%%,65%%)\" "
            "fill-opacity=\"%.2f\"/>",
            NAMES + from, y, to - from, ROW - 1, (unsigned)(hash % 360),
            share < 0.15 ? 0.15
            : share > 1  ? 1
                         : share);
    if ((to - from) / 7 > strlen(name)) {
        fprintf(stream, "<text x=\"%" PRIu32 "\" y=\"%d\">", NAMES + from + 3, y + ROW - 5);
        quote_xml(stream, name);
        fputs("</text>", stream);
    }
    fputs("<title>", stream);
    quote_xml(stream, name);
    fprintf(stream, ", level %" PRIu32 ": %.9g s to %.9g s, busy %.9g s, %" PRIu64 " calls begin</title></g>\n",
            row->depth, (options->from + from * column) / 1e9, (options->from + to * column) / 1e9, busy / 1e9, calls);
}

/* Draws a row. Neighbours of one region that are equally full become one rectangle. */
static void put_row(FILE *stream, const struct trace *trace, const struct timeline *timeline,
                    const struct timeline_row *row, int y)
{
    uint32_t columns = timeline->options.columns;
    float column = (float)((timeline->options.to - timeline->options.from) / columns);
    for (uint32_t from = 0, to; from < columns; from = to) {
        const struct timeline_cell *cell = &row->cells[from];
        double busy = cell->busy;
        uint64_t calls = cell->calls;
        bool full = cell->busy > 0.9f * column;
        for (to = from + 1;
             to < columns && cell->busy > 0 && row->cells[to].busy > 0 &&
             row->cells[to].most.region == cell->most.region && (row->cells[to].busy > 0.9f * column) == full;
             to++) {
            busy += row->cells[to].busy;
            calls += row->cells[to].calls;
        }
        if (busy > 0)
            put_rectangle(stream, trace, timeline, row, from, to, busy, calls, y);
    }
}

static void put_picture(FILE *stream, const struct timeline *timeline, const struct trace *trace)
{
    const struct timeline_options *options = &timeline->options;
    int height = ROW * 2;
    for (uint32_t i = 0; i < timeline->row_count; i++)
        height += ROW + (i && timeline->rows[i - 1].lane != timeline->rows[i].lane ? ROW / 2 : 0);
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRIu32 "\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            NAMES + options->columns + 10, height + 4);
    int y = 4;
    for (uint32_t i = 0; i < timeline->row_count; i++) {
        const struct timeline_row *row = &timeline->rows[i];
        bool first = !i || row[-1].lane != row->lane;
        if (first) {
            const struct trace_lane *lane = &trace->lanes[row->lane];
            const struct trace_process *process = &trace->processes[lane->process];
            y += i ? ROW / 2 : 0;
            fprintf(stream, "<text x=\"4\" y=\"%d\">%s %ld, thread %" PRIu32 "</text>\n", y + ROW - 5,
                    process->job.ranks ? "rank" : "process", lane_process_id(process), lane->thread);
        }
        put_row(stream, trace, timeline, row, y);
        y += ROW;
    }
    for (int i = 0; i <= 4; i++)
        fprintf(stream, "<text x=\"%" PRIu32 "\" y=\"%d\" text-anchor=\"%s\">%.6g s</text>\n",
                NAMES + options->columns * (uint32_t)i / 4, y + ROW,
                i == 4 ? "end"
                : i    ? "middle"
                       : "start",
                (options->from + (options->to - options->from) * i / 4) / 1e9);
    fputs("</svg>\n", stream);
}

/* --- */

static bool show(const struct options *options, struct trace *trace, struct arena *arena, struct error *error)
{
    size_t length = options->output ? strlen(options->output) : 0;
    bool picture = length > 4 && !strcmp(options->output + length - 4, ".svg");
    struct timeline timeline;
    struct legend legend;
    struct screen screen;
    if (!screen_open(&screen, options, error))
        return false;
    uint32_t width = screen.width > 2 * MARGIN ? screen.width - MARGIN : WIDTH;
    struct timeline_options wanted = {.from = options->from * 1e9,
                                      .to = options->to * 1e9 < trace->end ? options->to * 1e9 : trace->end,
                                      .columns = picture ? PICTURE : width,
                                      .depth = options->depth == ~0u ? DEPTH : options->depth,
                                      .least = options->least_depth,
                                      .inside = options->shape.focus};
    if (wanted.depth > MOST_DEPTH)
        wanted.depth = MOST_DEPTH;
    bool done = wanted.from < wanted.to ||
                error_set(error, ERROR_USAGE, "timeline: the trace ends after %.9g s", trace->end / 1e9);
    if (done)
        timeline_read(&timeline, trace, &wanted, arena);
    if (done && !timeline.row_count)
        done = cmd_timeline_nothing("timeline", trace, options, arena, error);
    if (done && picture) {
        put_picture(screen.stream, &timeline, trace);
    } else if (done) {
        make_legend(&legend, &timeline, trace, arena);
        put_text(screen.stream, &timeline, trace, &legend);
        put_legend(&screen, &legend, trace, 1e-9);
        lane_put_left(screen.stream, trace, "calls left out, since ", ": ", "\n");
    }
    return screen_close(&screen, error) && done;
}

static bool run_timeline(const struct options *options, struct arena *arena, struct error *error)
{
    struct trace trace;
    if (!trace_open(&trace, options->files, options->file_count, options->full_names, arena, error))
        return false;
    trace_select(&trace, options->shape.rank, options->shape.thread);
    bool done = show(options, &trace, arena, error);
    trace_close(&trace);
    return done;
}

const struct command cmd_timeline = {{"timeline", "[OPTION...] [TRACE...]",
                                      "calls of ranks and threads along the time of a trace",
                                      OPTION_OUTPUT | OPTION_DEPTH | OPTION_LEAST_DEPTH | OPTION_LANES | OPTION_WINDOW,
                                      "INSTR_TRACE=1 ./app && instr-report timeline -o run.svg"},
                                     SORT_INCLUSIVE,
                                     .run = run_timeline};
