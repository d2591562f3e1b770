/*
 * export.h - writes a profile in the formats of other tools.
 *
 * Each function writes one whole file. A full disk is noticed when the stream is closed. Data that a format has no place for is left out.
 */
#ifndef INSTR_REPORT_EXPORT_H
#define INSTR_REPORT_EXPORT_H

#include "report/compare/compare.h"
#include "report/derive/view.h"

struct export
{
    FILE *stream;
    const struct view *view;
    double minimum;                    /* percent of the total that a function must have to be in a graph */
    const struct metric_shown *weight; /* of stacks, in place of time; may be null */
    struct arena *arena;
};

typedef void export_write(const struct export *export);

export_write export_folded, export_speedscope, export_callgrind, export_dot, export_lcov, export_cobertura,
    export_pprof, export_firefox, export_caliper, export_cubex, export_timers, export_callstack, export_filter;

/* Compares several runs, in the order of their number of ranks. From deeper paths the upper levels are cut. */
enum { EXTRAP_DEEPEST = 64 };
void export_extrap(FILE *stream, const struct compare *paths, const struct compare_run *runs, struct arena *arena);

/* Returns the own time of a function or region in whole nanoseconds. */
uint64_t export_nanoseconds(double picoseconds);

#endif
