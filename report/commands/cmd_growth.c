/*
 * cmd_growth.c - several runs of one program at several sizes of its input: what grows faster than the input, where that begins, and
 * what it will cost. What grows with its caller is only counted.
 */
#include "report/commands/command.h"
#include "report/growth/growth.h"
#include "report/records.h"
#include "report/report.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {{"law", 0},       {"or", 5},   {"largest", 1},       {"10 times", 3},
                                              {"100 times", 0}, {"time", 4}, {"time 100 times", 2}};
enum { C_LAW, C_OR, C_LARGEST, C_TEN, C_HUNDRED, C_TIME, C_TIME_HUNDRED, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

/* --- text --- */

/* A law that is off by more is marked. */
#define ROUGH 0.1

static const char *marked_law(const struct law *law, struct arena *arena)
{
    const char *text = law_text(law, arena);
    return law->error > ROUGH ? arena_printf(arena, "~%s", text) : text;
}

static const char *value_text(const struct growth *growth, double value, struct arena *arena)
{
    return metric_text(arena, growth->metric ? growth->metric->unit : "", value);
}

/* What is foretold has three digits. */
static const char *foretold(const struct growth *growth, double value, struct arena *arena)
{
    if (isinf(value))
        return "beyond 1e300";
    double unit = value > 0 ? pow(10, floor(log10(value)) - 2) : 1;
    double rounded = unit > 1 ? round(value / unit) * unit : round(value);
    return rounded < 1e16 ? value_text(growth, fmax(rounded, 0), arena) : arena_printf(arena, "%.3g", value);
}

static const char *foretold_range(const struct growth *growth, const struct grown *grown, double size,
                                  struct arena *arena)
{
    double least, most;
    law_range(&grown->fit, size, &least, &most);
    if (!(most > 1.05 * least))
        return foretold(growth, law_at(&grown->fit.best, size), arena);
    return arena_printf(arena, "%s..%s", foretold(growth, least, arena), foretold(growth, most, arena));
}

/* With its standard error, as the runs spread around the power. */
static const char *foretold_time(const struct grown *grown, double factor, struct arena *arena)
{
    if (!(grown->time > 0) || isnan(grown->power) || isnan(grown->error))
        return "";
    double most = grown->time * pow(factor, grown->power + 2 * grown->error);
    double least = grown->time * pow(factor, grown->power - 2 * grown->error);
    if (!(most < 100 * least)) /* this says nothing */
        return "";
    return arena_printf(arena, "%s..%s", text_seconds_known(arena, seconds(least), 2, ""),
                        text_seconds_known(arena, seconds(most), 2, ""));
}

static const char *note_of(const struct growth *growth, const struct grown *grown, struct arena *arena)
{
    const struct profile_region *region = growth->compare.lines[grown->line].region;
    const char *place = view_location(&growth->sizes.runs[0].view, region, arena);
    if (!grown->caller)
        return place;
    const char *caller = growth->compare.lines[grown->caller->line].region->name;
    return growth->metric
               ? arena_printf(arena, "%s, called by %s", place, caller)
               : arena_printf(arena, "%s, called by %s: %s", place, caller, law_text(&grown->caller->fit.best, arena));
}

static bool add_row(struct table *table, const struct growth *growth, const struct grown *grown, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    double largest = growth->sizes.sizes[growth->sizes.count - 1];
    if (!row)
        return false;
    row->text = compare_name(&growth->compare, grown->line, arena);
    row->note = note_of(growth, grown, arena);
    row->style = STYLE_HOT;
    row->cells[C_LAW] = marked_law(&grown->fit.best, arena);
    row->cells[C_OR] = growth_others(&grown->fit, arena);
    row->cells[C_LARGEST] = value_text(growth, grown->largest, arena);
    row->cells[C_TEN] = foretold_range(growth, grown, 10 * largest, arena);
    row->cells[C_HUNDRED] = foretold_range(growth, grown, 100 * largest, arena);
    row->cells[C_TIME] = grown->time > 0 ? text_seconds(arena, seconds(grown->time), "") : "";
    row->cells[C_TIME_HUNDRED] = foretold_time(grown, 100, arena);
    return true;
}

static void print_rest(struct screen *screen, const struct growth *growth, struct arena *arena)
{
    static const struct law input = {.power = 1}, constant = {.power = 0};
    unsigned sure = 0, steep = 0, follow = 0, as_input = 0, same = 0;
    for (uint32_t i = 0; i < growth->count; i++) {
        const struct law *law = &growth->list[i].fit.best;
        bool surely = law_surely_steep(&growth->list[i].fit);
        sure += surely;
        steep += law_is_steep(law);
        follow += surely && growth->list[i].follows;
        as_input += !law_compare(law, &input);
        same += !law_compare(law, &constant);
    }
    if (follow)
        screen_line(screen, STYLE_DIM,
                    arena_printf(arena, "(%u more grow so, too, because these call them; --csv has all)", follow));
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(
        screen, STYLE_PLAIN,
        arena_printf(arena,
                     "%u %s: %u grow faster than the input, %u perhaps, %u as the input, %u slower, %u not at all",
                     growth->count, growth->paths ? "call paths" : "functions", sure, steep - sure, as_input,
                     growth->count - steep - as_input - same, same));
}

static bool print_text(struct screen *screen, const struct growth *growth, struct arena *arena)
{
    const struct sizes *sizes = &growth->sizes;
    const char *what = growth->metric ? growth->metric->key : "calls";
    struct table table = {.columns = columns,
                          .column_count = COLUMNS,
                          .text_title = growth->paths ? "call path that grows faster than the input"
                                                      : "function that grows faster than the input"};
    screen_line(screen, STYLE_PLAIN,
                arena_printf(arena, "%s in %u runs, of sizes %g to %g; foretold are 10 and 100 times the largest", what,
                             sizes->count, sizes->sizes[0], sizes->sizes[sizes->count - 1]));
    screen_say(screen, STYLE_PLAIN, "\n");
    for (uint32_t i = 0; i < growth->count; i++)
        if (law_surely_steep(&growth->list[i].fit) && !growth->list[i].follows &&
            !add_row(&table, growth, &growth->list[i], arena))
            return false;
    if (table.row_count)
        table_print(&table, screen);
    else
        screen_line(screen, STYLE_BOLD,
                    arena_printf(arena, "%s grow nowhere faster than in proportion to the input", what));
    print_rest(screen, growth, arena);
    return true;
}

/* --- records --- */

static void print_records(struct screen *screen, const struct growth *growth, enum output_form form,
                          struct arena *arena)
{
    static const char *const names[] = {"name",
                                        "file",
                                        "line",
                                        "kind",
                                        "law",
                                        "laws",
                                        "lower",
                                        "constant",
                                        "factor",
                                        "error",
                                        "size",
                                        "largest",
                                        "largest_10",
                                        "largest_100",
                                        "caller",
                                        "follows",
                                        "inclusive_s",
                                        "time_power",
                                        "time_power_error",
                                        "metric",
                                        "path",
                                        NULL};
    const struct sizes *sizes = &growth->sizes;
    struct records records;
    records_begin(&records, screen->stream, form, "instr-growth", names, &sizes->runs[sizes->count - 1].profile);
    for (uint32_t i = 0; i < growth->count; i++) {
        const struct grown *grown = &growth->list[i];
        const struct profile_region *region = growth->compare.lines[grown->line].region;
        records_text(&records, region->name);
        records_text(&records, region->file);
        records_count(&records, region->line);
        records_text(&records, region_kind_name(region->kind));
        records_text(&records, law_text(&grown->fit.best, arena));
        records_text(&records, growth_others(&grown->fit, arena));
        records_count(&records, (uint64_t)grown->fit.best.lower);
        records_number(&records, grown->fit.best.constant);
        records_number(&records, grown->fit.best.factor);
        records_number(&records, grown->fit.best.error);
        records_number(&records, sizes->sizes[sizes->count - 1]);
        records_number(&records, grown->largest);
        records_number(&records, grown->ten);
        records_number(&records, grown->hundred);
        records_text(&records, grown->caller ? growth->compare.lines[grown->caller->line].region->name : "");
        records_count(&records, grown->follows);
        records_number(&records, seconds(grown->time));
        records_number(&records, grown->power);
        records_number(&records, grown->error);
        records_text(&records, growth->metric ? growth->metric->key : "calls");
        records_text(&records, compare_name(&growth->compare, grown->line, arena));
    }
    records_end(&records);
}

static bool run_growth(const struct options *options, struct arena *arena, struct error *error)
{
    struct growth growth = {.count = 0};
    struct screen screen;
    if (!growth_make(&growth, options, arena, error) || !screen_open(&screen, options, error))
        return false;
    bool done = true;
    if (options->form == FORM_TEXT)
        done = print_text(&screen, &growth, arena) || error_set(error, ERROR_INTERNAL, "out of memory");
    else
        print_records(&screen, &growth, options->form, arena);
    return screen_close(&screen, error) && done;
}

const struct command cmd_growth = {
    {"growth",
     "[OPTION...] SIZE=RUN...\n"
     "       instr-report growth --size=FUNCTION|FUNCTION:METRIC|arg:N [OPTION...] RUN...\n"
     "       instr-report growth --sizes=N,N,... [OPTION...] -- PROGRAM [ARGUMENT | {}]...",
     "by which law the calls of each function grow with the input",
     OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_SIZES | TAKES_COMMAND},
    SORT_NAME,
    run_growth};
