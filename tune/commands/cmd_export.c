/* cmd_export.c - all variants as CSV; the columns are in docs/manual/11-tune.md. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/quote.h"

#include <math.h>

static const char *state_name(enum outcome_state state)
{
    return state == OUTCOME_DONE ? "measured" : state == OUTCOME_FAILED ? "failed" : "to do";
}

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    (void)options, (void)error;
    struct project *project = &bench->project;
    FILE *stream = bench->screen.stream;
    for (unsigned i = 0; i < project->parameter_count; i++) {
        quote_csv(stream, project->parameters[i].name);
        putc(',', stream);
    }
    fputs("state", stream);
    for (unsigned m = 0; m < project->measure_count; m++) {
        putc(',', stream);
        quote_csv(stream, project->measures[m].name);
    }
    fputs(",spread,runs,reason,profiles\n", stream);
    for (unsigned i = 0; i < bench->results.count; i++) {
        const struct outcome *outcome = &bench->results.outcomes[i];
        const uint16_t *genes = results_genes(project, &bench->results, i);
        for (unsigned k = 0; k < project->parameter_count; k++) {
            quote_csv(stream, variant_value(project, genes, k)->text);
            putc(',', stream);
        }
        fputs(state_name(outcome->state), stream);
        for (unsigned m = 0; m < project->measure_count; m++)
            if (outcome->state == OUTCOME_DONE)
                fprintf(stream, ",%.12g", outcome->values[m]);
            else
                putc(',', stream);
        if (outcome->state == OUTCOME_DONE && isfinite(outcome->spread))
            fprintf(stream, ",%.4g,", outcome->spread);
        else
            fputs(",,", stream);
        fprintf(stream, "%u,", outcome->samples);
        quote_csv(stream, outcome->reason ? outcome->reason : "");
        putc(',', stream);
        quote_csv(stream, outcome->profiles);
        putc('\n', stream);
    }
    return true;
}

static bool run_export(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return bench_show(options, arena, show, error);
}

const struct tune_command tune_export = {{"export", "[OPTION...] [FILE]", "all variants as CSV",
                                          TAKES_OUTPUT | TAKES_FILE, "instr-tune export -o variants.csv"},
                                         run_export};
