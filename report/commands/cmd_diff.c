/*
 * cmd_diff.c - what became slower or faster between two runs, or two groups of runs: by function and by call path.
 *
 * What two runs of one program differ by is noise and not shown. Of several runs on a side their spread tells how much that
 * is. Of one it is guessed: from the spread of calls, of estimates, and of ranks in MPI, and never less than ONE_RUN of the
 * time and ONE_RUN_TOTAL of the run, since a machine is not equally fast twice.
 */
#include "report/commands/command.h"
#include "report/compare.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ONE_RUN 0.1        /* of the time: what a single run says no more exactly */
#define ONE_RUN_TOTAL 0.01 /* of the whole run: a function may have lost the processor for a while */
#define SEVERAL_RUNS 0.01  /* of the time, of several runs that agree by chance */

static const struct table_column columns[] = {
    {"change", 0}, {"relative", 1}, {"of total", 2},     {"noise", 5},
    {"before", 3}, {"after", 3},    {"calls before", 6}, {"calls after", 6},
};
enum { C_CHANGE, C_RELATIVE, C_SHARE, C_NOISE, C_BEFORE, C_AFTER, C_CALLS_BEFORE, C_CALLS_AFTER, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

struct sides {
    struct compare_run *runs;
    uint32_t count[2]; /* runs before, runs after */
};

/* One line; [0] is before, [1] after: means over the runs of a side. Times in ps. */
struct change {
    uint32_t line;
    double own[2], inclusive[2], noise;
    double calls[2];
    bool estimated;
    bool startup; /* of MPI: no part of the run that is compared */
};

struct changes {
    const struct compare *compare;
    struct change *list;
    uint32_t count;
};

static double difference(const struct change *change)
{
    return change->own[1] - change->own[0];
}

static bool is_noise(const struct change *change)
{
    return change->calls[0] > 0 && change->calls[1] > 0 && fabs(difference(change)) <= change->noise;
}

/* Student's t: what a difference of means is beyond only once in a hundred times. */
static double student(uint32_t freedom)
{
    static const double t[] = {0, 63.7, 9.92, 5.84, 4.60, 4.03, 3.71, 3.50, 3.36, 3.25, 3.17};
    enum { LAST = sizeof t / sizeof *t - 1 };
    return freedom <= LAST ? t[freedom] : 2.58 + (t[LAST] - 2.58) * LAST / freedom;
}

/* Between `values` of before and after, of which `variance` is known otherwise. */
static double noise_of(const struct sides *sides, const double *values, const double *mean, double variance)
{
    const uint32_t *count = sides->count;
    uint32_t total = count[0] + count[1];
    double larger = fmax(mean[0], mean[1]), spread = 0;
    if (total == 2)
        return fmax(fmax(2.58 * sqrt(variance), ONE_RUN * larger), ONE_RUN_TOTAL * sides->runs[0].view.total);
    for (uint32_t k = 0; k < total; k++) {
        double off = values[k] - mean[k >= count[0]];
        spread += off * off;
    }
    spread /= total - 2;
    return fmax(student(total - 2) * sqrt(spread * (1.0 / count[0] + 1.0 / count[1])), SEVERAL_RUNS * larger);
}

static struct change make_change(const struct compare *compare, uint32_t line, const struct sides *sides,
                                 double *values)
{
    struct change change = {.line = line, .startup = view_is_startup(compare->lines[line].region)};
    double variance = 0;
    for (uint32_t k = 0; k < compare->run_count; k++) {
        const struct compare_value *value = compare_at(compare, line, k);
        int side = k >= sides->count[0];
        values[k] = value->own;
        change.own[side] += value->own / sides->count[side];
        change.inclusive[side] += value->inclusive / sides->count[side];
        change.calls[side] += (double)value->calls / sides->count[side];
        change.estimated |= value->estimated;
        variance += value->variance;
    }
    change.noise = noise_of(sides, values, change.own, variance);
    return change;
}

/* The largest first; of equal ones in the order of their names. */
static int compare_changes(const void *left, const void *right, void *state)
{
    const struct compare_line *lines = state;
    const struct change *a = left, *b = right;
    double x = fabs(difference(a)), y = fabs(difference(b));
    if (x > y || x < y)
        return x > y ? -1 : 1;
    int order = view_compare_regions(lines[a->line].region, lines[b->line].region);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static bool make_changes(struct changes *changes, const struct compare *compare, const struct sides *sides,
                         struct arena *arena, struct error *error)
{
    double *values = arena_array(arena, compare->run_count, sizeof *values);
    *changes =
        (struct changes){compare, arena_array(arena, compare->line_count, sizeof *changes->list), compare->line_count};
    if (!changes->list || !values)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 0; i < compare->line_count; i++)
        changes->list[i] = make_change(compare, i, sides, values);
    if (changes->count)
        qsort_r(changes->list, changes->count, sizeof *changes->list, compare_changes, compare->lines);
    return true;
}

/* The whole run: what all took, without starting and ending MPI. */
static struct change whole_change(const struct sides *sides, double *values)
{
    struct change whole = {.line = PROFILE_NONE};
    for (uint32_t k = 0; k < sides->count[0] + sides->count[1]; k++) {
        int side = k >= sides->count[0];
        values[k] = sides->runs[k].view.total;
        whole.own[side] += values[k] / sides->count[side];
        whole.calls[side] = 1;
    }
    whole.noise = noise_of(sides, values, whole.own, 0);
    return whole;
}

static const char *signed_seconds(struct arena *arena, double picoseconds, bool estimated)
{
    if (picoseconds < 0)
        return text_seconds(arena, seconds(-picoseconds), estimated ? "~-" : "-");
    return text_seconds(arena, seconds(picoseconds), estimated ? "~+" : "+");
}

static const char *relative_text(const struct change *change, struct arena *arena)
{
    if (change->calls[0] <= 0 || change->calls[1] <= 0)
        return change->calls[0] > 0 ? "gone" : "new";
    return change->own[0] > 0 ? arena_printf(arena, "%+.1f%%", 100 * difference(change) / change->own[0]) : "";
}

static bool add_row(struct table *table, const struct changes *changes, const struct change *change, double total,
                    struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    bool whole = change->line == PROFILE_NONE;
    row->text = whole ? "(whole run)" : compare_name(changes->compare, change->line, arena);
    row->note =
        whole ? is_noise(change) ? "no more than noise" : "" : changes->compare->lines[change->line].region->file;
    row->style = difference(change) > 0.01 * total && !is_noise(change) ? STYLE_HOT : STYLE_PLAIN;
    row->cells[C_CHANGE] = signed_seconds(arena, difference(change), change->estimated);
    row->cells[C_RELATIVE] = relative_text(change, arena);
    row->cells[C_SHARE] = total > 0 ? arena_printf(arena, "%+.1f%%", 100 * difference(change) / total) : "";
    row->cells[C_NOISE] = text_seconds_known(arena, seconds(change->noise), 2, "");
    row->cells[C_BEFORE] = change->calls[0] > 0 ? text_seconds(arena, seconds(change->own[0]), "") : "-";
    row->cells[C_AFTER] = change->calls[1] > 0 ? text_seconds(arena, seconds(change->own[1]), "") : "-";
    if (whole)
        return true;
    row->cells[C_CALLS_BEFORE] = text_count(arena, (uint64_t)(change->calls[0] + 0.5));
    row->cells[C_CALLS_AFTER] = text_count(arena, (uint64_t)(change->calls[1] + 0.5));
    return true;
}

static bool is_shown(const struct change *change, double minimum, double total)
{
    if (change->startup)
        return false;
    bool calls_differ = fabs(change->calls[1] - change->calls[0]) > 0.01 * change->calls[0];
    bool large = fabs(difference(change)) * 100 >= minimum * total;
    return (large && !is_noise(change)) ||
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
        else if (is_noise(change))
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

static void print_sides(struct screen *screen, const struct sides *sides, struct arena *arena)
{
    for (uint32_t k = 0; k < sides->count[0] + sides->count[1]; k++) {
        const struct compare_run *run = &sides->runs[k];
        const char *members = runs_text(&run->profile, arena);
        const char *shape = profile_meta(&run->profile, "shape", "");
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "%s: %s: %s%s%s%s%s", k < sides->count[0] ? "before" : "after", run->name,
                                 text_seconds(arena, seconds((double)run->profile.nodes[0].ranks.max), ""),
                                 *members ? ", " : "", members, *shape ? ", " : "", shape));
    }
    screen_line(screen, STYLE_DIM, "exclusive times, summed over all ranks and processes");
    screen_say(screen, STYLE_PLAIN, "\n");
}

static void print_records(struct screen *screen, const struct changes *changes, const struct sides *sides,
                          enum output_form form)
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
                                        NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-diff", names, &sides->runs[sides->count[0]].profile);
    struct arena scratch = {0};
    for (uint32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        const struct profile_region *region = changes->compare->lines[change->line].region;
        records_text(&records, region->name);
        records_text(&records, region->file);
        records_text(&records, region_kind_name(region->kind));
        records_number(&records, change->calls[0]);
        records_number(&records, change->calls[1]);
        records_number(&records, seconds(change->inclusive[0]));
        records_number(&records, seconds(change->inclusive[1]));
        records_number(&records, seconds(change->own[0]));
        records_number(&records, seconds(change->own[1]));
        records_text(&records, compare_name(changes->compare, change->line, &scratch));
        records_number(&records, seconds(change->noise));
        records_count(&records, !is_noise(change));
        records_count(&records, sides->count[0]);
        records_count(&records, sides->count[1]);
        arena_clear(&scratch);
    }
    records_end(&records);
    arena_free(&scratch);
}

/* For who asked to fail: the whole run, or a function, is slower by more than `limit` percent of the total. */
static bool check_limit(const struct changes *functions, const struct change *whole, double limit, struct error *error)
{
    double least = limit / 100 * whole->own[0];
    uint32_t slower = 0;
    const struct change *worst = NULL;
    for (uint32_t i = 0; i < functions->count; i++) {
        const struct change *change = &functions->list[i];
        if (difference(change) <= least || is_noise(change) || change->startup)
            continue;
        slower++;
        worst = worst ? worst : change;
    }
    if (worst)
        return error_set(error, ERROR_SLOWER,
                         "diff: %u function%s slower by more than %g%% of the total, most of all %s: %+.1f%%", slower,
                         slower > 1 ? "s are" : " is", limit, functions->compare->lines[worst->line].region->name,
                         100 * difference(worst) / whole->own[0]);
    if (difference(whole) > least && !is_noise(whole))
        return error_set(error, ERROR_SLOWER, "diff: the whole run is slower by %.1f%%, more than %g%%",
                         100 * difference(whole) / whole->own[0], limit);
    return true;
}

static bool load_sides(struct sides *sides, const struct options *options, struct arena *arena, struct error *error)
{
    int before = options->before_count >= 0 ? options->before_count : 1;
    if (before < 1 || options->file_count - before < 1 || (options->before_count < 0 && options->file_count != 2))
        return error_set(
            error, ERROR_USAGE,
            "diff: name two profiles, the one before and the one after, or several of each with -- between");
    *sides = (struct sides){arena_array(arena, (size_t)options->file_count, sizeof *sides->runs),
                            {(uint32_t)before, (uint32_t)(options->file_count - before)}};
    if (!sides->runs)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (int k = 0; k < options->file_count; k++)
        if (!compare_load(&sides->runs[k], options->files + k, options, arena, error))
            return false;
    return true;
}

static bool run_diff(const struct options *options, struct arena *arena, struct error *error)
{
    struct sides sides;
    struct compare functions, paths;
    struct changes by_function, by_path;
    struct screen screen;
    if (!load_sides(&sides, options, arena, error))
        return false;
    uint32_t count = sides.count[0] + sides.count[1];
    double *values = arena_array(arena, count, sizeof *values);
    if (!values || !compare_functions(&functions, sides.runs, count, arena, error) ||
        !compare_paths(&paths, sides.runs, count, arena, error) ||
        !make_changes(&by_function, &functions, &sides, arena, error) ||
        !make_changes(&by_path, &paths, &sides, arena, error) || !screen_open(&screen, options, error))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    struct change whole = whole_change(&sides, values);
    bool done = true;
    if (options->form == FORM_TEXT) {
        print_sides(&screen, &sides, arena);
        if (!options->paths)
            done = print_changes(&screen, &by_function, &whole, "function", options->minimum, arena);
        if (done && !options->paths)
            screen_say(&screen, STYLE_PLAIN, "\n");
        done = done && print_changes(&screen, &by_path, &whole, "call path", options->minimum, arena);
        if (!done)
            error_set(error, ERROR_INTERNAL, "out of memory");
    } else {
        print_records(&screen, options->paths ? &by_path : &by_function, &sides, options->form);
    }
    return screen_close(&screen, error) && done &&
           (options->fail_above < 0 || check_limit(&by_function, &whole, options->fail_above, error));
}

const struct command cmd_diff = {"diff",
                                 "[OPTION...] BEFORE AFTER\n"
                                 "       instr-report diff [OPTION...] BEFORE... -- AFTER...",
                                 "what became slower or faster between two runs",
                                 OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_SIDES,
                                 SORT_EXCLUSIVE,
                                 run_diff};
