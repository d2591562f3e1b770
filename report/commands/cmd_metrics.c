/* cmd_metrics.c - which metrics a profile has, and what they say of the whole. */
#include "report/commands/command.h"
#include "report/metric.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/text.h"

#include <math.h>
#include <string.h>

static const struct table_column columns[] = {{"metric", 0},    {"total", 0},    {"rank min", 3},
                                              {"rank mean", 3}, {"rank max", 2}, {"rank", 2}};
enum { C_KEY, C_TOTAL, C_MIN, C_MEAN, C_MAX, C_RANK, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

/* What a metric says of the root; null: nothing. */
static const struct profile_value *value_of_root(const struct profile *profile, uint32_t metric)
{
    for (uint32_t i = 0; i < profile->value_count && profile->values[i].node == 0; i++)
        if (profile->values[i].metric == metric)
            return &profile->values[i];
    return NULL;
}

static double total_of(const struct profile *profile, uint32_t metric, struct u128 *inclusive)
{
    profile_inclusive(profile, metric, inclusive);
    return u128_double(inclusive[0]);
}

static bool add_row(struct table *table, const struct profile *profile, uint32_t metric, struct u128 *inclusive,
                    struct arena *arena)
{
    const struct profile_metric *what = &profile->metrics[metric];
    const struct profile_value *root = value_of_root(profile, metric);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = what->name;
    row->note = what->rule == METRIC_MAX ? "the highest counts" : "";
    row->cells[C_KEY] = what->key;
    row->cells[C_TOTAL] = metric_text(arena, what->unit, total_of(profile, metric, inclusive));
    if (root && profile->nodes[0].ranks.called > 1) {
        row->cells[C_MIN] = metric_text(arena, what->unit, metric_least(what, &root->ranks));
        row->cells[C_MEAN] = metric_text(arena, what->unit, metric_mean(what, &root->ranks));
        row->cells[C_MAX] = metric_text(arena, what->unit, (double)root->ranks.max);
        if (!runs_several(profile))
            row->cells[C_RANK] = arena_printf(arena, "%u", root->ranks.max_rank);
    }
    return true;
}

/* What formulas make of them. */
static bool add_derived(struct table *table, const struct view *view, struct arena *arena, struct error *error)
{
    struct formulas formulas;
    if (!formulas_read(&formulas, arena, error))
        return false;
    for (size_t i = 0; i < formulas.count; i++) {
        struct metric_shown derived;
        const struct formula *formula = &formulas.of[i];
        bool first = formulas_find(&formulas, formula->key) == formula;
        if (!first || !metric_derive(&derived, formula, view, arena, error)) {
            if (first && error->code)
                return false;
            continue;
        }
        struct table_row *row = table_add(table, arena);
        if (!row)
            return error_set(error, ERROR_INTERNAL, "out of memory");
        row->text = formula->name;
        row->note = formula->text;
        row->cells[C_KEY] = formula->key;
        row->cells[C_TOTAL] = metric_text_derived(arena, formula->unit, derived.inclusive[0]);
    }
    return true;
}

static bool print_text(struct report *report, struct u128 *inclusive, struct arena *arena, struct error *error)
{
    const struct profile *profile = &report->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "is"};
    for (uint32_t i = 0; i < profile->metric_count; i++)
        if (!add_row(&table, profile, i, inclusive, arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
    if (profile->metric_count && !add_derived(&table, &report->view, arena, error))
        return false;
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (!profile->metric_count) {
        screen_line(&report->screen, STYLE_PLAIN,
                    "this profile has no metrics: run the program with some, as with INSTR_METRICS=os");
        return true;
    }
    table_print(&table, &report->screen);
    screen_command(&report->screen,
                   "next: ", arena_printf(arena, "instr-report flat --metric=%s", profile->metrics[0].key));
    return true;
}

static void print_records(const struct profile *profile, enum output_form form, struct u128 *inclusive,
                          struct screen *screen)
{
    static const char *const names[] = {"key",      "name",      "unit",     "rule",        "total",
                                        "rank_min", "rank_mean", "rank_max", "rank_of_max", NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-metrics", names, profile);
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        const struct profile_metric *what = &profile->metrics[i];
        const struct profile_value *root = value_of_root(profile, i);
        records_text(&records, what->key);
        records_text(&records, what->name);
        records_text(&records, what->unit);
        records_text(&records, what->rule == METRIC_MAX ? "max" : "sum");
        records_number(&records, total_of(profile, i, inclusive));
        records_number(&records, root ? metric_least(what, &root->ranks) : 0);
        records_number(&records, root ? metric_mean(what, &root->ranks) : 0);
        records_number(&records, root ? (double)root->ranks.max : 0);
        records_number(&records, root ? (double)root->ranks.max_rank : NAN);
    }
    records_end(&records);
}

static bool run_metrics(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    if (!report_open(&report, options, arena, error))
        return false;
    struct u128 *inclusive = arena_array(arena, report.profile.node_count, sizeof *inclusive);
    bool done = inclusive || error_set(error, ERROR_INTERNAL, "out of memory");
    if (done && options->form == FORM_TEXT)
        done = print_text(&report, inclusive, arena, error);
    else if (done)
        print_records(&report.profile, options->form, inclusive, &report.screen);
    return report_close(&report, error) && done;
}

const struct command cmd_metrics = {
    {"metrics", "[OPTION...] [PROFILE...]", "what else was measured: --metric takes their names", OPTION_RECORDS},
    SORT_INCLUSIVE,
    run_metrics};
