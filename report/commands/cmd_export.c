/* cmd_export.c - a profile for another program's viewer. */
#include "report/commands/command.h"
#include "report/export/export.h"
#include "report/report.h"

#include <string.h>

/* Each format, what writes it, and who reads it. */
#define FORMAT_TABLE(X)                                                                                                \
    X("folded", export_folded, "flamegraph.pl, inferno, speedscope")                                                   \
    X("speedscope", export_speedscope, "speedscope.app")                                                               \
    X("callgrind", export_callgrind, "KCachegrind, QCachegrind, callgrind_annotate")                                   \
    X("dot", export_dot, "Graphviz: the call graph")                                                                   \
    X("hatchet", export_hatchet, "hatchet's literal form")                                                             \
    X("pprof", export_pprof, "pprof -http")                                                                            \
    X("firefox", export_firefox, "profiler.firefox.com")                                                               \
    X("caliper", export_caliper, "Caliper's json-split for hatchet, by rank")                                          \
    X("extrap", NULL, "Extra-P: several runs, which are named")                                                        \
    X("timers", export_timers, "NAME;TOTAL;MEAN; for each rank, in ms")                                                \
    X("callstack", export_callstack, "INDENT;NAME;TIME; for each rank, in ms")                                         \
    X("lcov", export_lcov, "genhtml, editors: which functions ran")                                                    \
    X("cobertura", export_cobertura, "CI services: which functions ran")

static const struct format {
    const char *name;
    export_write *write;
} formats[] = {
#define X(name, write, readers) {name, write},
    FORMAT_TABLE(X)
#undef X
};
enum { FORMATS = sizeof formats / sizeof *formats };

const char *cmd_export_format(unsigned i)
{
    return i < FORMATS ? formats[i].name : NULL;
}

static const struct format *find_format(const char *name, struct arena *arena, struct error *error)
{
    const char *all = "";
    for (size_t i = 0; i < FORMATS; i++) {
        if (name && !strcmp(formats[i].name, name))
            return &formats[i];
        all = arena_printf(arena, "%s%s%s", all ? all : "", i ? ", " : "", formats[i].name);
    }
    error_set(error, ERROR_USAGE, "export: %s%s%sthere are %s",
              name ? "no format '" : "say which format first: ", name ? name : "", name ? "'; " : "", all ? all : "?");
    return NULL;
}

/* The one format of several runs beside each other. */
static bool run_extrap(const struct options *options, struct arena *arena, struct error *error)
{
    int count = options->file_count;
    struct compare_run *runs = arena_array(arena, (size_t)count + 1, sizeof *runs);
    struct compare paths;
    struct screen screen;
    if (count < 1)
        return error_set(error, ERROR_USAGE, "export extrap: name the profiles of runs on different numbers of ranks");
    if (!runs)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (int i = 0; i < count; i++)
        if (!compare_load(&runs[i], options->files + i, options, arena, error))
            return false;
    compare_sort(runs, (uint32_t)count);
    if (!compare_paths(&paths, runs, (uint32_t)count, arena, error) || !screen_open(&screen, options, error))
        return false;
    bool done = export_extrap(screen.stream, &paths, runs, arena) || error_set(error, ERROR_INTERNAL, "out of memory");
    return screen_close(&screen, error) && done;
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
    rest.pager = false;
    if (!format->write)
        return run_extrap(&rest, arena, error);
    if (!report_open(&report, &rest, arena, error))
        return false;
    struct export export = {report.screen.stream, &report.view, options->minimum, arena};
    bool done = format->write(&export) || error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

#define X(name, write, readers) "\n  " name ": " readers
const struct command cmd_export = {"export",
                                   "FORMAT [OPTION...] [PROFILE...]\n"
                                   "formats, and who reads them:" FORMAT_TABLE(X),
                                   "write the profile for another viewer",
                                   OPTION_OUTPUT | OPTION_MINIMUM | OPTION_PART,
                                   SORT_INCLUSIVE,
                                   run_export};
#undef X
