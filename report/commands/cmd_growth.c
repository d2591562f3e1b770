/*
 * cmd_growth.c - compares runs of one program with inputs of several sizes: functions whose calls grow faster than the input, and a
 * prediction for larger inputs. Functions that grow only because their caller does are counted, not listed.
 */
#include "report/commands/command.h"
#include "report/compare/growth.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A law with a larger error is marked. */
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

/* Formats a predicted value with three digits. */
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

/* Returns "n^0.93 +-0.05", or "" if it may not grow at all. */
static const char *power_text(struct growth_power power, struct arena *arena)
{
    return growth_surely(power, 0) ? arena_printf(arena, "n^%.2f +-%.2f", power.of, power.error) : "";
}

static const char *own_text(double ps, struct arena *arena)
{
    return ps > 0 ? text_seconds_known(arena, seconds(ps), 2, "") : "";
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
               : arena_printf(arena, "%s, %s %s: %s", place, region->kind == REGION_LOOP ? "in" : "called by", caller,
                              law_text(&grown->caller->fit.best, arena));
}

#define COLUMNS(X)                                                                                                     \
    ROW_REGION(X, region)                                                                                              \
    X(NULL, "law", 0, cell, marked_law(&grown->fit.best, arena))                                                       \
    X(NULL, "or", 5, cell, growth_others(&grown->fit, arena))                                                          \
    X(NULL, "largest", 1, cell, value_text(growth, grown->largest, arena))                                             \
    X(NULL, "10 times", 3, cell, foretold_range(growth, grown, 10 * largest, arena))                                   \
    X(NULL, "100 times", 0, cell, foretold_range(growth, grown, 100 * largest, arena))                                 \
    X(NULL, "itself", 4, cell, own_text(grown->own, arena))                                                            \
    X(NULL, "a call", 2, cell, grown->own > 0 ? power_text(grown->call_power, arena) : "")                             \
    X(NULL, "itself, 10 times", 2, cell, own_text(grown->own > 0 ? grown->cost : 0, arena))                            \
    X("law", NULL, 0, text, law_text(&grown->fit.best, arena))                                                         \
    X("laws", NULL, 0, text, growth_others(&grown->fit, arena))                                                        \
    X("lower", NULL, 0, count, (uint64_t)grown->fit.best.lower)                                                        \
    X("constant", NULL, 0, number, grown->fit.best.constant)                                                           \
    X("factor", NULL, 0, number, grown->fit.best.factor)                                                               \
    X("error", NULL, 0, number, grown->fit.best.error)                                                                 \
    X("size", NULL, 0, number, largest)                                                                                \
    X("largest", NULL, 0, number, grown->largest)                                                                      \
    X("largest_10", NULL, 0, number, grown->ten)                                                                       \
    X("largest_100", NULL, 0, number, grown->hundred)                                                                  \
    X("caller", NULL, 0, text, grown->caller ? growth->compare.lines[grown->caller->line].region->name : "")           \
    X("follows", NULL, 0, count, grown->follows)                                                                       \
    X("inclusive_s", NULL, 0, seconds, grown->time, "")                                                                \
    X("time_power", NULL, 0, number, grown->power)                                                                     \
    X("time_power_error", NULL, 0, number, grown->error)                                                               \
    X("metric", NULL, 0, text, growth->metric ? growth->metric->key : "calls")                                         \
    X("path", NULL, 0, text, compare_name(&growth->compare, grown->line, arena))                                       \
    X("exclusive_s", NULL, 0, seconds, grown->own, "")                                                                 \
    X("exclusive_power", NULL, 0, number, grown->own_power.of)                                                         \
    X("exclusive_power_error", NULL, 0, number, grown->own_power.error)                                                \
    X("call_power", NULL, 0, number, grown->call_power.of)                                                             \
    X("call_power_error", NULL, 0, number, grown->call_power.error)                                                    \
    X("exclusive_10_s", NULL, 0, seconds, grown->own > 0 ? grown->cost : (double)NAN, "")                              \
    X("dearer", NULL, 0, count, grown->dearer)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_growth = ROW_FORM("growth", columns);

static void put_row(struct rows *rows, const struct growth *growth, const struct grown *grown)
{
    const struct profile_region *region = growth->compare.lines[grown->line].region;
    double largest = growth->sizes.sizes[growth->sizes.count - 1];
    struct arena *arena = rows->arena;
    rows_add(rows, compare_name(&growth->compare, grown->line, arena));
    if (rows->form == FORM_TEXT) {
        rows->row->note = note_of(growth, grown, arena);
        rows->row->style = STYLE_HOT;
    }
    COLUMNS(ROW_PUT)
}

static void print_rest(struct screen *screen, const struct growth *growth, struct arena *arena)
{
    static const struct law input = {.power = 1}, constant = {.power = 0};
    enum { NAMED = 3 };
    unsigned sure = 0, steep = 0, follow = 0, as_input = 0, same = 0;
    const char *names = "";
    for (uint32_t i = 0; i < growth->count; i++) {
        const struct law *law = &growth->list[i].fit.best;
        bool surely = law_surely_steep(&growth->list[i].fit);
        sure += surely;
        steep += law_is_steep(law);
        follow += surely && growth->list[i].follows;
        if (!law_compare(law, &input) && !growth->list[i].dearer && as_input++ < NAMED)
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
                                 growth->compare.lines[growth->list[i].line].region->name);
        same += !law_compare(law, &constant);
    }
    if (follow)
        screen_print(screen, STYLE_DIM, "(%u more grow because these call them; --csv has all)", follow);
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_print(screen, STYLE_PLAIN,
                 "%u %s: %u grow faster than the input, %u perhaps, %u like the input, %u slower, %u not at all",
                 growth->count, growth->paths ? "call paths" : "functions", sure, steep - sure, as_input,
                 growth->count - steep - as_input - same, same);
    if (*names)
        screen_print(screen, STYLE_DIM, "like the input: %s%s", names, as_input > NAMED ? ", ..." : "");
}

/* Returns whether to name a function: its calls grow more than those of its caller explain; or each call takes more, and that is 1% of the
 * total at 10 times the size. */
static bool is_named(const struct growth *growth, const struct grown *grown, double all)
{
    return (law_surely_steep(&grown->fit) && !grown->follows) ||
           (!growth->metric && grown->dearer && 100 * grown->cost >= all);
}

static void print_text(struct screen *screen, const struct growth *growth, struct arena *arena)
{
    const struct sizes *sizes = &growth->sizes;
    const char *what = growth->metric ? growth->metric->key : "calls";
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows.table.text_title =
        growth->paths ? "call path that grows faster than the input" : "function that grows faster than the input";
    screen_print(screen, STYLE_PLAIN,
                 "%s in %u runs, of sizes %g to %g; predictions for 10 and 100 times the largest size", what,
                 sizes->count, sizes->sizes[0], sizes->sizes[sizes->count - 1]);
    screen_say(screen, STYLE_PLAIN, "\n");
    double all = 0;
    for (uint32_t i = 0; i < growth->count; i++)
        all += growth->list[i].own > 0 ? growth->list[i].cost : 0;
    for (uint32_t i = 0; i < growth->count; i++)
        if (is_named(growth, &growth->list[i], all))
            put_row(&rows, growth, &growth->list[i]);
    if (rows.table.row_count)
        table_print(&rows.table, screen);
    else
        screen_print(screen, STYLE_BOLD, "no %s grow faster than the input", what);
    print_rest(screen, growth, arena);
}

static void print_records(struct screen *screen, const struct growth *growth, enum output_form form,
                          struct arena *arena)
{
    const struct sizes *sizes = &growth->sizes;
    struct rows rows;
    rows_begin(&rows, form, &form_growth, arena);
    rows_open(&rows, screen->stream, &sizes->runs[sizes->count - 1].profile);
    for (uint32_t i = 0; i < growth->count; i++)
        put_row(&rows, growth, &growth->list[i]);
    rows_close(&rows);
}

static bool run_growth(const struct options *options, struct arena *arena, struct error *error)
{
    struct growth growth = {.count = 0};
    struct screen screen;
    if (!growth_make(&growth, options, arena, error) || !screen_open(&screen, options, error))
        return false;
    if (options->form == FORM_TEXT)
        print_text(&screen, &growth, arena);
    else
        print_records(&screen, &growth, options->form, arena);
    return screen_close(&screen, error);
}

const struct command cmd_growth = {
    {"growth",
     "[OPTION...] SIZE=RUN...\n"
     "       instr-report growth --size=FUNCTION|FUNCTION:METRIC|arg:N [OPTION...] RUN...\n"
     "       instr-report growth --sizes=N,N,... [OPTION...] -- PROGRAM [ARGUMENT | {}]...",
     "the law by which calls grow with the input",
     OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_SIZES | TAKES_COMMAND,
     "instr-report growth --sizes=1000,2000,4000,8000 -- ./app {}"},
    SORT_NAME,
    .run = run_growth,
    .forms = {&form_growth}};
