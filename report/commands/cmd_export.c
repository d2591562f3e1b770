/* cmd_export.c - a profile for another program's viewer. */
#include "profile/e3sm.h"
#include "report/commands/command.h"
#include "report/export/export.h"
#include "report/export/trace_export.h"
#include "report/read/report.h"

#include <math.h>
#include <string.h>

/* Each format: its function for profiles, its function for traces, and its readers. */
#define FORMAT_TABLE(X)                                                                                                \
    X("folded", export_folded, NULL, "flamegraph.pl, inferno, speedscope")                                             \
    X("speedscope", export_speedscope, export_evented, "speedscope.app")                                               \
    X("chrome", NULL, export_chrome, "Perfetto, chrome://tracing: a trace")                                            \
    X("timelog", NULL, export_timelog, "CMacIonize's plot_timeline.py: a trace")                                       \
    X("callgrind", export_callgrind, NULL, "KCachegrind, QCachegrind, callgrind_annotate")                             \
    X("dot", export_dot, NULL, "Graphviz: the call graph")                                                             \
    X("pprof", export_pprof, NULL, "pprof -http")                                                                      \
    X("firefox", export_firefox, export_firefox_trace, "profiler.firefox.com")                                         \
    X("caliper", export_caliper, NULL, "Caliper's json-split for hatchet, by rank")                                    \
    X("cubex", export_cubex, NULL, "Cube, pycubexr, Extra-P: by rank and thread")                                      \
    X("extrap", NULL, NULL, "Extra-P: several runs, which are named")                                                  \
    X("e3sm", NULL, NULL, "PACE and CIME: files named by -o PREFIX, else model_timing")                                \
    X("timers", export_timers, NULL, "NAME;TOTAL;MEAN; of each timer in ms, a line for each rank")                     \
    X("callstack", export_callstack, NULL,                                                                             \
      "INDENT;NAME;TIME; in ms, callers first, a new line where the level changes")                                    \
    X("filter", export_filter, NULL,                                                                                   \
      "instr-cc --instr-filter and Score-P: functions to exclude, by --min of the calls")                              \
    X("lcov", export_lcov, NULL, "genhtml, editors: which functions ran")                                              \
    X("cobertura", export_cobertura, NULL, "CI services: which functions ran")

static const struct format {
    const char *name;
    export_write *write;
    trace_write *write_trace;
} formats[] = {
#define X(name, write, write_trace, readers) {name, write, write_trace},
    FORMAT_TABLE(X)
#undef X
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *find_format(const char *name, struct arena *arena, struct error *error)
{
    const char *all = "";
    for (size_t i = 0; i < FORMATS; i++) {
        if (name && !strcmp(formats[i].name, name))
            return &formats[i];
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", formats[i].name);
    }
    error_set(error, ERROR_USAGE, "export: %s%s%sthere are %s",
              name ? "no format '" : "name a format first: ", name ? name : "", name ? "'; " : "", all);
    return NULL;
}

/* Runs the only format that compares several runs. */
static bool run_extrap(const struct options *options, struct arena *arena, struct error *error)
{
    int count = options->file_count;
    struct compare_run *runs = arena_array(arena, (size_t)count + 1, sizeof *runs);
    struct compare paths;
    struct screen screen;
    if (count < 1)
        return error_set(error, ERROR_USAGE, "export extrap: name the profiles of runs on different numbers of ranks");
    for (int i = 0; i < count; i++)
        if (!compare_load_outline(&runs[i], options->files + i, 1, options, arena, error))
            return false;
    compare_sort(runs, (uint32_t)count);
    compare_paths(&paths, runs, (uint32_t)count, arena);
    if (!screen_open(&screen, options, error))
        return false;
    export_extrap(screen.stream, &paths, runs, arena);
    return screen_close(&screen, error);
}

static bool run_trace(const struct format *format, const struct options *options, struct arena *arena,
                      struct error *error)
{
    struct trace trace;
    struct screen screen;
    if (!trace_open(&trace, options->files, options->file_count, options->full_names, arena, error))
        return false;
    trace_select(&trace, options->shape.rank, options->shape.thread);
    struct slices *slices = slices_read_all(&trace, error);
    bool done = slices &&
                (trace_choose(slices, &trace, options, format->write_trace != export_timelog) ||
                 cmd_timeline_nothing("export", &trace, options, arena, error)) &&
                screen_open(&screen, options, error);
    if (done) {
        struct trace_export export = {screen.stream, &trace, slices, options, arena};
        format->write_trace(&export);
        done = screen_close(&screen, error);
    }
    slices_free_all(slices, &trace);
    trace_close(&trace);
    return done;
}

/* Writes several files from one profile. A run can write them itself, so the profile is used unchanged. */
static bool run_e3sm(const struct options *options, struct arena *arena, struct error *error)
{
    struct profile profile;
    const char *name;
    return report_load_stored(&profile, &name, options, arena, error) &&
           e3sm_write(&profile, options->output ? options->output : "model_timing", arena, error);
}

static bool run_export(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct options rest = *options;
    const struct format *format = find_format(options->file_count ? options->files[0] : NULL, arena, error);
    if (!format)
        return false;
    rest.files++;
    rest.file_count--;
    rest.no_pager = true;
    bool traces = rest.file_count && chunks_recognize(rest.files[0]);
    if (traces && !format->write_trace)
        return error_set(error, ERROR_USAGE,
                         "export %s: %s is a trace; chrome, speedscope, firefox and timelog show one", format->name,
                         rest.files[0]);
    if (format->write_trace && (traces || !format->write))
        return run_trace(format, &rest, arena, error);
    if (!format->write)
        return (strcmp(format->name, "e3sm") == 0 ? run_e3sm : run_extrap)(&rest, arena, error);
    if (options->depth != ~0u || options->least_depth || options->latex || options->from > 0 || !isinf(options->to))
        return error_set(error, ERROR_USAGE,
                         "export %s: --depth, --min-depth and --window are for traces, --latex for timelog",
                         format->name);
    if (format->write == export_timers || format->write == export_callstack)
        rest.sort = SORT_FIRST;
    bool weighs = format->write == export_folded || format->write == export_speedscope;
    if (options->metrics && (!weighs || strchr(options->metrics, ',')))
        return error_set(
            error, ERROR_USAGE,
            "export: --metric takes one metric, for folded or speedscope; callgrind and pprof have all that add up");
    if (!report_open(&report, &rest, arena, error))
        return false;
    struct metrics_shown metrics;
    bool done =
        metrics_show(&metrics, options, &report.view, arena, error) && metrics_measured(&metrics, "export", error);
    struct export export = {.stream = report.screen.stream,
                            .view = &report.view,
                            .minimum = options->minimum,
                            .weight = done && metrics.count ? &metrics.of[0] : NULL,
                            .arena = arena};
    if (done)
        format->write(&export);
    return report_close(&report, error) && done;
}

#define X(name, write, write_trace, readers) "\n  " name ": " readers
const struct command cmd_export = {{"export",
                                    "FORMAT [OPTION...] [PROFILE...]\n"
                                    "formats, and who reads them:" FORMAT_TABLE(X),
                                    "write the profile for another viewer",
                                    OPTION_OUTPUT | OPTION_MINIMUM | OPTION_PART | OPTION_METRIC | OPTION_DEPTH |
                                        OPTION_LEAST_DEPTH | OPTION_WINDOW | OPTION_LATEX,
                                    "instr-report export speedscope -o profile.json"},
                                   SORT_INCLUSIVE,
                                   .run = run_export};
#undef X
