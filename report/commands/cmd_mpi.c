/*
 * cmd_mpi.c - each MPI function once: calls, time, and what it handed to MPI; then the communicators.
 *
 * Sizes are shown as the smallest power of two that half of the messages, and nearly all of them, stay
 * below: the profile keeps a count for each power of two.
 */
#include "report/commands/command.h"
#include "report/derive/communicators.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>

/* The traffic of each region, added up over its nodes; null when there is no memory. */
static struct profile_traffic *traffic_of_regions(const struct profile *profile, struct arena *arena)
{
    struct profile_traffic *sums = arena_array(arena, profile->region_count, sizeof *sums);
    for (uint32_t i = 0; sums && i < profile->traffic_count; i++)
        profile_traffic_merge(&sums[profile->nodes[profile->traffic[i].node].region], &profile->traffic[i]);
    return sums;
}

static int compare_times(const void *left, const void *right, void *state)
{
    const struct view *view = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double x = view->regions[a].inclusive, y = view->regions[b].inclusive;
    return x > y ? -1 : x < y ? 1 : (a > b) - (a < b);
}

static uint32_t *called_functions(struct view *view, uint32_t *count, struct arena *arena)
{
    uint32_t *functions = arena_array(arena, view->profile->region_count, sizeof *functions);
    *count = 0;
    for (uint32_t i = 0; functions && i < view->profile->region_count; i++)
        if (view->profile->regions[i].kind == REGION_MPI && view->regions[i].calls.calls)
            functions[(*count)++] = i;
    if (functions)
        qsort_r(functions, *count, sizeof *functions, compare_times, view);
    return functions;
}

/* The power of two that the quantile of the messages are smaller than; where there is none, no number on the screen. */
static double size_percentile(const struct profile_traffic *traffic, double quantile, bool text)
{
    if (!traffic->messages)
        return text ? NAN : 0;
    double power = 1;
    uint64_t seen = 0;
    for (int k = 0; k < TRAFFIC_SIZES; k++) {
        seen += traffic->sizes[k];
        if ((double)seen >= quantile * (double)traffic->messages)
            break;
        power *= 2;
    }
    return power;
}

#define COLUMNS(X)                                                                                                     \
    X("name", NULL, 0, text, view->profile->regions[i].name)                                                           \
    X(NULL, "total", 0, cell, text_percent(arena, inclusive, view->total))                                             \
    X(NULL, "time", 0, seconds, inclusive, mark)                                                                       \
    X("calls", "calls", 0, count, region->calls.calls)                                                                 \
    X("inclusive_s", NULL, 0, seconds, inclusive, mark)                                                                \
    X("mean_s", NULL, 0, number, calls_mean(&region->calls, inclusive))                                                \
    X(NULL, "per call", 1, cell, view_per_call(arena, &region->calls, inclusive, mark))                                \
    X("ranks", NULL, 0, count, region->ranks)                                                                          \
    X("messages", NULL, 0, count, sent->messages)                                                                      \
    X(NULL, "messages", 0, cell, sent->messages ? text_count(arena, sent->messages) : NULL)                            \
    X("bytes", NULL, 0, count, sent->bytes)                                                                            \
    X(NULL, "bytes", 0, bytes, sent->messages ? (double)sent->bytes : NAN)                                             \
    X(NULL, "mean size", 1, bytes, (double)sent->bytes / (double)sent->messages)                                       \
    X("half_below_bytes", "half below", 2, bytes, size_percentile(sent, 0.5, text))                                    \
    X("p95_below_bytes", "95% below", 2, bytes, size_percentile(sent, 0.95, text))                                     \
    X(NULL, "ranks", 3, rank, view->profile->nodes[0].ranks.called > 1, region->ranks)                                 \
    X("estimated", NULL, 0, count, region->estimated)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};

static bool put_functions(struct rows *rows, const struct view *view, const uint32_t *functions, uint32_t count,
                          const struct profile_traffic *traffic)
{
    struct arena *arena = rows->arena;
    bool text = rows->form == FORM_TEXT;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = functions[k];
        const struct view_region *region = &view->regions[i];
        const struct profile_traffic *sent = &traffic[i];
        const char *mark = view_mark(region->estimated);
        double inclusive = view_shown(region->inclusive, region->unseen);
        if (!rows_add(rows, view->profile->regions[i].name))
            return false;
        if (text)
            rows->row->style = style_of_share(inclusive, view->total);
        COLUMNS(ROW_PUT)
    }
    return true;
}

static bool print_text(struct report *report, const uint32_t *functions, uint32_t count,
                       const struct profile_traffic *traffic, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows_rename(&rows, "ranks", runs_members(report->view.profile));
    rows.table.text_title = "function";
    if (!put_functions(&rows, &report->view, functions, count, traffic))
        return false;
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (count)
        table_print(&rows.table, &report->screen);
    else
        screen_say(&report->screen, STYLE_PLAIN, "no MPI function was called\n");
    if (!communicators_print(&report->screen, &report->view, arena))
        return false;
    summary_outside(&report->screen, &report->view, arena);
    return true;
}

static bool print_records(struct report *report, const uint32_t *functions, uint32_t count,
                          const struct profile_traffic *traffic, enum output_form form, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, form, columns, arena);
    rows_open(&rows, report->screen.stream, "instr-mpi", &report->profile);
    put_functions(&rows, &report->view, functions, count, traffic);
    rows_close(&rows);
    return true;
}

static bool run_mpi(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    uint32_t count;
    if (!report_open(&report, options, arena, error))
        return false;
    uint32_t *functions = called_functions(&report.view, &count, arena);
    struct profile_traffic *traffic = traffic_of_regions(report.view.profile, arena);
    bool done = (functions && traffic) || error_set(error, ERROR_INTERNAL, "out of memory");
    if (done)
        done = (options->form == FORM_TEXT ? print_text(&report, functions, count, traffic, arena)
                                           : print_records(&report, functions, count, traffic, options->form, arena)) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_mpi = {
    {"mpi", "[OPTION...] [PROFILE...]", "MPI functions: time, messages, bytes", OPTION_RECORDS},
    SORT_INCLUSIVE,
    run_mpi};
