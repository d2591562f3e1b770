/* cmd_export.c - a profile for another program's viewer. */
#include "report/commands/command.h"
#include "report/export/export.h"
#include "report/report.h"

#include <string.h>

static const struct format {
    const char *name, *summary;
    export_write *write;
} formats[] = {
    {"folded", "flamegraph.pl, inferno, speedscope", export_folded},
    {"speedscope", "speedscope.app", export_speedscope},
    {"callgrind", "KCachegrind, QCachegrind, callgrind_annotate", export_callgrind},
    {"dot", "Graphviz: the call graph", export_dot},
    {"hatchet", "hatchet's literal form", export_hatchet},
    {"lcov", "genhtml, editors: which functions ran", export_lcov},
    {"cobertura", "CI services: which functions ran", export_cobertura},
};
enum { FORMATS = sizeof formats / sizeof *formats };

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
    if (!report_open(&report, &rest, arena, error))
        return false;
    struct export export = {report.screen.stream, &report.view, options->minimum, arena};
    bool done = format->write(&export) || error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_export = {"export",
                                   "FORMAT [OPTION...] [PROFILE...]\n"
                                   "formats: folded, speedscope, callgrind, dot, hatchet, lcov, cobertura",
                                   "write the profile for another viewer",
                                   OPTION_OUTPUT | OPTION_MINIMUM | OPTION_PART,
                                   SORT_INCLUSIVE,
                                   run_export};
