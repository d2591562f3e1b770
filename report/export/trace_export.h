/*
 * trace_export.h - writes a trace in the formats of timeline viewers.
 */
#ifndef INSTR_REPORT_TRACE_EXPORT_H
#define INSTR_REPORT_TRACE_EXPORT_H

#include "report/show/options.h"
#include "report/trace/slices.h"

#include <stdio.h>

struct trace_export {
    FILE *stream;
    const struct trace *trace;
    const struct slices *slices; /* of each lane */
    const struct options *options;
    struct arena *arena;
};

/* Selects slices by --focus (a name, or #N for the call with that number), --depth, --min-depth and --window. Others are marked or, with
 * `drop`, removed, and depths then count from 0. Returns false if none is left. */
bool trace_choose(struct slices *slices, const struct trace *trace, const struct options *options, bool drop);

typedef void trace_write(const struct trace_export *export);
trace_write export_chrome, export_evented, export_firefox_trace, export_timelog;

#endif
