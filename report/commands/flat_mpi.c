/*
 * flat_mpi.c - `flat --by=mpi` and `--by=communicator`: calls, time and message sizes of each MPI function; each communicator.
 *
 * The profile counts messages by powers of two. So a size is the smallest power of two above half of the messages, or nearly all.
 */
#include "report/commands/tables.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/derive/traffic.h"
#include "report/derive/view.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/screen.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- communicators --- */

static int compare_calls(const void *left, const void *right, void *state)
{
    const struct profile_traffic *sums = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (sums[a].calls != sums[b].calls)
        return sums[a].calls > sums[b].calls ? -1 : 1;
    return (a > b) - (a < b);
}

#define COMMUNICATORS(X)                                                                                               \
    X(NULL, "ranks", 0, count, one->size)                                                                              \
    X(NULL, "calls", 0, count, sum->calls)                                                                             \
    X(NULL, "messages", 1, cell, sum->messages ? text_count(arena, sum->messages) : NULL)                              \
    X(NULL, "bytes", 0, cell, sum->messages ? text_bytes(arena, (double)sum->bytes) : NULL)
static const struct row_column communicator_columns[] = {COMMUNICATORS(ROW_COLUMN)};

static void add_row(struct rows *rows, const struct profile *profile, uint32_t index, const struct profile_traffic *sum)
{
    const struct profile_communicator *one = &profile->communicators[index];
    struct arena *arena = rows->arena;
    const char *contexts = traffic_contexts(profile, index, arena);
    rows_add(rows, *one->name ? one->name : "(no name)");
    rows->row->note = arena_printf(arena, "%s%s%s%s%s%s", *one->ranks ? "ranks " : "several, or irregular", one->ranks,
                                   *one->place ? "  " : "", one->place, *contexts ? "  context " : "", contexts);
    COMMUNICATORS(ROW_PUT)
}

/* Prints a line for each communicator, most calls first; nothing without communicators. */
static void communicators_print(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t count = profile->communicator_count;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, communicator_columns, arena);
    rows.table.text_title = "communicator";
    struct profile_traffic *sums = traffic_of_communicators(profile, arena);
    uint32_t *order = arena_array(arena, count, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, compare_calls, sums);
    for (uint32_t i = 0; i < count; i++)
        add_row(&rows, profile, order[i], &sums[order[i]]);
    if (count) {
        screen_say(screen, STYLE_PLAIN, "\n");
        table_print(&rows.table, screen);
    }
}

#define USES(X)                                                                                                        \
    X("name", NULL, 0, text, one->name)                                                                                \
    X("place", NULL, 0, text, one->place)                                                                              \
    X("ranks", NULL, 0, text, one->ranks)                                                                              \
    X("size", NULL, 0, count, one->size)                                                                               \
    X("region", NULL, 0, text, profile->regions[r].name)                                                               \
    X("kind", NULL, 0, text, region_kind_name(profile->regions[r].kind))                                               \
    X("calls", NULL, 0, count, sums[r].calls)                                                                          \
    X("messages", NULL, 0, count, sums[r].messages)                                                                    \
    X("bytes", NULL, 0, count, sums[r].bytes)
static const struct row_column use_columns[] = {USES(ROW_COLUMN)};
const struct row_form form_communicators = ROW_FORM("communicators", use_columns);

/* Puts the traffic of each communicator and region: `sums` has region_count entries for one communicator. */
static void put_uses(struct rows *rows, const struct profile *profile, struct profile_traffic *sums)
{
    for (uint32_t c = 0; c < profile->communicator_count; c++) {
        const struct profile_communicator *one = &profile->communicators[c];
        for (uint32_t r = 0; r < profile->region_count; r++)
            sums[r] = (struct profile_traffic){0};
        for (uint32_t i = 0; i < profile->traffic_count; i++)
            if (profile->traffic[i].communicator == c)
                profile_traffic_merge(&sums[profile->nodes[profile->traffic[i].node].region], &profile->traffic[i]);
        for (uint32_t r = 0; r < profile->region_count; r++)
            if (sums[r].calls) {
                USES(ROW_PUT)
            }
    }
}

void flat_communicators(struct report *report, const struct options *options, struct arena *arena)
{
    const struct profile *profile = &report->profile;
    struct rows rows;
    if (options->form == FORM_TEXT) {
        summary_heading(&report->screen, &report->view, report->name, arena);
        if (!profile->communicator_count)
            screen_say(&report->screen, STYLE_PLAIN, "no communicator was used\n");
        communicators_print(&report->screen, &report->view, arena);
        return;
    }
    struct profile_traffic *sums = arena_array(arena, profile->region_count, sizeof *sums);
    rows_begin(&rows, options->form, &form_communicators, arena);
    rows_open(&rows, report->screen.stream, profile);
    put_uses(&rows, profile, sums);
    rows_close(&rows);
}

/* --- functions --- */

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
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        if (view->profile->regions[i].kind == REGION_MPI && view->regions[i].calls.calls)
            functions[(*count)++] = i;
    qsort_r(functions, *count, sizeof *functions, compare_times, view);
    return functions;
}

/* Returns a percentile of message sizes, or NaN without messages, which is blank on the screen. */
static double size_percentile(const struct profile_traffic *traffic, double quantile, bool text)
{
    return text && !traffic->messages ? NAN : traffic_below(traffic, quantile);
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
const struct row_form form_mpi = ROW_FORM("mpi", columns);

static void put_functions(struct rows *rows, const struct view *view, const uint32_t *functions, uint32_t count,
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
        rows_add(rows, view->profile->regions[i].name);
        if (text)
            rows->row->style = style_of_share(inclusive, view->total);
        COLUMNS(ROW_PUT)
    }
}

static void print_text(struct report *report, const uint32_t *functions, uint32_t count,
                       const struct profile_traffic *traffic, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows_rename(&rows, "ranks", runs_members(report->view.profile));
    rows.table.text_title = "function";
    put_functions(&rows, &report->view, functions, count, traffic);
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (count)
        table_print(&rows.table, &report->screen);
    else
        screen_say(&report->screen, STYLE_PLAIN, "no MPI function was called\n");
    communicators_print(&report->screen, &report->view, arena);
    summary_outside(&report->screen, &report->view, arena);
}

static void print_records(struct report *report, const uint32_t *functions, uint32_t count,
                          const struct profile_traffic *traffic, enum output_form form, struct arena *arena)
{
    struct rows rows;
    rows_begin(&rows, form, &form_mpi, arena);
    rows_open(&rows, report->screen.stream, &report->profile);
    put_functions(&rows, &report->view, functions, count, traffic);
    rows_close(&rows);
}

void flat_mpi(struct report *report, const struct options *options, struct arena *arena)
{
    uint32_t count;
    uint32_t *functions = called_functions(&report->view, &count, arena);
    struct profile_traffic *traffic = traffic_of_regions(report->view.profile, arena);
    if (options->form == FORM_TEXT)
        print_text(report, functions, count, traffic, arena);
    else
        print_records(report, functions, count, traffic, options->form, arena);
}
