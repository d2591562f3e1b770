/*
 * cmd_scale.c - several runs on different numbers of ranks: what grows with them.
 *
 * For each region the mean time per rank of each run, and the exponent g of the best fit (least squares of
 * the logarithms) of that time to ranks^g. Where the same problem is divided among the ranks -1 is perfect
 * and 0 means that nothing is gained; where each rank has a problem of its own 0 is perfect. What takes long
 * and has a large g is what will hold the program back.
 */
#include "report/commands/command.h"
#include "report/load.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/table.h"
#include "report/text.h"

#include "base/sort.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = TABLE_COLUMNS - 2 };

struct run {
    struct profile profile;
    struct view view;
    uint32_t ranks;
    char title[24];
};

/* One region in all runs: mean exclusive time per rank, ps; below 0 where it was not called. */
struct line {
    const struct profile_region *region;
    double times[MOST_RUNS];
    bool estimated[MOST_RUNS];
    double growth; /* not a number when fewer than two different numbers of ranks have it */
};

struct lines {
    struct line *list;
    uint32_t count;
};

static int compare_runs(const void *left, const void *right)
{
    const struct run *a = left, *b = right;
    return (a->ranks > b->ranks) - (a->ranks < b->ranks);
}

static int compare_identity(const void *table, uint32_t a, uint32_t b)
{
    const struct line *list = table;
    return view_compare_regions(list[a].region, list[b].region);
}

/* The slope of log(time) over log(ranks). */
static double fit_growth(const struct line *line, const struct run *runs, int count)
{
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (int i = 0; i < count; i++) {
        if (line->times[i] <= 0)
            continue;
        double x = log(runs[i].ranks), y = log(line->times[i]);
        n++;
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
    }
    double spread = n * sum_xx - sum_x * sum_x;
    return spread > 1e-9 ? (n * sum_xy - sum_x * sum_y) / spread : NAN;
}

/* The regions of all runs, each once; a null list when there is no memory. */
static struct lines match(const struct run *runs, int count, struct arena *arena)
{
    uint32_t room = 0, used = 0;
    struct lines result = {0};
    for (int i = 0; i < count; i++)
        room += runs[i].profile.region_count;
    struct line *all = arena_array(arena, room, sizeof *all), *merged = arena_array(arena, room, sizeof *merged);
    uint32_t *order = arena_array(arena, room, sizeof *order);
    if (!all || !merged || !order)
        return result;
    for (int i = 0; i < count; i++)
        for (uint32_t k = 0; k < runs[i].profile.region_count; k++) {
            const struct view_region *sums = &runs[i].view.regions[k];
            if (!sums->calls.calls || runs[i].profile.regions[k].kind == REGION_ROOT)
                continue;
            struct line *line = &all[used++];
            line->region = &runs[i].profile.regions[k];
            line->estimated[i] = sums->own_estimated;
            for (int other = 0; other < count; other++)
                line->times[other] = other == i ? sums->exclusive / runs[i].ranks : -1;
        }
    if (!sort_positions(order, used, compare_identity, all, arena))
        return result;
    for (uint32_t i = 0; i < used; i++) {
        const struct line *line = &all[order[i]];
        if (!i || compare_identity(all, order[i - 1], order[i])) {
            merged[result.count++] = *line;
            continue;
        }
        for (int k = 0; k < count; k++) {
            double *time = &merged[result.count - 1].times[k];
            if (line->times[k] >= 0)
                *time = (*time > 0 ? *time : 0) + line->times[k];
            merged[result.count - 1].estimated[k] |= line->estimated[k];
        }
    }
    for (uint32_t i = 0; i < result.count; i++)
        merged[i].growth = fit_growth(&merged[i], runs, count);
    result.list = merged;
    return result;
}

struct order {
    int last; /* the run with the most ranks */
};

static int compare_lines(const void *left, const void *right, void *state)
{
    const struct order *order = state;
    const struct line *a = left, *b = right;
    double x = a->times[order->last], y = b->times[order->last];
    if (x > y || x < y)
        return x > y ? -1 : 1;
    return strcmp(a->region->name, b->region->name);
}

static const char *growth_text(struct arena *arena, double growth)
{
    return isnan(growth) ? "" : arena_printf(arena, "%+.2f", growth);
}

static bool add_row(struct table *table, const char *name, const char *note, const struct line *line, int count,
                    struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = name;
    row->note = note;
    row->style = line->growth > 0.5 ? STYLE_HOT : STYLE_PLAIN;
    for (int i = 0; i < count; i++)
        row->cells[i] =
            line->times[i] >= 0 ? text_seconds(arena, seconds(line->times[i]), view_mark(line->estimated[i])) : "-";
    row->cells[count] = growth_text(arena, line->growth);
    return true;
}

static bool print_text(struct screen *screen, const struct lines *lines, const struct run *runs, int count,
                       const struct options *options, struct arena *arena, struct error *error)
{
    struct table_column columns[MOST_RUNS + 1] = {0};
    struct table table = {.columns = columns, .column_count = (unsigned)count + 1, .text_title = "region"};
    struct line whole = {0};
    uint32_t hidden = 0;
    for (int i = 0; i < count; i++) {
        columns[i].title = runs[i].title;
        whole.times[i] = (double)runs[i].profile.nodes[0].ranks.max;
    }
    columns[count].title = "growth";
    whole.growth = fit_growth(&whole, runs, count);
    bool done = add_row(&table, "(whole run)", "", &whole, count, arena);
    for (uint32_t i = 0; i < lines->count && done; i++) {
        const struct line *line = &lines->list[i];
        bool shown = false;
        for (int k = 0; k < count; k++)
            shown |= line->times[k] * 100 >= options->minimum * whole.times[k];
        hidden += !shown;
        if (shown)
            done = add_row(&table, line->region->name, line->region->file, line, count, arena);
    }
    if (!done)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    screen_say(screen, STYLE_DIM,
               "exclusive time, mean over the ranks; growth g: the time goes with ranks^g\n"
               "(-1: divided perfectly, 0: nothing is gained, above 0: more ranks take longer)\n\n");
    table_print(&table, screen);
    if (hidden)
        screen_say(screen, STYLE_DIM,
                   arena_printf(arena, "(%s more regions not shown: see --min)\n", text_count(arena, hidden)));
    return true;
}

/* One row for each region and run. */
static void print_records(struct screen *screen, const struct lines *lines, const struct run *runs, int count,
                          enum output_form form)
{
    static const char *const names[] = {"name", "file", "kind", "ranks", "exclusive_mean_s", "growth", NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-scale", names, &runs[0].profile);
    for (uint32_t i = 0; i < lines->count; i++)
        for (int k = 0; k < count; k++) {
            const struct line *line = &lines->list[i];
            if (line->times[k] < 0)
                continue;
            records_text(&records, line->region->name);
            records_text(&records, line->region->file);
            records_text(&records, region_kind_name(line->region->kind));
            records_count(&records, runs[k].ranks);
            records_number(&records, seconds(line->times[k]));
            records_number(&records, line->growth);
        }
    records_end(&records);
}

static bool run_scale(const struct options *options, struct arena *arena, struct error *error)
{
    struct screen screen;
    const char *name;
    int count = options->file_count;
    if (count < 2 || count > MOST_RUNS)
        return error_set(error, ERROR_USAGE, "scale: name 2 to %d profiles, of runs on different numbers of ranks",
                         MOST_RUNS);
    struct run *runs = arena_array(arena, (size_t)count, sizeof *runs);
    if (!runs)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (int i = 0; i < count; i++) {
        if (!load_profile(options->files + i, 1, false, &runs[i].profile, &name, arena, error))
            return false;
        runs[i].ranks = runs[i].profile.nodes[0].ranks.called;
        if (!runs[i].ranks)
            return error_set(error, ERROR_PROFILE, "%s: no rank wrote this profile", options->files[i]);
        if (runs_several(&runs[i].profile))
            return error_set(error, ERROR_PROFILE, "%s: the sum of several runs, which has no number of ranks",
                             options->files[i]);
        snprintf(runs[i].title, sizeof runs[i].title, "%" PRIu32 " rank%s", runs[i].ranks,
                 runs[i].ranks > 1 ? "s" : "");
    }
    qsort(runs, (size_t)count, sizeof *runs, compare_runs);
    for (int i = 0; i < count; i++) /* a view points to its profile, so only now */
        if (!view_make(&runs[i].view, &runs[i].profile, options->sort, options->raw, arena, error))
            return false;
    struct lines lines = match(runs, count, arena);
    if (!lines.list)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    struct order order = {count - 1};
    qsort_r(lines.list, lines.count, sizeof *lines.list, compare_lines, &order);
    if (!screen_open(&screen, options, error))
        return false;
    bool done = true;
    if (options->form == FORM_TEXT)
        done = print_text(&screen, &lines, runs, count, options, arena, error);
    else
        print_records(&screen, &lines, runs, count, options->form);
    return screen_close(&screen, error) && done;
}

const struct command cmd_scale = {"scale",
                                  "[OPTION...] PROFILE PROFILE...",
                                  "what grows with the number of ranks, from several runs",
                                  OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW,
                                  SORT_EXCLUSIVE,
                                  run_scale};
