/*
 * cmd_plot.c - one page with all variants, to look at in a browser. The data is JSON; what is shown is viewer/tune.js over
 * it.
 */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/page.h"
#include "report/show/quote.h"
#include "tune/execute/effects.h"
#include "tune/viewer/texts.h"

#include <lauxlib.h>
#include <math.h>
#include <unistd.h>

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
            if (value_is_number(&parameter->values[v]))
                fprintf(stream, ",\"number\":%.17g}", parameter->values[v].number);
            else
                fputs(",\"number\":null}", stream);
        }
        fputs("]}", stream);
    }
    fputs("],\n\"constants\":{", stream);
    for (unsigned i = 0, any = 0; i < project->named_count; i++) {
        const struct named_value *named = &project->named[i];
        if (named->function != LUA_NOREF || !value_is_number(&named->value))
            continue;
        fputs(any++ ? "," : "", stream);
        quote_json_shown(stream, named->name);
        fprintf(stream, ":%.17g", named->value.number);
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
        putc(']', stream);
    }
    fputs("],\n", stream);
}

static void put_page(struct bench *bench)
{
    FILE *stream = bench->screen.stream;
    const struct page_text programs[] = {{words_js, words_js_size}, {tune_js, tune_js_size}};
    struct effect *effects;
    unsigned count;
    effects_find(&bench->project, &bench->results, &effects, &count, bench->arena);
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
}

static bool run_plot(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct bench bench;
    if (!options->output && isatty(STDOUT_FILENO))
        return error_set(error, ERROR_USAGE, "plot: say where to write, as in 'instr-tune plot -o page.html'");
    bool done = bench_open_results(&bench, options, arena, error);
    if (done)
        put_page(&bench);
    return bench_close(&bench, done, error);
}

const struct tune_command tune_plot = {{"plot", "-o PAGE [OPTION...] [FILE]",
                                        "one page with all variants, for a browser", TAKES_OUTPUT | TAKES_FILE,
                                        "instr-tune plot -o plot.html"},
                                       run_plot};
