/*
 * cmd_diff.c - compares two runs, or two groups of runs: functions and call paths that became slower or faster by more than noise.
 */
#include "report/commands/command.h"
#include "report/commands/tables.h"
#include "report/compare/change_origins.h"
#include "report/compare/changes.h"
#include "report/compare/show.h"
#include "report/derive/runs.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *signed_seconds(struct arena *arena, double picoseconds, bool estimated)
{
    if (picoseconds < 0)
        return text_seconds(arena, seconds(-picoseconds), estimated ? "~-" : "-");
    return text_seconds(arena, seconds(picoseconds), estimated ? "~+" : "+");
}

static const char *relative_text(const struct change *change, struct arena *arena)
{
    double relative = change_relative(change);
    if (change->calls[0] <= 0 || change->calls[1] <= 0)
        return change->left_alone[change->calls[0] > 0] ? "" : change->calls[0] > 0 ? "gone" : "new";
    return isnan(relative) ? "" : arena_printf(arena, "%+.1f%%", 100 * relative);
}

/* Returns the remark for a time of 0 that does not mean zero time. */
static const char *note_of(const struct changes *changes, const struct change *change, struct arena *arena)
{
    const char *file = changes->compare->lines[change->line].region->file;
    const char *state = change->left_alone[1] && !change->left_alone[0]   ? "not instrumented any more"
                        : change->left_alone[0] && !change->left_alone[1] ? "not instrumented before"
                                                                          : "";
    return *state ? arena_printf(arena, "%s%s%s", file, *file ? ", " : "", state) : file;
}

static const char *side_text(const struct change *change, unsigned side, struct arena *arena)
{
    const char *mark = view_mark(change->estimated);
    return change->calls[side] > 0 ? text_seconds(arena, seconds(change_own(change, side)), mark) : "-";
}

#define CHANGE(X)                                                                                                      \
    X(NULL, "change", 0, cell, signed_seconds(arena, difference, change->estimated))                                   \
    X(NULL, "relative", 1, cell, relative_text(change, arena))                                                         \
    X(NULL, "of total", 2, cell, share_text(difference, total, arena))                                                 \
    X(NULL, "noise", 5, cell, text_seconds_known(arena, seconds(change->noise), 2, ""))                                \
    X(NULL, "before", 3, cell, side_text(change, 0, arena))                                                            \
    X(NULL, "after", 3, cell, side_text(change, 1, arena))                                                             \
    X(NULL, "calls before", 6, cell, whole ? NULL : text_count(arena, u64_from_double(change->calls[0])))              \
    X(NULL, "calls after", 6, cell, whole ? NULL : text_count(arena, u64_from_double(change->calls[1])))
static const struct row_column change_columns[] = {CHANGE(ROW_COLUMN)};

static const char *share_text(double difference, double total, struct arena *arena)
{
    return total > 0 && !isnan(difference) ? arena_printf(arena, "%+.1f%%", 100 * difference / total) : "";
}

static void add_row(struct rows *rows, const struct changes *changes, const struct change *change, double total)
{
    struct arena *arena = rows->arena;
    bool whole = change->line == PROFILE_NONE;
    double difference = change_shown(change);
    rows_add(rows, whole ? "(whole run)" : compare_name(changes->compare, change->line, arena));
    rows->row->note = whole ? change_is_noise(change) ? "within noise" : "" : note_of(changes, change, arena);
    rows->row->style = change_difference(change) > 0.01 * total && !change_is_noise(change) ? STYLE_HOT : STYLE_PLAIN;
    CHANGE(ROW_PUT)
}

static bool is_shown(const struct change *change, double minimum, double total)
{
    bool calls_differ = fabs(change->calls[1] - change->calls[0]) > 0.01 * change->calls[0];
    bool large = fabs(change_difference(change)) * 100 >= minimum * total;
    return (large && !change_is_noise(change)) ||
           (calls_differ && fmax(change->own[0], change->own[1]) * 100 >= minimum * total);
}

static void print_changes(struct screen *screen, const struct changes *changes, const struct change *whole,
                          const char *title, double minimum, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, change_columns, arena);
    rows.table.text_title = title;
    double total = whole->own[0];
    uint32_t noise = 0, little = 0;
    add_row(&rows, changes, whole, total);
    for (uint32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        if (is_shown(change, minimum, total))
            add_row(&rows, changes, change, total);
        else if (change_is_noise(change))
            noise++;
        else
            little++;
    }
    table_print(&rows.table, screen);
    if (noise || little)
        screen_print(screen, STYLE_DIM, "(%s more changed within noise, %s by less than %g%% of the total: see --min)",
                     text_count(arena, noise), text_count(arena, little), minimum);
}

/* --- metrics: these are counts, whose noise is unknown --- */

struct metric_change {
    double values[2]; /* before and after: means over the runs of a side */
    uint32_t line;
};

/* `values` has room for one number per run. */
static struct means metric_sides(const struct compare *compare, const struct sides *sides, uint32_t line,
                                 uint32_t metric, double *values)
{
    for (uint32_t k = 0; k < compare->run_count; k++)
        values[k] = compare->metrics[((size_t)line * compare->run_count + k) * compare->metric_count + metric];
    return group_means_compare(values, sides->count);
}

static int compare_metric_changes(const void *left, const void *right)
{
    const struct metric_change *a = left, *b = right;
    double x = fabs(a->values[1] - a->values[0]), y = fabs(b->values[1] - b->values[0]);
    return x > y ? -1 : x < y ? 1 : (a->line > b->line) - (a->line < b->line);
}

#define METRIC_CHANGE(X)                                                                                               \
    X(NULL, "change", 0, cell, arena_printf(arena, "%s%s", difference < 0 ? "-" : "+", amount))                        \
    X(NULL, "relative", 0, cell, metric_relative(before, after, arena))                                                \
    X(NULL, "before", 0, metric, what, true, before)                                                                   \
    X(NULL, "after", 0, metric, what, true, after)
static const struct row_column metric_columns[] = {METRIC_CHANGE(ROW_COLUMN)};

static const char *metric_relative(double before, double after, struct arena *arena)
{
    return before > 0 ? arena_printf(arena, "%+.1f%%", 100 * (after - before) / before) : after > 0 ? "new" : "";
}

static void add_metric_row(struct rows *rows, const struct profile_metric *what, const struct compare *compare,
                           const struct metric_change *change)
{
    struct arena *arena = rows->arena;
    double before = change->values[0], after = change->values[1], difference = after - before;
    const char *amount = metric_text(arena, what->unit, fabs(difference));
    bool whole = change->line == PROFILE_NONE;
    rows_add(rows, whole ? "(whole run)" : compare_name(compare, change->line, arena));
    rows->row->note = whole ? "" : compare->lines[change->line].region->file;
    METRIC_CHANGE(ROW_PUT)
}

static void print_metric(struct screen *screen, const struct compare *compare, const struct sides *sides,
                         uint32_t metric, double minimum, struct arena *arena)
{
    const struct profile_metric *what = sides->runs[0].metrics.of[metric].what;
    bool path = compare->line_count && compare->lines[compare->line_count - 1].above != PROFILE_NONE;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, metric_columns, arena);
    rows.table.text_title = arena_printf(arena, "%s, by %s", what->name, path ? "call path" : "function");
    struct metric_change *list = arena_array(arena, (size_t)compare->line_count + 1, sizeof *list);
    struct metric_change whole = {{0, 0}, PROFILE_NONE};
    double *values = arena_array(arena, compare->run_count, sizeof *values);
    for (uint32_t i = 0; i < compare->line_count; i++) {
        struct means means = metric_sides(compare, sides, i, metric, values);
        list[i].line = i;
        for (unsigned side = 0; side < 2; side++) {
            list[i].values[side] = means.of[side];
            whole.values[side] = metric_join(what, whole.values[side], list[i].values[side]);
        }
    }
    qsort(list, compare->line_count, sizeof *list, compare_metric_changes);
    add_metric_row(&rows, what, compare, &whole);
    double least = minimum / 100 * fmax(whole.values[0], whole.values[1]);
    for (uint32_t i = 0; i < compare->line_count; i++) {
        double difference = fabs(list[i].values[1] - list[i].values[0]);
        if (difference > 0 && difference >= least)
            add_metric_row(&rows, what, compare, &list[i]);
    }
    table_print(&rows.table, screen);
}

static void print_metrics(struct screen *screen, const struct compare *functions, const struct compare *paths,
                          const struct sides *sides, const struct options *options, struct arena *arena)
{
    for (uint32_t m = 0; m < paths->metric_count; m++) {
        if (m)
            screen_say(screen, STYLE_PLAIN, "\n");
        if (!options->paths) {
            print_metric(screen, functions, sides, m, options->minimum, arena);
            screen_say(screen, STYLE_PLAIN, "\n");
        }
        print_metric(screen, paths, sides, m, options->minimum, arena);
    }
}

static void print_sides(struct screen *screen, const struct sides *sides, bool metrics, struct arena *arena)
{
    for (uint32_t k = 0; k < sides->count[0] + sides->count[1]; k++) {
        const struct compare_run *run = &sides->runs[k];
        const char *members = runs_text(&run->profile, arena);
        const char *shape = profile_meta(&run->profile, "shape", ""), *tag = profile_meta(&run->profile, "tag", "");
        screen_print(screen, STYLE_PLAIN, "%s: %s: %s%s%s%s%s%s%s", k < sides->count[0] ? "before" : "after", run->name,
                     text_seconds(arena, seconds(run->view.total), ""), *members ? ", " : "", members, *tag ? ", " : "",
                     tag, *shape ? ", " : "", shape);
    }
    screen_print(screen, STYLE_DIM, "%s, summed over all ranks and processes%s",
                 metrics ? "of the function itself" : "exclusive times",
                 sides->count[0] >= GROUP_MEANS_TRIMMED || sides->count[1] >= GROUP_MEANS_TRIMMED
                     ? "; means, without the fastest and slowest fifth of the runs where that is more precise"
                     : "");
    if (!metrics && sides_assume(sides))
        screen_line(screen, STYLE_DIM,
                    CHANGES_ASSUMED
                    "; to measure it name several runs per side: instr-report diff BEFORE... -- AFTER...");
    screen_say(screen, STYLE_PLAIN, "\n");
}

/* Prints the mean waiting between ranks on each side, if all runs have it. */
static void print_waiting(struct screen *screen, const struct sides *sides, double *values, struct arena *arena)
{
    const char *marks[2] = {"", ""};
    uint32_t count = sides->count[0] + sides->count[1];
    for (uint32_t k = 0; k < count; k++) {
        values[k] = sides->runs[k].waiting;
        if (isnan(values[k]))
            return;
        if (sides->runs[k].waiting_estimated)
            marks[k >= sides->count[0]] = "~";
    }
    struct means means = group_means_compare(values, sides->count);
    double before = means.of[0], after = means.of[1];
    const char *relative = before > 0 ? arena_printf(arena, " (%+.1f%%)", 100 * (after - before) / before) : "";
    if (before + after <= 0)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_print(
        screen, STYLE_BOLD,
        "waiting: ranks waited %s for each other before, %s after%s; by call path: --metric=waiting,delay,cause",
        text_seconds(arena, seconds(before), marks[0]), text_seconds(arena, seconds(after), marks[1]), relative);
}

/* Prints changed calls. Call counts are exact, so each change is real, however little time it takes. */
static void print_calls(struct screen *screen, const struct sides *sides, struct arena *arena)
{
    const struct compare_run *after = sides->runs + sides->count[0];
    struct gate gate = {.runs = after};
    counts_make(&gate.before, sides->runs, sides->count[0], NULL, arena);
    counts_make(&gate.now, after, sides->count[1], NULL, arena);
    verdict_make(&gate.verdict, &gate.before, &gate.now, (struct verdict_rules){0}, arena);
    change_origins_find(&gate.verdict, &gate.before, &gate.now, after, arena);
    uint32_t failed = gate.verdict.failed;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_BOLD,
                failed ? arena_printf(arena, "calls: %s function%s called more or less often",
                                      text_count(arena, failed), failed == 1 ? " is" : "s are")
                       : "calls: unchanged in all functions that are measured on both sides");
    gate_causes(screen, &gate, arena);
}

#define COLUMNS(X)                                                                                                     \
    X("name", NULL, 0, text, region->name)                                                                             \
    X("file", NULL, 0, text, region->file)                                                                             \
    X("kind", NULL, 0, text, region_kind_name(region->kind))                                                           \
    X("calls_before", NULL, 0, number, change->calls[0])                                                               \
    X("calls_after", NULL, 0, number, change->calls[1])                                                                \
    X("inclusive_before_s", NULL, 0, seconds, change_inclusive(change, 0), "")                                         \
    X("inclusive_after_s", NULL, 0, seconds, change_inclusive(change, 1), "")                                          \
    X("exclusive_before_s", NULL, 0, seconds, change_own(change, 0), "")                                               \
    X("exclusive_after_s", NULL, 0, seconds, change_own(change, 1), "")                                                \
    X("path", NULL, 0, text, compare_name(compare, change->line, &scratch))                                            \
    X("noise_s", NULL, 0, seconds, change->noise, "")                                                                  \
    X("beyond_noise", NULL, 0, count, !change_is_noise(change))                                                        \
    X("runs_before", NULL, 0, count, sides->count[0])                                                                  \
    X("runs_after", NULL, 0, count, sides->count[1])                                                                   \
    X("left_alone_before", NULL, 0, count, change->left_alone[0])                                                      \
    X("left_alone_after", NULL, 0, count, change->left_alone[1])
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_diff = ROW_FORM("diff", columns);

/* Adds two columns for each metric behind the others. */
static void add_metric_columns(struct rows *rows, const struct metrics_shown *metrics)
{
    for (unsigned i = 0; i < 2 * metrics->count; i++)
        rows_column(rows,
                    arena_printf(rows->arena, "metric_%s_exclusive_%s", metrics->of[i / 2].what->key,
                                 i % 2 ? "after" : "before"),
                    0);
}

static void print_records(struct screen *screen, const struct changes *changes, const struct sides *sides,
                          enum output_form form, struct arena *arena)
{
    const struct compare *compare = changes->compare;
    struct rows all, *rows = &all;
    double *values = arena_array(arena, compare->run_count, sizeof *values);
    rows_begin(rows, form, &form_diff, arena);
    add_metric_columns(rows, &sides->runs[0].metrics);
    rows_open(rows, screen->stream, &sides->runs[sides->count[0]].profile);
    struct arena scratch = {0};
    for (uint32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        const struct profile_region *region = compare->lines[change->line].region;
        COLUMNS(ROW_PUT)
        for (uint32_t m = 0; m < compare->metric_count; m++) {
            struct means means = metric_sides(compare, sides, change->line, m, values);
            rows_number(rows, means.of[0]);
            rows_number(rows, means.of[1]);
        }
        arena_clear(&scratch);
    }
    rows_close(rows);
    arena_free(&scratch);
}

/* Checks --fail: returns whether the whole run or a function got slower by more than `limit` percent of the total, beyond the noise. */
static bool check_limit(const struct changes *functions, const struct change *whole, double limit, struct error *error)
{
    double least = limit / 100 * whole->own[0];
    uint32_t slower = 0;
    const struct change *worst = NULL;
    for (uint32_t i = 0; i < functions->count; i++) {
        const struct change *change = &functions->list[i];
        if (change_slower(change) <= least)
            continue;
        slower++;
        worst = worst ? worst : change;
    }
    if (worst)
        return error_set(error, ERROR_SLOWER,
                         "diff: %u function%s slower by more than %g%% of the total, most of all %s: %+.1f%%", slower,
                         slower > 1 ? "s are" : " is", limit, functions->compare->lines[worst->line].region->name,
                         100 * change_difference(worst) / whole->own[0]);
    if (change_slower(whole) > least)
        return error_set(error, ERROR_SLOWER, "diff: the whole run is slower by %.1f%%, more than %g%%",
                         100 * change_difference(whole) / whole->own[0], limit);
    return true;
}

static bool run_diff(const struct options *options, struct arena *arena, struct error *error)
{
    struct sides sides;
    struct compare functions, paths;
    struct changes by_function, by_path;
    struct screen screen;
    if (options->scale)
        return diff_scale(options, arena, error);
    if (!sides_load(&sides, options, arena, error))
        return false;
    uint32_t count = sides.count[0] + sides.count[1];
    double *values = arena_array(arena, count, sizeof *values);
    compare_functions(&functions, sides.runs, count, arena);
    compare_paths(&paths, sides.runs, count, arena);
    changes_make(&by_function, &functions, &sides, arena);
    changes_make(&by_path, &paths, &sides, arena);
    if (!screen_open(&screen, options, error))
        return false;
    struct change whole = changes_whole(&sides, values);
    if (options->form != FORM_TEXT) {
        print_records(&screen, options->paths ? &by_path : &by_function, &sides, options->form, arena);
    } else if (options->metrics) {
        print_sides(&screen, &sides, true, arena);
        print_metrics(&screen, &functions, &paths, &sides, options, arena);
    } else {
        print_sides(&screen, &sides, false, arena);
        if (!options->paths) {
            print_changes(&screen, &by_function, &whole, "function", options->minimum, arena);
            screen_say(&screen, STYLE_PLAIN, "\n");
        }
        print_changes(&screen, &by_path, &whole, "call path", options->minimum, arena);
        print_waiting(&screen, &sides, values, arena);
        if (!options->paths)
            print_calls(&screen, &sides, arena);
    }
    return screen_close(&screen, error) &&
           (options->fail_above < 0 || check_limit(&by_function, &whole, options->fail_above, error));
}

const struct command cmd_diff = {
    {"diff",
     "[OPTION...] BEFORE AFTER\n"
     "       instr-report diff [OPTION...] BEFORE... -- AFTER...\n"
     "       instr-report diff --scale [OPTION...] PROFILE PROFILE...",
     "functions that became slower or faster between runs",
     OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_CHANGE | TAKES_SIDES | OPTION_METRIC,
     "instr-report diff --fail-above=5 before/*.instr -- after/*.instr"},
    SORT_EXCLUSIVE,
    .run = run_diff,
    .forms = {&form_diff, &form_scale}};
