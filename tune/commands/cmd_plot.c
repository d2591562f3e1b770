/* cmd_plot.c - writes one HTML page with all variants: the data as JSON, and viewer/tune.js to show it. */
#include "tune/commands/answer.h"
#include "tune/commands/command.h"

#include "report/show/page.h"
#include "report/show/quote.h"
#include "tune/execute/effects.h"
#include "tune/viewer/texts.h"

#include <lauxlib.h>
#include <math.h>
#include <unistd.h>

enum { FUNCTIONS_MOST = 8 };

static void put_parameters(FILE *stream, const struct project *project)
{
    fputs("\"parameters\":[", stream);
    for (unsigned i = 0; i < project->parameter_count; i++) {
        const struct parameter *parameter = &project->parameters[i];
        fputs(i ? ",\n{\"name\":" : "\n{\"name\":", stream);
        quote_json_shown(stream, parameter->name);
        fputs(",\"values\":[", stream);
        for (unsigned v = 0; v < parameter->count; v++) {
            fputs(v ? ",{\"text\":" : "{\"text\":", stream);
            quote_json_shown(stream, parameter->values[v].text);
            if (parameter->values[v].is_number)
                fprintf(stream, ",\"number\":%.17g}", parameter->values[v].number);
            else
                fputs(",\"number\":null}", stream);
        }
        fputs("]}", stream);
    }
    fputs("],\n\"constants\":{", stream);
    for (unsigned i = 0, any = 0; i < project->constant_count; i++) {
        const struct parameter *constant = &project->constants[i];
        if (!constant->values->is_number)
            continue;
        fputs(any++ ? "," : "", stream);
        quote_json_shown(stream, constant->name);
        fprintf(stream, ":%.17g", constant->values->number);
    }
    fputs("},\n", stream);
}

static void put_measures(FILE *stream, const struct project *project)
{
    fputs("\"measures\":[", stream);
    for (unsigned i = 0; i < project->measure_count; i++) {
        const struct measure *measure = &project->measures[i];
        fputs(i ? ",{\"name\":" : "{\"name\":", stream);
        quote_json_shown(stream, i == 0 && measure->region ? measure->region : measure->name);
        fprintf(stream, ",\"unit\":\"%s\",\"maximise\":%s}",
                measure->metric == METRIC_MEMORY                                      ? "B"
                : measure->metric == METRIC_CALLS || measure->metric == METRIC_OUTPUT ? ""
                                                                                      : "s",
                measure->maximise ? "true" : "false");
    }
    fputs("],\n\"predefined\":[", stream);
    for (unsigned i = 0; i < project->predefined_count; i++) {
        for (unsigned k = 0; k < project->parameter_count; k++)
            fprintf(stream, "%s%u", k ? "," : i ? ",[" : "[", project->predefined[i].genes[k]);
        fputs("]", stream);
    }
    fputs("],\n", stream);
}

/* Writes the functions in which a variant differs from the first predefined one, or else from the best. */
static void put_functions(FILE *stream, const struct bench *bench, const struct outcome *outcome)
{
    const struct project *project = &bench->project;
    const struct results *results = &bench->results;
    struct function_change changes[FUNCTIONS_MOST];
    struct arena arena = {0};
    unsigned reference = results_reference(project, results);
    if (reference == results->count)
        reference = results->done ? *results_ranked(project, results, &arena) : 0;
    unsigned count = outcome->state != OUTCOME_DONE ? 0
                                                    : answer_changes(project, &results->outcomes[reference], outcome,
                                                                     changes, FUNCTIONS_MOST, &arena);
    fputs(",[", stream);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? ",[" : "[", stream);
        quote_json_shown(stream, changes[i].name);
        fprintf(stream, ",%.6g,%.6g,%.17g,%.17g]", changes[i].own[0], changes[i].own[1], changes[i].calls[0],
                changes[i].calls[1]);
    }
    putc(']', stream);
    arena_free(&arena);
}

static void put_variants(FILE *stream, const struct bench *bench)
{
    const struct project *project = &bench->project;
    fputs("\"variants\":[", stream);
    for (unsigned i = 0; i < bench->results.count; i++) {
        const struct outcome *outcome = &bench->results.outcomes[i];
        const uint16_t *genes = results_genes(project, &bench->results, i);
        fputs(i ? ",\n[" : "\n[", stream);
        for (unsigned k = 0; k < project->parameter_count; k++)
            fprintf(stream, "%s%u", k ? "," : "[", genes[k]);
        fprintf(stream, "%s],%d", project->parameter_count ? "" : "[", (int)outcome->state);
        for (unsigned m = 0; m < project->measure_count; m++)
            fprintf(stream, "%s%.9g", m ? "," : ",[", outcome->values[m]);
        fputs("],", stream);
        if (outcome->state == OUTCOME_DONE && isfinite(outcome->spread))
            fprintf(stream, "%.4g", outcome->spread);
        else
            fputs("null", stream);
        fprintf(stream, ",%u,", outcome->samples);
        quote_json_shown(stream, outcome->reason ? outcome->reason : "");
        putc(',', stream);
        quote_json_shown(stream, outcome->profiles);
        put_functions(stream, bench, outcome);
        putc(']', stream);
    }
    fputs("],\n", stream);
}

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    (void)options, (void)error;
    FILE *stream = bench->screen.stream;
    const struct page_text programs[] = {{words_js, words_js_size}, {tune_js, tune_js_size}};
    struct effect *effects;
    unsigned count;
    double noise;
    effects_find(&bench->project, &bench->results, &effects, &count, &noise, bench->arena);
    page_begin(stream, bench->project.name, (struct page_text){plain_css, plain_css_size}, NULL, "", "tune",
               "application/json");
    fputs("{\"version\":1,\"name\":", stream);
    quote_json_shown(stream, bench->project.name);
    fputs(",\"folder\":", stream);
    quote_json_shown(stream, bench->project.folder);
    fputs(",\n", stream);
    put_parameters(stream, &bench->project);
    put_measures(stream, &bench->project);
    put_variants(stream, bench);
    fputs("\"effects\":[", stream);
    for (unsigned i = 0; i < count; i++)
        fprintf(stream, "%s[%u,%u,%.6g]", i ? "," : "", effects[i].a, effects[i].b, effects[i].share);
    fputs("]}\n", stream);
    page_end(stream, programs, sizeof programs / sizeof *programs);
    return true;
}

static bool run_plot(const struct tune_options *options, struct arena *arena, struct error *error)
{
    if (!options->output && isatty(STDOUT_FILENO))
        return error_set(error, ERROR_USAGE, "plot: name the file to write, as in 'instr-tune plot -o page.html'");
    return bench_show(options, arena, show, error);
}

const struct tune_command tune_plot = {{"plot", "-o PAGE [OPTION...] [FILE]",
                                        "one page with all variants, for a browser", TAKES_OUTPUT | TAKES_FILE,
                                        "instr-tune plot -o plot.html"},
                                       run_plot};
