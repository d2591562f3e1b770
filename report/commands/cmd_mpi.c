/*
 * cmd_mpi.c - each MPI function once: calls, time, and what it handed to MPI; then the communicators.
 *
 * Sizes are shown as the smallest power of two that half of the messages, and nearly all of them, stay
 * below: the profile keeps a count for each power of two.
 */
#include "report/commands/command.h"
#include "report/communicators.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"total", 0}, {"time", 0},      {"calls", 0},      {"per call", 1},  {"messages", 0},
    {"bytes", 0}, {"mean size", 1}, {"half below", 2}, {"95% below", 2}, {"ranks", 3},
};
enum { C_TOTAL, C_TIME, C_CALLS, C_PER_CALL, C_MESSAGES, C_BYTES, C_MEAN, C_HALF, C_MOST, C_RANKS, COLUMNS };

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

/* The power of two that the quantile of the messages are smaller than. */
static double size_percentile(const struct profile_traffic *traffic, double quantile)
{
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

static bool add_row(struct table *table, const struct view *view, uint32_t i, const struct profile_traffic *traffic,
                    struct arena *arena)
{
    const struct view_region *region = &view->regions[i];
    const char *mark = view_mark(region->estimated);
    double inclusive = view_shown(region->inclusive, region->unseen);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = view->profile->regions[i].name;
    row->note = "";
    row->style = style_of_share(inclusive, view->total);
    row->cells[C_TOTAL] = text_percent(arena, inclusive, view->total);
    row->cells[C_TIME] = text_seconds(arena, seconds(inclusive), mark);
    row->cells[C_CALLS] = text_count(arena, region->calls.calls);
    row->cells[C_PER_CALL] = view_per_call(arena, &region->calls, inclusive, mark);
    if (traffic->messages) {
        row->cells[C_MESSAGES] = text_count(arena, traffic->messages);
        row->cells[C_BYTES] = text_bytes(arena, (double)traffic->bytes);
        row->cells[C_MEAN] = text_bytes(arena, (double)traffic->bytes / (double)traffic->messages);
        row->cells[C_HALF] = text_bytes(arena, size_percentile(traffic, 0.5));
        row->cells[C_MOST] = text_bytes(arena, size_percentile(traffic, 0.95));
    }
    if (view->profile->nodes[0].ranks.called > 1)
        row->cells[C_RANKS] = arena_printf(arena, "%u", region->ranks);
    return true;
}

static bool print_text(struct report *report, const uint32_t *functions, uint32_t count,
                       const struct profile_traffic *traffic, struct arena *arena, struct error *error)
{
    struct table_column named[COLUMNS];
    memcpy(named, columns, sizeof named);
    named[C_RANKS].title = runs_members(report->view.profile);
    struct table table = {.columns = named, .column_count = COLUMNS, .text_title = "function"};
    for (uint32_t i = 0; i < count; i++)
        if (!add_row(&table, &report->view, functions[i], &traffic[functions[i]], arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (count)
        table_print(&table, &report->screen);
    else
        screen_say(&report->screen, STYLE_PLAIN, "no MPI function was called\n");
    if (!communicators_print(&report->screen, &report->view, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    summary_outside(&report->screen, &report->view, arena);
    return true;
}

static void print_records(const struct view *view, const uint32_t *functions, uint32_t count,
                          const struct profile_traffic *traffic, enum output_form form, struct screen *screen)
{
    static const char *const names[] = {"name",     "calls", "inclusive_s",      "mean_s",          "ranks",
                                        "messages", "bytes", "half_below_bytes", "p95_below_bytes", "estimated",
                                        NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-mpi", names, view->profile);
    for (uint32_t i = 0; i < count; i++) {
        const struct view_region *region = &view->regions[functions[i]];
        const struct profile_traffic *sent = &traffic[functions[i]];
        double inclusive = view_shown(region->inclusive, region->unseen);
        records_text(&records, view->profile->regions[functions[i]].name);
        records_count(&records, region->calls.calls);
        records_number(&records, seconds(inclusive));
        records_number(&records, calls_mean(&region->calls, inclusive));
        records_count(&records, region->ranks);
        records_count(&records, sent->messages);
        records_count(&records, sent->bytes);
        records_number(&records, sent->messages ? size_percentile(sent, 0.5) : 0);
        records_number(&records, sent->messages ? size_percentile(sent, 0.95) : 0);
        records_count(&records, region->estimated);
    }
    records_end(&records);
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
    if (done && options->form == FORM_TEXT)
        done = print_text(&report, functions, count, traffic, arena, error);
    else if (done)
        print_records(&report.view, functions, count, traffic, options->form, &report.screen);
    return report_close(&report, error) && done;
}

const struct command cmd_mpi = {
    {"mpi", "[OPTION...] [PROFILE...]", "MPI functions: time, messages, bytes", OPTION_RECORDS},
    SORT_INCLUSIVE,
    run_mpi};
