/* cmd_histogram.c - how the variants spread from best to worst. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/text.h"

#include <math.h>

enum { BINS = 20, BINS_MOST = 200, WIDTH = 50 };

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    struct project *project = &bench->project;
    struct results *results = &bench->results;
    const struct measure *measure = &project->measures[0];
    unsigned bins = options->number ? options->number : BINS, counts[BINS_MOST] = {0}, most = 1;
    double least = HUGE_VAL, largest = 0;
    if (bins > BINS_MOST)
        return error_set(error, ERROR_USAGE, "histogram: no more than %d rows", BINS_MOST);
    if (!results->done)
        return error_set(error, ERROR_USAGE, "%s: no variant has been measured yet: instr-tune run", project->file);
    for (unsigned i = 0; i < results->count; i++)
        if (results->outcomes[i].state == OUTCOME_DONE) {
            least = fmin(least, results->outcomes[i].values[0]);
            largest = fmax(largest, results->outcomes[i].values[0]);
        }
    /* Each row is as many per cent wide as the others. */
    double step = log(largest / least) / bins;
    if (!(step > 0))
        bins = 1;
    for (unsigned i = 0; i < results->count; i++) {
        if (results->outcomes[i].state != OUTCOME_DONE)
            continue;
        double at = step > 0 ? log(results->outcomes[i].values[0] / least) / step : 0;
        unsigned bin = at < bins - 1 ? (unsigned)at : bins - 1;
        counts[bin]++;
        most = counts[bin] > most ? counts[bin] : most;
    }
    for (unsigned b = 0; b < bins; b++) {
        char bar[WIDTH + 1];
        unsigned length = (counts[b] * WIDTH + most - 1) / most;
        for (unsigned i = 0; i < length; i++)
            bar[i] = '#';
        bar[length] = '\0';
        screen_put(&bench->screen, STYLE_PLAIN,
                   arena_printf(bench->arena, "%12s  %7s  ", bench_number(measure, least * exp(step * b), bench->arena),
                                counts[b] ? text_count(bench->arena, counts[b]) : ""));
        screen_line(&bench->screen, b ? STYLE_PLAIN : STYLE_WARM, bar);
    }
    screen_print(&bench->screen, STYLE_DIM, "%u measured, up to %s; %u failed", results->done,
                 bench_number(measure, largest, bench->arena), results->failed);
    return true;
}

static bool run_histogram(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct bench bench;
    bool done = bench_open_results(&bench, options, arena, error) && show(&bench, options, error);
    return bench_close(&bench, done, error);
}

const struct tune_command tune_histogram = {{"histogram", "[OPTION...] [FILE]",
                                             "how the variants spread from best to worst",
                                             TAKES_NUMBER | TAKES_OUTPUT | TAKES_TRUST | TAKES_FILE},
                                            run_histogram};
