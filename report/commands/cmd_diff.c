/*
 * cmd_diff.c - what became slower or faster between two runs, or two groups of runs: by function and by call path. What is noise is
 * not shown.
 */
#include "report/changes.h"
#include "report/commands/command.h"
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
    if (change->calls[0] <= 0 || change->calls[1] <= 0)
        return change->calls[0] > 0 ? "gone" : "new";
    return change->own[0] > 0 ? arena_printf(arena, "%+.1f%%", 100 * change_difference(change) / change->own[0]) : "";
}

static bool add_row(struct table *table, const struct changes *changes, const struct change *change, double total,
                    struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    bool whole = change->line == PROFILE_NONE;
    row->text = whole ? "(whole run)" : compare_name(changes->compare, change->line, arena);
    row->note = whole ? change_is_noise(change) ? "no more than noise" : ""
                      : changes->compare->lines[change->line].region->file;
    row->style = change_difference(change) > 0.01 * total && !change_is_noise(change) ? STYLE_HOT : STYLE_PLAIN;
    row->cells[C_CHANGE] = signed_seconds(arena, change_difference(change), change->estimated);
    row->cells[C_RELATIVE] = relative_text(change, arena);
    row->cells[C_SHARE] = total > 0 ? arena_printf(arena, "%+.1f%%", 100 * change_difference(change) / total) : "";
    row->cells[C_NOISE] = text_seconds_known(arena, seconds(change->noise), 2, "");
    row->cells[C_BEFORE] = change->calls[0] > 0 ? text_seconds(arena, seconds(change->own[0]), "") : "-";
    row->cells[C_AFTER] = change->calls[1] > 0 ? text_seconds(arena, seconds(change->own[1]), "") : "-";
    if (whole)
        return true;
    row->cells[C_CALLS_BEFORE] = text_count(arena, u64_from_double(change->calls[0]));
    row->cells[C_CALLS_AFTER] = text_count(arena, u64_from_double(change->calls[1]));
    return true;
}

static bool is_shown(const struct change *change, double minimum, double total)
{
    if (change->startup)
        return false;
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
        records_count(&records, !change_is_noise(change));
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
        if (change_difference(change) <= least || change_is_noise(change) || change->startup)
            continue;
        slower++;
        worst = worst ? worst : change;
    }
    if (worst)
        return error_set(error, ERROR_SLOWER,
                         "diff: %u function%s slower by more than %g%% of the total, most of all %s: %+.1f%%", slower,
                         slower > 1 ? "s are" : " is", limit, functions->compare->lines[worst->line].region->name,
                         100 * change_difference(worst) / whole->own[0]);
    if (change_difference(whole) > least && !change_is_noise(whole))
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
