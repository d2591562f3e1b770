/* cmd_effects.c - shows which parameters matter, and their good values. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/table.h"
#include "report/show/text.h"
#include "tune/execute/effects.h"

#include <math.h>

enum { C_SHARE, C_BEST, C_MEDIAN, C_COUNT, C_FAILED, COLUMNS, PAIRS = 5, VALUES_SHOWN = 12 };

static const struct table_column columns[COLUMNS] = {
    {"of variance", 0}, {"best", 0}, {"median", 0}, {"measured", 2}, {"failed", 1}};

/* Returns the measure, which is the cost itself or its reciprocal. */
static double measured(const struct measure *measure, double cost)
{
    return measure->maximise ? 1 / cost : cost;
}

static void add_values(struct bench *bench, struct table *table, unsigned parameter)
{
    struct project *project = &bench->project;
    for (unsigned v = 0; v < project->parameters[parameter].count && v < VALUES_SHOWN; v++) {
        struct value_effect effect;
        struct table_row *row = table_add(table, bench->arena);
        effects_of_value(project, &bench->results, parameter, v, &effect, bench->arena);
        row->level = 1;
        row->text = project->parameters[parameter].values[v].text;
        row->cells[C_COUNT] = effect.count ? text_count(bench->arena, effect.count) : NULL;
        row->cells[C_FAILED] = effect.failed ? text_count(bench->arena, effect.failed) : NULL;
        if (!effect.count)
            continue;
        const struct measure *measure = &project->measures[0];
        row->cells[C_BEST] = bench_number(measure, measured(measure, effect.least), bench->arena);
        row->cells[C_MEDIAN] = bench_number(measure, measured(measure, effect.median), bench->arena);
    }
}

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    (void)options;
    struct project *project = &bench->project;
    struct effect *effects;
    unsigned count;
    double noise;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "parameter and value"};
    if (!bench_measured(bench, error))
        return false;
    effects_find(project, &bench->results, &effects, &count, &noise, bench->arena);
    for (unsigned i = 0; i < count; i++) {
        bool pair = effects[i].a != effects[i].b;
        if (pair && i >= project->parameter_count + PAIRS)
            break;
        if (pair && effects[i].share < 0.001)
            continue;
        struct table_row *row = table_add(&table, bench->arena);
        row->cells[C_SHARE] = arena_printf(bench->arena, "%.1f%%", 100 * effects[i].share);
        row->style = effects[i].share >= 0.2 ? STYLE_HOT : effects[i].share >= 0.05 ? STYLE_WARM : STYLE_PLAIN;
        row->text = pair ? arena_printf(bench->arena, "%s with %s", project->parameters[effects[i].a].name,
                                        project->parameters[effects[i].b].name)
                         : project->parameters[effects[i].a].name;
        if (!pair)
            add_values(bench, &table, effects[i].a);
    }
    if (noise > 0) {
        struct table_row *row = table_add(&table, bench->arena);
        row->cells[C_SHARE] = arena_printf(bench->arena, "%.1f%%", 100 * noise);
        row->text = "(noise between runs of one variant)";
        row->style = noise >= 0.2 ? STYLE_WARM : STYLE_DIM;
    }
    table_print(&table, &bench->screen);
    return true;
}

static bool run_effects(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return bench_show(options, arena, show, error);
}

const struct tune_command tune_effects = {{"effects", "[OPTION...] [FILE]",
                                           "parameters that matter, and their good values", TAKES_OUTPUT | TAKES_FILE,
                                           "instr-tune effects"},
                                          run_effects};
