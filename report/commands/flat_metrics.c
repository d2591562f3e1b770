/* flat_metrics.c - `flat --by=metric`: lists the metrics of a profile, with their totals. */
#include "report/commands/tables.h"
#include "report/derive/metric.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/text.h"

#include <math.h>
#include <string.h>

/* Returns a metric's value at the root, or NULL. */
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

#define COLUMNS(X)                                                                                                     \
    X("key", "metric", 0, text, what->key)                                                                             \
    X("name", NULL, 0, text, what->name)                                                                               \
    X("unit", NULL, 0, text, what->unit)                                                                               \
    X("rule", NULL, 0, text, what->rule == METRIC_MAX ? "max" : "sum")                                                 \
    X("total", "total", 0, metric, what, true, total_of(profile, metric, inclusive))                                   \
    X("rank_min", "rank min", 3, metric, what, several, root ? metric_least(what, ranks) : 0)                          \
    X("rank_mean", "rank mean", 3, metric, what, several, root ? metric_mean(what, ranks) : 0)                         \
    X("rank_max", "rank max", 2, metric, what, several, (double)ranks->max)                                            \
    X("rank_of_max", NULL, 0, rank, root != NULL, ranks->max_rank)                                                     \
    X(NULL, "rank", 2, rank, several && !runs_several(profile), ranks->max_rank)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_metrics = ROW_FORM("metrics", columns);

static void put_rows(struct rows *rows, const struct profile *profile, struct u128 *inclusive)
{
    static const struct stat_ranks none;
    for (uint32_t metric = 0; metric < profile->metric_count; metric++) {
        const struct profile_metric *what = &profile->metrics[metric];
        const struct profile_value *root = value_of_root(profile, metric);
        const struct stat_ranks *ranks = root ? &root->ranks : &none;
        bool several = root && profile->nodes[0].ranks.called > 1;
        rows_add(rows, what->name);
        if (rows->form == FORM_TEXT)
            rows->row->note = what->rule == METRIC_MAX ? "maximum, not sum" : "";
        COLUMNS(ROW_PUT)
    }
}

/* Adds a row for each derived metric. */
static bool add_derived(struct rows *rows, const struct view *view, struct arena *arena, struct error *error)
{
    struct formulas formulas;
    if (!formulas_read(&formulas, arena, error))
        return false;
    for (size_t i = 0; i < formulas.count; i++) {
        struct metric_shown derived;
        const struct formula *formula = &formulas.of[i];
        bool first = formulas_find(&formulas, formula->key) == formula;
        if (!first || !metric_derive(&derived, formula, view, arena))
            continue;
        rows_add(rows, formula->name);
        rows->row->note = formula->text;
        rows_cell(rows, formula->key);
        rows_cell(rows, metric_text_derived(arena, formula->unit, derived.inclusive[0]));
    }
    return true;
}

static bool print_text(struct report *report, struct u128 *inclusive, struct arena *arena, struct error *error)
{
    const struct profile *profile = &report->profile;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows.table.text_title = "is";
    put_rows(&rows, profile, inclusive);
    if (profile->metric_count && !add_derived(&rows, &report->view, arena, error))
        return false;
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (!profile->metric_count) {
        screen_line(&report->screen, STYLE_PLAIN,
                    "this profile has no metrics: run the program with metrics, for example INSTR_METRICS=os");
        return true;
    }
    table_print(&rows.table, &report->screen);
    screen_command(&report->screen, "next: ", "flat --metric=%s", profile->metrics[0].key);
    return true;
}

bool flat_metrics(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct rows rows;
    struct u128 *inclusive = arena_array(arena, report->profile.node_count, sizeof *inclusive);
    if (options->form == FORM_TEXT)
        return print_text(report, inclusive, arena, error);
    rows_begin(&rows, options->form, &form_metrics, arena);
    rows_open(&rows, report->screen.stream, &report->profile);
    put_rows(&rows, &report->profile, inclusive);
    rows_close(&rows);
    return true;
}
