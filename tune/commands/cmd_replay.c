/* cmd_replay.c - compares the searches, by replaying them on the variants in the library. */
#include "report/show/quote.h"
#include "report/show/table.h"
#include "report/show/text.h"
#include "tune/commands/bench.h"
#include "tune/commands/command.h"
#include "tune/search/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 430, LEFT = 62, RIGHT = 20, TOP = 46, BOTTOM = 50 };

static const char *const colors[] = {"#8a8f9c", "#2563c9", "#2e9e5b", "#d6452b"};
enum { COLORS = sizeof colors / sizeof *colors };

struct frame {
    double most;     /* the largest ratio shown; the least is 1 */
    unsigned unique; /* the largest number of variants */
};

static double x_of(const struct frame *frame, double unique)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * unique / frame->unique;
}

static double y_of(const struct frame *frame, double ratio)
{
    double height = log(fmin(fmax(ratio, 1), frame->most)) / log(frame->most);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height;
}

static void put_axes(FILE *stream, const struct frame *frame)
{
    static const double marks[] = {1, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100};
    fputs("<g font-size=\"12\" fill=\"#68718a\">\n", stream);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i] > frame->most)
            break;
        double y = y_of(frame, marks[i]);
        if (i && y_of(frame, marks[i - 1]) - y < 14)
            continue;
        fprintf(stream,
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dfe2e8\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                LEFT, y, WIDTH - RIGHT, y, LEFT - 8, y + 4, marks[i]);
    }
    unsigned step = frame->unique <= 60 ? 10 : frame->unique <= 200 ? 20 : frame->unique / 8;
    for (unsigned unique = 0; unique <= frame->unique; unique += step)
        fprintf(stream, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n", x_of(frame, unique),
                HEIGHT - BOTTOM + 18, unique);
    fprintf(stream, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">different variants tried</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 10);
    fprintf(
        stream,
        "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">best so far / best of all</text>\n",
        (HEIGHT - BOTTOM + TOP) / 2);
    fputs("</g>\n", stream);
}

static void put_curve(FILE *stream, const struct frame *frame, const struct replay *replay, unsigned at)
{
    const char *color = colors[at % COLORS];
    fprintf(stream, "<path fill=\"%s\" fill-opacity=\"0.12\" d=\"", color);
    for (unsigned i = 1; i <= replay->unique; i++)
        fprintf(stream, "%s%.1f %.1f", i > 1 ? "L" : "M", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.5)));
    for (unsigned i = replay->unique; i >= 1; i--)
        fprintf(stream, "L%.1f %.1f", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.9)));
    fprintf(stream, "Z\"/>\n<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", color);
    for (unsigned i = 1; i <= replay->unique; i++)
        fprintf(stream, "%s%.1f %.1f", i > 1 ? "L" : "M", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.5)));
    fputs("\"/>\n", stream);
    int y = TOP + 16 + 18 * (int)at;
    fprintf(stream, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>", WIDTH - 190, y,
            WIDTH - 166, y, color);
    fprintf(stream, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#1d2330\">%s</text>\n", WIDTH - 158, y + 4,
            replay->name);
}

/* Draws medians as lines and, in a lighter colour, the range below which 90% of the repeats are. */
static void replay_plot(FILE *stream, const char *title, const struct replay *replays, unsigned count)
{
    struct frame frame = {.most = 1.1, .unique = replays[0].unique};
    /* Before the first few nobody knows anything, and failures have no height. */
    for (unsigned i = 0; i < count; i++) {
        double early = replay_quantile(&replays[i], replays[i].unique / 20 + 1, 0.5);
        if (isfinite(early) && early > frame.most)
            frame.most = early;
    }
    frame.most *= 1.1;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"24\" font-size=\"15\" "
            "font-weight=\"650\" fill=\"#1d2330\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    quote_xml(stream, title);
    fputs("</text>\n", stream);
    put_axes(stream, &frame);
    for (unsigned i = 0; i < count; i++)
        put_curve(stream, &frame, &replays[i], i);
    fputs("</svg>\n", stream);
}

enum { REPEATS = 1000, REPLAYS_MOST = 4 };
enum { C_MEDIAN, C_MOST, C_REACHED, C_BEST, C_BEST_MOST, COLUMNS };

static bool make_table(struct bench *bench, struct replay_table *table, struct error *error)
{
    struct project *project = &bench->project;
    struct results *results = &bench->results;
    *table = (struct replay_table){.size = space_size(project), .best = HUGE_VAL};
    if (table->size > SPACE_LISTED)
        return error_set(error, ERROR_USAGE, "%s: too many combinations for a table of all", project->file);
    if (!bench_measured(bench, error))
        return false;
    table->costs = arena_array(bench->arena, table->size, sizeof *table->costs);
    for (uint64_t i = 0; i < table->size; i++)
        table->costs[i] = -1;
    for (unsigned i = 0; i < results->count; i++) {
        double cost = outcome_cost(project, &results->outcomes[i]);
        if (results->outcomes[i].state != OUTCOME_UNKNOWN)
            table->costs[space_number(project, results_genes(project, results, i))] = cost;
        table->best = fmin(table->best, cost);
    }
    table->space.width = project->parameter_count;
    for (unsigned i = 0; i < project->parameter_count; i++) {
        table->space.counts[i] = project->parameters[i].count;
        table->space.ordered[i] = project->parameters[i].ordered;
    }
    return true;
}

/* Selects the replays. The genetic algorithm is there twice, once for each crossover. */
static unsigned pick_replays(const struct tune_options *options, struct replay *replays)
{
    const struct replay all[REPLAYS_MOST] = {
        {.name = "random", .method = &search_random},
        {.name = "genetic, uniform", .method = &search_genetic},
        {.name = "genetic, one-point", .method = &search_genetic, .one_point = true},
        {.name = "model", .method = &search_model}};
    unsigned count = 0;
    for (int i = 0; i < REPLAYS_MOST; i++)
        if (!options->search || !i || !strcmp(options->search, all[i].method->name))
            replays[count++] = all[i];
    return count;
}

static const char *count_or_more(unsigned needed, unsigned unique, struct arena *arena)
{
    return needed ? arena_printf(arena, "%u", needed) : arena_printf(arena, "over %u", unique);
}

static void show_table(struct bench *bench, const struct tune_options *options, const struct replay *replays,
                       unsigned count)
{
    unsigned unique = replays[0].unique;
    struct arena *arena = bench->arena;
    const struct table_column columns[COLUMNS] = {{"median", 0},
                                                  {"90%", 0},
                                                  {"success", 1},
                                                  {arena_printf(arena, "behind after %u", unique), 2},
                                                  {"90% behind by", 3}};
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "search"};
    for (unsigned i = 0; i < count; i++) {
        struct table_row *row = table_add(&table, arena);
        row->cells[C_MEDIAN] = count_or_more(replay_needed(&replays[i], 0.5), unique, arena);
        row->cells[C_MOST] = count_or_more(replay_needed(&replays[i], 0.9), unique, arena);
        row->cells[C_REACHED] = text_percent(arena, replays[i].reached, replays[i].repeats);
        row->cells[C_BEST] = arena_printf(arena, "%.1f%%", 100 * (replay_quantile(&replays[i], unique, 0.5) - 1));
        row->cells[C_BEST_MOST] = arena_printf(arena, "%.1f%%", 100 * (replay_quantile(&replays[i], unique, 0.9) - 1));
        row->text = replays[i].name;
    }
    screen_print(&bench->screen, STYLE_PLAIN,
                 "%s variants measured, %s failed; %s repeats; different variants to come within %g%% "
                 "of the best:",
                 text_count(arena, bench->results.done), text_count(arena, bench->results.failed),
                 text_count(arena, replays[0].repeats), options->within);
    table_print(&table, &bench->screen);
}

static void show_csv(FILE *stream, const struct replay *replays, unsigned count)
{
    fputs("search,variants,mean,p10,median,p90\n", stream);
    for (unsigned i = 0; i < count; i++)
        for (unsigned unique = 1; unique <= replays[i].unique; unique++) {
            quote_csv(stream, replays[i].name);
            fprintf(stream, ",%u,%.6g,%.6g,%.6g,%.6g\n", unique, replay_mean(&replays[i], unique),
                    replay_quantile(&replays[i], unique, 0.1), replay_quantile(&replays[i], unique, 0.5),
                    replay_quantile(&replays[i], unique, 0.9));
        }
}

static bool show(struct bench *bench, const struct tune_options *options, struct error *error)
{
    struct project *project = &bench->project;
    struct replay replays[REPLAYS_MOST];
    struct replay_table table;
    unsigned count = pick_replays(options, replays);
    if (options->search && count == 1 && strcmp(options->search, "random") != 0)
        return error_set(error, ERROR_USAGE, "no search '%s'; there are random, genetic and model", options->search);
    if (!make_table(bench, &table, error))
        return false;
    unsigned unique = options->unique ? options->unique : project->search.unique;
    unsigned known = bench->results.done + bench->results.failed;
    for (unsigned i = 0; i < count; i++) {
        replays[i].repeats = options->repeats ? options->repeats : REPEATS;
        replays[i].unique = unique < known ? unique : known;
        if (!replay_run(&replays[i], &table, &project->search, 1 + options->within / 100,
                        options->seeded ? options->seed : project->search.seed, bench->arena, error))
            return false;
    }
    size_t length = options->output ? strlen(options->output) : 0;
    if (length > 4 && !strcmp(options->output + length - 4, ".svg"))
        replay_plot(bench->screen.stream,
                    arena_printf(bench->arena, "%s: median and 90%% of %u repeats", project->name, replays[0].repeats),
                    replays, count);
    else if (options->csv)
        show_csv(bench->screen.stream, replays, count);
    else
        show_table(bench, options, replays, count);
    return true;
}

static bool run_replay(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return bench_show(options, arena, show, error);
}

const struct tune_command tune_replay = {
    {"replay", "[OPTION...] [FILE]", "compare the searches on the variants in the library",
     TAKES_SEARCH | TAKES_UNIQUE | TAKES_SEED | TAKES_REPEATS | TAKES_WITHIN | TAKES_CSV | TAKES_OUTPUT | TAKES_FILE,
     "instr-tune replay --repeats=1000 -o replay.svg"},
    run_replay};
