/*
 * slices.h - the calls of a trace that a page shows, by lane and level, as exactly as there is room for.
 *
 * A small trace has each call to the nanosecond. In a larger one, neighbouring calls of one region are joined if they and the gaps between them
 * are shorter than `fine`. So the size is bounded, long calls are exact at any zoom, and joined calls have their number.
 */
#ifndef INSTR_REPORT_HTML_SLICES_H
#define INSTR_REPORT_HTML_SLICES_H

#include "report/trace/trace.h"
#include "report/trace/vote.h"

#include <stdio.h>

struct page_slice {
    double begin, end; /* ns from the trace's beginning */
    struct vote most;  /* of several calls who took most */
    uint32_t calls;    /* that begin in it; 0: a piece that goes on with a call */
    bool several;
};

struct page_row {
    uint32_t lane, depth;
    struct page_slice *slices; /* in the order of time */
    uint32_t count;
    size_t capacity;
};

struct page_slices {
    const struct trace *trace;
    struct page_row *rows; /* by lane, then level */
    uint32_t row_count, slice_count;
    uint32_t lanes;    /* that are shown: the first ones */
    double fine;       /* ns; 0: each call is there */
    uint64_t calls;    /* in all lanes that are shown */
    uint64_t too_deep; /* of them, below the levels that are shown */
};

void page_slices_read(struct page_slices *slices, const struct trace *trace, struct arena *arena);

/* Writes lanes, rows, regions, and what was left out, as JSON. */
void page_slices_put(FILE *stream, const struct page_slices *slices);

#endif
