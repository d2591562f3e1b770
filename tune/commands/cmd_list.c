/* cmd_list.c - all variants, best first, or those that failed. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/table.h"
#include "report/show/text.h"

#include <math.h>

enum { C_VALUE, C_OTHERS, C_SPREAD = C_OTHERS + MEASURES_MOST - 1, C_RUNS, COLUMNS };
_Static_assert((int)COLUMNS <= (int)TABLE_COLUMNS, "a table has room for all measures");

static void add_row(struct bench *bench, struct table *table, unsigned at)
{
    struct project *project = &bench->project;
    const struct outcome *outcome = &bench->results.outcomes[at];
    struct table_row *row = table_add(table, bench->arena);
    row->text = variant_text(project, results_genes(project, &bench->results, at), bench->arena);
    if (outcome->state == OUTCOME_FAILED)
        row->note = outcome->reason;
    if (outcome->state != OUTCOME_DONE)
        return;
    for (unsigned m = 0; m < project->measure_count; m++)
        row->cells[m] = bench_number(&project->measures[m], outcome->values[m], bench->arena);
    row->cells[C_SPREAD] =
        isfinite(outcome->spread) ? arena_printf(bench->arena, "%.1f%%", 100 * outcome->spread) : NULL;
    row->cells[C_RUNS] = arena_printf(bench->arena, "%u", outcome->samples);
}

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    (void)error;
    struct project *project = &bench->project;
    struct results *results = &bench->results;
    struct table_column columns[COLUMNS] = {[C_VALUE] = {project->measures[0].region
                                                             ? project->measures[0].region
                                                             : measure_metric_words[project->measures[0].metric],
                                                         0},
                                            [C_SPREAD] = {"spread", 2},
                                            [C_RUNS] = {"runs", 3}};
    for (unsigned m = 1; m < MEASURES_MOST; m++)
        columns[m] = (struct table_column){m < project->measure_count ? project->measures[m].name : "", 1};
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "variant"};
    unsigned *ranked = results_ranked(project, results, bench->arena), shown = 0;
    unsigned most = options->number ? options->number : UINT32_MAX;
    for (unsigned i = 0; !options->failed && i < results->done && shown < most; i++, shown++)
        add_row(bench, &table, ranked[i]);
    for (unsigned i = 0; options->failed && i < results->count && shown < most; i++)
        if (results->outcomes[i].state == OUTCOME_FAILED) {
            shown++;
            add_row(bench, &table, i);
        }
    table_print(&table, &bench->screen);
    screen_print(&bench->screen, STYLE_DIM, "%u measured, %u failed, %u to do%s", results->done, results->failed,
                 results->count - results->done - results->failed,
                 results->foreign ? arena_printf(bench->arena, "; %u that the project no longer has", results->foreign)
                                  : "");
    return true;
}

static bool run_list(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return bench_show_places(options, arena, show, error);
}

const struct tune_command tune_list = {{"list", "[OPTION...] [FILE]", "all variants, best first, or those that failed",
                                        TAKES_NUMBER | TAKES_FAILED | TAKES_OUTPUT | TAKES_FILE,
                                        "instr-tune list --failed"},
                                       run_list};
