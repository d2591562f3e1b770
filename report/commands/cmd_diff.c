/*
 * cmd_diff.c - what became slower or faster between two runs, or two groups of runs: by function and by call path. What is noise is
 * not shown.
 */
#include "report/changes.h"
#include "report/commands/command.h"
#include "report/gate/causes.h"
#include "report/gate/show.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"change", 0}, {"relative", 1}, {"of total", 2},     {"noise", 5},
    {"before", 3}, {"after", 3},    {"calls before", 6}, {"calls after", 6},
};
enum { C_CHANGE, C_RELATIVE, C_SHARE, C_NOISE, C_BEFORE, C_AFTER, C_CALLS_BEFORE, C_CALLS_AFTER, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

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

/* What a time of 0 means where it is none. */
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

static bool add_row(struct table *table, const struct changes *changes, const struct change *change, double total,
                    struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    bool whole = change->line == PROFILE_NONE;
    double difference = change_shown(change);
    row->text = whole ? "(whole run)" : compare_name(changes->compare, change->line, arena);
    row->note = whole ? change_is_noise(change) ? "no more than noise" : "" : note_of(changes, change, arena);
    row->style = change_difference(change) > 0.01 * total && !change_is_noise(change) ? STYLE_HOT : STYLE_PLAIN;
    row->cells[C_CHANGE] = signed_seconds(arena, difference, change->estimated);
    row->cells[C_RELATIVE] = relative_text(change, arena);
    row->cells[C_SHARE] =
        total > 0 && !isnan(difference) ? arena_printf(arena, "%+.1f%%", 100 * difference / total) : "";
    row->cells[C_NOISE] = text_seconds_known(arena, seconds(change->noise), 2, "");
    row->cells[C_BEFORE] = side_text(change, 0, arena);
    row->cells[C_AFTER] = side_text(change, 1, arena);
    if (whole)
        return true;
    row->cells[C_CALLS_BEFORE] = text_count(arena, u64_from_double(change->calls[0]));
    row->cells[C_CALLS_AFTER] = text_count(arena, u64_from_double(change->calls[1]));
    return true;
}

static bool is_shown(const struct change *change, double minimum, double total)
{
    bool calls_differ = fabs(change->calls[1] - change->calls[0]) > 0.01 * change->calls[0];
    bool large = fabs(change_difference(change)) * 100 >= minimum * total;
    return (large && !change_is_noise(change)) ||
           (calls_differ && fmax(change->own[0], change->own[1]) * 100 >= minimum * total);
}

static bool print_changes(struct screen *screen, const struct changes *changes, const struct change *whole,
                          const char *title, double minimum, struct arena *arena)
{
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = title};
    double total = whole->own[0];
    uint32_t noise = 0, little = 0;
    bool done = add_row(&table, changes, whole, total, arena);
    for (uint32_t i = 0; done && i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        if (is_shown(change, minimum, total))
            done = add_row(&table, changes, change, total, arena);
        else if (change_is_noise(change))
            noise++;
        else
            little++;
    }
    if (!done)
        return false;
    table_print(&table, screen);
    if (noise || little)
        screen_line(
            screen, STYLE_DIM,
            arena_printf(arena, "(%s more changed by no more than noise, %s by less than %g%% of the total: see --min)",
                         text_count(arena, noise), text_count(arena, little), minimum));
    return true;
}

/* --- metrics: they are counted, and nothing is known of their noise --- */

static const struct table_column metric_columns[] = {{"change", 0}, {"relative", 0}, {"before", 0}, {"after", 0}};
enum { M_CHANGE, M_RELATIVE, M_BEFORE, M_AFTER, METRIC_CHANGE_COLUMNS };

struct metric_change {
    double values[2]; /* before and after: means over the runs of a side */
    uint32_t line;
};

/* `values` has room for a number of each run. */
static struct means metric_sides(const struct compare *compare, const struct sides *sides, uint32_t line,
                                 uint32_t metric, double *values)
{
    for (uint32_t k = 0; k < compare->run_count; k++)
        values[k] = compare->metrics[((size_t)line * compare->run_count + k) * compare->metric_count + metric];
    return means_compare(values, sides->count);
}

static int compare_metric_changes(const void *left, const void *right)
{
    const struct metric_change *a = left, *b = right;
    double x = fabs(a->values[1] - a->values[0]), y = fabs(b->values[1] - b->values[0]);
    return x > y ? -1 : x < y ? 1 : (a->line > b->line) - (a->line < b->line);
}

static bool add_metric_row(struct table *table, const struct profile_metric *what, const struct compare *compare,
                           const struct metric_change *change, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    double before = change->values[0], after = change->values[1], difference = after - before;
    if (!row)
        return false;
    bool whole = change->line == PROFILE_NONE;
    row->text = whole ? "(whole run)" : compare_name(compare, change->line, arena);
    row->note = whole ? "" : compare->lines[change->line].region->file;
    row->cells[M_CHANGE] =
        arena_printf(arena, "%s%s", difference < 0 ? "-" : "+", metric_text(arena, what->unit, fabs(difference)));
    row->cells[M_RELATIVE] = before > 0  ? arena_printf(arena, "%+.1f%%", 100 * difference / before)
                             : after > 0 ? "new"
                                         : "";
    row->cells[M_BEFORE] = metric_text(arena, what->unit, before);
    row->cells[M_AFTER] = metric_text(arena, what->unit, after);
    return true;
}

static bool print_metric(struct screen *screen, const struct compare *compare, const struct sides *sides,
                         uint32_t metric, double minimum, struct arena *arena)
{
    const struct profile_metric *what = sides->runs[0].metrics.of[metric].what;
    bool path = compare->line_count && compare->lines[compare->line_count - 1].above != PROFILE_NONE;
    struct table table = {.columns = metric_columns,
                          .column_count = METRIC_CHANGE_COLUMNS,
                          .text_title = arena_printf(arena, "%s, by %s", what->name, path ? "call path" : "function")};
    struct metric_change *list = arena_array(arena, (size_t)compare->line_count + 1, sizeof *list);
    struct metric_change whole = {{0, 0}, PROFILE_NONE};
    double *values = arena_array(arena, compare->run_count, sizeof *values);
    if (!list || !values)
        return false;
    for (uint32_t i = 0; i < compare->line_count; i++) {
        struct means means = metric_sides(compare, sides, i, metric, values);
        list[i].line = i;
        for (unsigned side = 0; side < 2; side++) {
            list[i].values[side] = means.of[side];
            whole.values[side] = metric_join(what, whole.values[side], list[i].values[side]);
        }
    }
    qsort(list, compare->line_count, sizeof *list, compare_metric_changes);
    bool done = add_metric_row(&table, what, compare, &whole, arena);
    double least = minimum / 100 * fmax(whole.values[0], whole.values[1]);
    for (uint32_t i = 0; done && i < compare->line_count; i++) {
        double difference = fabs(list[i].values[1] - list[i].values[0]);
        if (difference > 0 && difference >= least)
            done = add_metric_row(&table, what, compare, &list[i], arena);
    }
    if (done)
        table_print(&table, screen);
    return done;
}

static bool print_metrics(struct screen *screen, const struct compare *functions, const struct compare *paths,
                          const struct sides *sides, const struct options *options, struct arena *arena)
{
    bool done = true;
    for (uint32_t m = 0; done && m < paths->metric_count; m++) {
        if (m)
            screen_say(screen, STYLE_PLAIN, "\n");
        if (!options->paths) {
            done = print_metric(screen, functions, sides, m, options->minimum, arena);
            screen_say(screen, STYLE_PLAIN, "\n");
        }
        done = done && print_metric(screen, paths, sides, m, options->minimum, arena);
    }
    return done;
}

static const char *const *record_names(const char *const *names, const struct metrics_shown *metrics,
                                       struct arena *arena)
{
    unsigned count = 0;
    while (names[count])
        count++;
    const char **all = arena_array(arena, count + 2 * metrics->count + 1, sizeof *all);
    if (!all)
        return NULL;
    memcpy(all, names, count * sizeof *all);
    for (unsigned i = 0; i < metrics->count; i++)
        for (unsigned side = 0; side < 2; side++)
            if (!(all[count++] = arena_printf(arena, "metric_%s_exclusive_%s", metrics->of[i].what->key,
                                              side ? "after" : "before")))
                return NULL;
    return all;
}

static void print_sides(struct screen *screen, const struct sides *sides, bool metrics, struct arena *arena)
{
    for (uint32_t k = 0; k < sides->count[0] + sides->count[1]; k++) {
        const struct compare_run *run = &sides->runs[k];
        const char *members = runs_text(&run->profile, arena);
        const char *shape = profile_meta(&run->profile, "shape", "");
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "%s: %s: %s%s%s%s%s", k < sides->count[0] ? "before" : "after", run->name,
                                 text_seconds(arena, seconds(run->view.total), ""), *members ? ", " : "", members,
                                 *shape ? ", " : "", shape));
    }
    screen_line(screen, STYLE_DIM,
                arena_printf(arena, "%s, summed over all ranks and processes%s",
                             metrics ? "of the function itself" : "exclusive times",
                             sides->count[0] >= MEANS_TRIMMED || sides->count[1] >= MEANS_TRIMMED
                                 ? "; means, without the lowest and the highest fifth of the runs where that tells more"
                                 : ""));
    if (!metrics && sides_assume(sides))
        screen_line(screen, STYLE_DIM,
                    CHANGES_ASSUMED "; name several runs to have it measured: instr-report diff BEFORE... -- AFTER...");
    screen_say(screen, STYLE_PLAIN, "\n");
}

/* What ranks waited for each other, where all runs say it: a mean of each side. */
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
    struct means means = means_compare(values, sides->count);
    double before = means.of[0], after = means.of[1];
    const char *relative = before > 0 ? arena_printf(arena, " (%+.1f%%)", 100 * (after - before) / before) : "";
    if (before + after <= 0 || !relative)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(
        screen, STYLE_BOLD,
        arena_printf(
            arena, "waiting: ranks waited %s for each other before, %s after%s; where: --metric=waiting,delay,cause",
            text_seconds(arena, seconds(before), marks[0]), text_seconds(arena, seconds(after), marks[1]), relative));
}

/* Calls are exact: what is called more or less often is no noise, however little time it takes. */
static bool print_calls(struct screen *screen, const struct sides *sides, struct arena *arena, struct error *error)
{
    const struct compare_run *after = sides->runs + sides->count[0];
    struct gate gate = {.runs = after};
    if (!counts_make(&gate.before, sides->runs, sides->count[0], arena, error) ||
        !counts_make(&gate.now, after, sides->count[1], arena, error) ||
        !verdict_make(&gate.verdict, &gate.before, &gate.now, (struct verdict_rules){0}, arena) ||
        !causes_find(&gate.verdict, &gate.before, &gate.now, after, arena))
        return false;
    uint32_t failed = gate.verdict.failed;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_BOLD,
                failed ? arena_printf(arena, "calls: %s function%s called more or less often",
                                      text_count(arena, failed), failed == 1 ? " is" : "s are")
                       : "calls: every function that is measured on both sides is called as often");
    return gate_causes(screen, &gate, arena);
}

static bool print_records(struct screen *screen, const struct changes *changes, const struct sides *sides,
                          enum output_form form, struct arena *arena)
{
    static const char *const names[] = {"name",
                                        "file",
                                        "kind",
                                        "calls_before",
                                        "calls_after",
                                        "inclusive_before_s",
                                        "inclusive_after_s",
                                        "exclusive_before_s",
                                        "exclusive_after_s",
                                        "path",
                                        "noise_s",
                                        "beyond_noise",
                                        "runs_before",
                                        "runs_after",
                                        "left_alone_before",
                                        "left_alone_after",
                                        NULL};
    const struct compare *compare = changes->compare;
    const char *const *all = record_names(names, &sides->runs[0].metrics, arena);
    struct records records;
    double *values = arena_array(arena, compare->run_count, sizeof *values);
    if (!all || !values)
        return false;
    records_begin(&records, screen->stream, form, "instr-diff", all, &sides->runs[sides->count[0]].profile);
    struct arena scratch = {0};
    for (uint32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        const struct profile_region *region = changes->compare->lines[change->line].region;
        records_text(&records, region->name);
        records_text(&records, region->file);
        records_text(&records, region_kind_name(region->kind));
        records_number(&records, change->calls[0]);
        records_number(&records, change->calls[1]);
        for (unsigned side = 0; side < 2; side++)
            records_number(&records, seconds(change_inclusive(change, side)));
        for (unsigned side = 0; side < 2; side++)
            records_number(&records, seconds(change_own(change, side)));
        records_text(&records, compare_name(changes->compare, change->line, &scratch));
        records_number(&records, seconds(change->noise));
        records_count(&records, !change_is_noise(change));
        records_count(&records, sides->count[0]);
        records_count(&records, sides->count[1]);
        records_count(&records, change->left_alone[0]);
        records_count(&records, change->left_alone[1]);
        for (uint32_t m = 0; m < compare->metric_count; m++) {
            struct means means = metric_sides(compare, sides, change->line, m, values);
            records_number(&records, means.of[0]);
            records_number(&records, means.of[1]);
        }
        arena_clear(&scratch);
    }
    records_end(&records);
    arena_free(&scratch);
    return true;
}

/* For who asked to fail: the whole run, or a function, is slower by more than `limit` percent of the total, noise apart. */
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
    if (!sides_load(&sides, options, arena, error))
        return false;
    uint32_t count = sides.count[0] + sides.count[1];
    double *values = arena_array(arena, count, sizeof *values);
    if (!values || !compare_functions(&functions, sides.runs, count, arena, error) ||
        !compare_paths(&paths, sides.runs, count, arena, error) ||
        !changes_make(&by_function, &functions, &sides, arena, error) ||
        !changes_make(&by_path, &paths, &sides, arena, error) || !screen_open(&screen, options, error))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    struct change whole = changes_whole(&sides, values);
    bool done = true;
    if (options->form == FORM_TEXT) {
        print_sides(&screen, &sides, options->metrics != NULL, arena);
        if (options->metrics)
            done = print_metrics(&screen, &functions, &paths, &sides, options, arena);
        else if (!options->paths)
            done = print_changes(&screen, &by_function, &whole, "function", options->minimum, arena);
        if (done && !options->paths && !options->metrics)
            screen_say(&screen, STYLE_PLAIN, "\n");
        if (done && !options->metrics)
            done = print_changes(&screen, &by_path, &whole, "call path", options->minimum, arena);
        if (done && !options->metrics)
            print_waiting(&screen, &sides, values, arena);
        if (done && !options->paths && !options->metrics)
            done = print_calls(&screen, &sides, arena, error);
    } else {
        done = print_records(&screen, options->paths ? &by_path : &by_function, &sides, options->form, arena);
    }
    if (!done)
        error_set(error, ERROR_INTERNAL, "out of memory");
    return screen_close(&screen, error) && done &&
           (options->fail_above < 0 || check_limit(&by_function, &whole, options->fail_above, error));
}

const struct command cmd_diff = {
    {"diff",
     "[OPTION...] BEFORE AFTER\n"
     "       instr-report diff [OPTION...] BEFORE... -- AFTER...",
     "what became slower or faster between two runs",
     OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_CHANGE | TAKES_SIDES | OPTION_METRIC},
    SORT_EXCLUSIVE,
    run_diff};
