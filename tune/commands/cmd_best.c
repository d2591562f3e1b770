/* cmd_best.c - lists the best variants, and how each differs from the best of all. */
#include "tune/commands/answer.h"
#include "tune/commands/command.h"

#include "report/show/table.h"
#include "report/show/text.h"

enum { C_VALUE, C_SLOWER, C_RANGE, C_DEFAULT, C_RUNS, COLUMNS, SHOWN = 10 };

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    struct project *project = &bench->project;
    struct results *results = &bench->results;
    const struct measure *measure = &project->measures[0];
    unsigned *ranked = results_ranked(project, results, bench->arena);
    if (!bench_measured(bench, error))
        return false;
    unsigned reference = results_reference(project, results);
    bool compared = reference < results->count;
    struct table_column columns[COLUMNS] = {
        {measure->region ? measure->region : measure_metric_words[measure->metric], 0},
        {"behind", 0},
        {"95%", 0},
        {compared ? arena_printf(bench->arena, "over %s", project->predefined[0].name) : "", 1},
        {"runs", 2}};
    struct table table = {
        .columns = columns, .column_count = COLUMNS, .text_title = "best variant; below, settings that differ from it"};
    const uint16_t *best = results_genes(project, results, ranked[0]);
    double best_cost = outcome_cost(project, &results->outcomes[ranked[0]]);
    for (unsigned i = 0; i < results->done && i < (options->number ? options->number : SHOWN); i++) {
        const struct outcome *outcome = &results->outcomes[ranked[i]];
        const uint16_t *genes = results_genes(project, results, ranked[i]);
        struct table_row *row = table_add(&table, bench->arena);
        double cost = outcome_cost(project, outcome);
        row->cells[C_VALUE] = bench_number(measure, outcome->values[0], bench->arena);
        row->cells[C_SLOWER] = i ? arena_printf(bench->arena, "%.1f%%", 100 * (cost / best_cost - 1)) : NULL;
        struct interval behind =
            rounds_compare(&results->rounds, ranked[i], ranked[0], results->rounds.together, bench->arena);
        row->cells[C_RANGE] = i ? answer_range(&behind, bench->arena) : NULL;
        row->cells[C_DEFAULT] =
            compared ? bench_times(outcome_cost(project, &results->outcomes[reference]), cost, bench->arena) : NULL;
        row->cells[C_RUNS] = arena_printf(bench->arena, "%u", outcome->samples);
        row->text =
            i ? bench_difference(project, genes, best, bench->arena) : variant_text(project, genes, bench->arena);
    }
    table_print(&table, &bench->screen);
    answer_functions(bench, results, ranked[0]);
    return true;
}

static bool run_best(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return bench_show_places(options, arena, show, error);
}

const struct tune_command tune_best = {{"best", "[OPTION...] [FILE]", "the best variants, and their differences",
                                        TAKES_NUMBER | TAKES_OUTPUT | TAKES_FILE, "instr-tune best --number=5"},
                                       run_best};
