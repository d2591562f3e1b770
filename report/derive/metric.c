/* metric.c - see metric.h. */
#include "report/derive/metric.h"

#include "report/derive/runs.h"
#include "report/show/text.h"

#include <math.h>
#include <string.h>

const char *metric_text(struct arena *arena, const char *unit, double value)
{
    if (!strcmp(unit, "ns"))
        return text_seconds(arena, value * 1e-9, "");
    if (!strcmp(unit, "B"))
        return text_bytes(arena, value);
    const char *text = text_count(arena, (uint64_t)(value < 0x1p63 ? value : 0x1p63));
    return *unit ? arena_printf(arena, "%s %s", text, unit) : text;
}

const char *metric_text_derived(struct arena *arena, const char *unit, double value)
{
    enum { WHOLE = 10000 };
    if (isnan(value))
        return "";
    if (!strcmp(unit, "ns") || !strcmp(unit, "B") || value >= WHOLE)
        return metric_text(arena, unit, value);
    return arena_printf(arena, "%.4g%s%s", value, *unit ? " " : "", unit);
}

void rows_metric(struct rows *rows, const struct profile_metric *what, bool known, double value)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, known ? metric_text(rows->arena, what->unit, value) : NULL);
    else
        rows_number(rows, value);
}

/* Returns true for a high-water mark of 0: it was not read. */
static bool is_absent(const struct profile_metric *what, double value)
{
    return what->rule == METRIC_MAX && value <= 0;
}

double metric_least(const struct profile_metric *what, const struct stat_ranks *ranks)
{
    return what->rule == METRIC_MAX ? (double)ranks->min : (double)stat_ranks_min(ranks);
}

double metric_mean(const struct profile_metric *what, const struct stat_ranks *ranks)
{
    return what->rule == METRIC_MAX ? ranks->mean : stat_ranks_mean(ranks);
}

static const char *cell(const struct metric_shown *shown, struct arena *arena, double value)
{
    if (is_absent(shown->what, value))
        return "";
    return (shown->formula ? metric_text_derived : metric_text)(arena, shown->what->unit, value);
}

static bool unknown(const struct profile *profile, const char *key, struct error *error)
{
    char have[200] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < profile->metric_count && used < sizeof have - 1; i++)
        used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", i ? ", " : "", profile->metrics[i].key);
    if (!profile->metric_count)
        return error_set(
            error, ERROR_USAGE,
            "--metric: this profile has no metrics: run the program with metrics, for example INSTR_METRICS=os");
    return error_set(error, ERROR_USAGE, "--metric: this profile has no '%s'; it has %s", key, have);
}

double metric_join(const struct profile_metric *metric, double a, double b)
{
    return metric->rule == METRIC_SUM ? a + b : fmax(a, b);
}

void metric_fill(struct metric_shown *shown, const struct view *view, uint32_t metric, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const bool *outermost = profile_outermost(profile, arena);
    uint32_t nodes = profile->node_count, regions = profile->region_count;
    struct u128 *inclusive = arena_array(arena, nodes, sizeof *inclusive);
    *shown = (struct metric_shown){.what = &profile->metrics[metric]};
    shown->of_node = arena_array(arena, nodes, sizeof *shown->of_node);
    shown->inclusive = arena_array(arena, nodes, sizeof *shown->inclusive);
    shown->own = arena_array(arena, nodes, sizeof *shown->own);
    shown->region_inclusive = arena_array(arena, regions, sizeof *shown->region_inclusive);
    shown->region_own = arena_array(arena, regions, sizeof *shown->region_own);
    profile_inclusive(profile, metric, inclusive);
    for (uint32_t i = 0; i < profile->value_count; i++)
        if (profile->values[i].metric == metric) {
            shown->of_node[profile->values[i].node] = &profile->values[i];
            shown->own[profile->values[i].node] = u128_double(profile->values[i].own);
        }
    for (uint32_t i = 0; i < nodes; i++) {
        double *whole = &shown->region_inclusive[profile->nodes[i].region];
        double *own = &shown->region_own[profile->nodes[i].region];
        shown->inclusive[i] = u128_double(inclusive[i]);
        if (outermost[i])
            *whole = metric_join(shown->what, *whole, shown->inclusive[i]);
        *own = metric_join(shown->what, *own, shown->own[i]);
    }
}

/* The values of a formula's operands for a node, or (PROFILE_NONE) for a region, exclusive or inclusive. */
struct operand {
    enum { OF_METRIC, OF_TIME, OF_CALLS } kind;
    struct metric_shown metric;
};

static double operand_of(const struct operand *operand, const struct view *view, uint32_t node, uint32_t region,
                         bool own)
{
    const double ns = 1e-3; /* of a picosecond */
    bool whole = node == PROFILE_NONE;
    if (operand->kind == OF_CALLS)
        return (double)(whole ? view->regions[region].calls.calls : view->profile->nodes[node].calls.calls);
    if (operand->kind == OF_TIME && whole)
        return ns * (own ? view->regions[region].exclusive : view->regions[region].inclusive);
    if (operand->kind == OF_TIME)
        return ns * (own ? view->nodes[node].exclusive : view->nodes[node].inclusive);
    const struct metric_shown *metric = &operand->metric;
    if (whole)
        return own ? metric->region_own[region] : metric->region_inclusive[region];
    return own ? metric->own[node] : metric->inclusive[node];
}

static double derive(const struct formula *formula, const struct operand *operands, const struct view *view,
                     uint32_t node, uint32_t region, bool own)
{
    double values[FORMULA_OPERANDS];
    for (uint32_t i = 0; i < formula->operand_count; i++)
        values[i] = operand_of(&operands[i], view, node, region, own);
    return formula_value(formula, values);
}

/* Returns the index of the first operand that the profile lacks, or their number if it has all. */
static uint32_t find_operands(struct operand *operands, uint32_t *metrics, const struct formula *formula,
                              const struct profile *profile)
{
    uint32_t i = 0;
    for (; i < formula->operand_count; i++) {
        const char *key = formula->operands[i];
        operands[i].kind = !strcmp(key, "time") ? OF_TIME : !strcmp(key, "calls") ? OF_CALLS : OF_METRIC;
        metrics[i] = profile_metric(profile, key);
        if (operands[i].kind == OF_METRIC && metrics[i] == PROFILE_NONE)
            break;
    }
    return i;
}

bool metric_derive(struct metric_shown *shown, const struct formula *formula, const struct view *view,
                   struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t nodes = profile->node_count, regions = profile->region_count, metrics[FORMULA_OPERANDS];
    struct operand *operands = arena_array(arena, FORMULA_OPERANDS, sizeof *operands);
    struct profile_metric *what = arena_alloc(arena, sizeof *what);
    if (find_operands(operands, metrics, formula, profile) < formula->operand_count)
        return false;
    for (uint32_t i = 0; i < formula->operand_count; i++)
        if (operands[i].kind == OF_METRIC)
            metric_fill(&operands[i].metric, view, metrics[i], arena);
    *shown = (struct metric_shown){.what = what,
                                   .formula = formula,
                                   .of_node = arena_array(arena, nodes, sizeof *shown->of_node),
                                   .inclusive = arena_array(arena, nodes, sizeof *shown->inclusive),
                                   .own = arena_array(arena, nodes, sizeof *shown->own),
                                   .region_inclusive = arena_array(arena, regions, sizeof *shown->region_inclusive),
                                   .region_own = arena_array(arena, regions, sizeof *shown->region_own)};
    *what = (struct profile_metric){formula->key, formula->name, formula->unit, METRIC_SUM};
    for (uint32_t i = 0; i < nodes; i++) {
        shown->inclusive[i] = derive(formula, operands, view, i, 0, false);
        shown->own[i] = derive(formula, operands, view, i, 0, true);
    }
    for (uint32_t i = 0; i < regions; i++) {
        shown->region_inclusive[i] = derive(formula, operands, view, PROFILE_NONE, i, false);
        shown->region_own[i] = derive(formula, operands, view, PROFILE_NONE, i, true);
    }
    return true;
}

/* Looks for a formula with that key, because the profile has no such metric. */
static bool find_derived(struct metric_shown *shown, const char *key, const struct view *view, struct arena *arena,
                         struct error *error)
{
    struct formulas formulas;
    struct operand operands[FORMULA_OPERANDS];
    uint32_t metrics[FORMULA_OPERANDS];
    if (!formulas_read(&formulas, arena, error))
        return false;
    const struct formula *formula = formulas_find(&formulas, key);
    if (!formula)
        return unknown(view->profile, key, error);
    uint32_t missing = find_operands(operands, metrics, formula, view->profile);
    if (missing < formula->operand_count)
        return error_set(error, ERROR_USAGE, "--metric: %s is %s, and this profile has no '%s'; see INSTR_METRICS", key,
                         formula->text, formula->operands[missing]);
    return metric_derive(shown, formula, view, arena);
}

bool metrics_measured(const struct metrics_shown *shown, const char *shows, struct error *error)
{
    for (unsigned i = 0; i < shown->count; i++)
        if (shown->of[i].formula)
            return error_set(error, ERROR_USAGE,
                             "--metric: %s is a formula, as %s; %s shows only measured metrics, tree and flat show it",
                             shown->of[i].what->key, shown->of[i].formula->text, shows);
    return true;
}

bool metrics_show(struct metrics_shown *shown, const struct options *options, const struct view *view,
                  struct arena *arena, struct error *error)
{
    const char *text = options->metrics;
    shown->count = 0;
    for (; text && *text; text += *text == ',') {
        size_t length = strcspn(text, ",");
        const char *key = arena_copy(arena, text, length);
        uint32_t metric = profile_metric(view->profile, key);
        text += length;
        if (shown->count == METRICS_SHOWN)
            return error_set(error, ERROR_USAGE, "--metric takes at most %d metrics", METRICS_SHOWN);
        struct metric_shown *one = &shown->of[shown->count++];
        if (metric != PROFILE_NONE)
            metric_fill(one, view, metric, arena);
        else if (!find_derived(one, key, view, arena, error))
            return false;
    }
    return true;
}

bool metrics_show_text(struct metrics_shown *shown, const struct options *options, const struct view *view,
                       const char *shows, struct arena *arena, struct error *error)
{
    if (options->metrics && options->form != FORM_TEXT)
        return error_set(error, ERROR_USAGE,
                         "%s writes no records of a metric; tree --csv --metric=%s has them of each path", shows,
                         options->metrics);
    return metrics_show(shown, options, view, arena, error) && metrics_measured(shown, shows, error);
}

/* In a sum over several runs ranks mean nothing. */
void metrics_over_ranks(struct metrics_shown *shown, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t count;
    const struct profile_region_value *values = profile_region_values(profile, &count, arena);
    for (unsigned m = 0; m < shown->count; m++) {
        struct metric_shown *one = &shown->of[m];
        one->of_region = arena_array(arena, profile->region_count, sizeof *one->of_region);
        for (uint32_t i = 0; i < count && !runs_several(profile); i++)
            if (one->what == &profile->metrics[values[i].metric])
                one->of_region[values[i].region] = &values[i];
    }
}

void metrics_sums(struct metrics_shown *shown, const struct view *view, struct arena *arena)
{
    shown->count = 0;
    for (uint32_t i = 0; i < view->profile->metric_count && shown->count < METRICS_SHOWN; i++)
        if (view->profile->metrics[i].rule == METRIC_SUM)
            metric_fill(&shown->of[shown->count++], view, i, arena);
}

void metrics_columns(const struct metrics_shown *shown, struct rows *rows)
{
    static const char *const fields[METRIC_FIELDS] = {"inclusive", "exclusive", "rank_min",
                                                      "rank_mean", "rank_max",  "rank_of_max"};
    bool text = rows->form == FORM_TEXT;
    for (unsigned i = 0; i < shown->count; i++)
        for (unsigned k = 0; k < (text ? METRIC_COLUMNS : METRIC_FIELDS); k++) {
            const char *key = shown->of[i].what->key;
            const char *name = !text ? arena_printf(rows->arena, "metric_%s_%s", key, fields[k])
                               : k   ? arena_printf(rows->arena, "own %s", key)
                                     : key;
            rows_column(rows, name, k);
        }
}

/* Puts blank columns for single ranks: derived values have none, and not all profiles have metrics by region. */
static void put_unknown_ranks(struct rows *rows)
{
    for (int i = METRIC_COLUMNS; i < METRIC_FIELDS; i++)
        rows_number(rows, NAN);
}

static void put_ranks(struct rows *rows, const struct profile_metric *what, const struct stat_ranks *ranks)
{
    static const struct stat_ranks nothing;
    const struct stat_ranks *of = ranks ? ranks : &nothing;
    if (!ranks && what->rule == METRIC_MAX) {
        put_unknown_ranks(rows);
        return;
    }
    rows_number(rows, metric_least(what, of));
    rows_number(rows, ranks ? metric_mean(what, of) : 0);
    rows_number(rows, (double)of->max);
    rows_number(rows, ranks ? (double)of->max_rank : NAN);
}

void metrics_put(const struct metrics_shown *shown, struct rows *rows, uint32_t node, uint32_t region)
{
    for (unsigned i = 0; i < shown->count; i++) {
        const struct metric_shown *one = &shown->of[i];
        bool whole = node == PROFILE_NONE;
        const double values[] = {whole ? one->region_inclusive[region] : one->inclusive[node],
                                 whole ? one->region_own[region] : one->own[node]};
        for (unsigned k = 0; k < METRIC_COLUMNS && rows->form == FORM_TEXT; k++)
            rows_cell(rows, cell(one, rows->arena, values[k]));
        if (rows->form == FORM_TEXT)
            continue;
        for (unsigned k = 0; k < METRIC_COLUMNS; k++)
            rows_number(rows, is_absent(one->what, values[k]) ? NAN : values[k]);
        if (one->formula || (whole && !one->of_region[region]))
            put_unknown_ranks(rows);
        else if (whole)
            put_ranks(rows, one->what, &one->of_region[region]->total);
        else
            put_ranks(rows, one->what, one->of_node[node] ? &one->of_node[node]->ranks : NULL);
    }
}
