/*
 * timeline.h - the cells of a timeline picture: the region that fills each lane, level and column.
 *
 * One pass over the events fills the cells, so memory depends on the size of the picture, not on the number of events. Zooming in is another pass.
 */
#ifndef INSTR_REPORT_TIMELINE_H
#define INSTR_REPORT_TIMELINE_H

#include "report/trace/trace.h"
#include "report/trace/vote.h"

struct timeline_options {
    double from, to;    /* ns from the trace's beginning */
    uint32_t columns;   /* more than 0 */
    uint32_t depth;     /* levels that are shown, ... */
    uint32_t least;     /* ... from this one on, the outermost being 1 */
    const char *inside; /* null, or only what is in calls of that name, which are level 0 then */
};

/* A cell: one column of one level. */
struct timeline_cell {
    float busy;       /* ns that calls of this level were open */
    struct vote most; /* who has most of it, if busy */
    uint32_t calls;   /* that begin here */
};

struct timeline_row {
    uint32_t lane, depth;
    struct timeline_cell *cells;
};

struct timeline {
    struct timeline_options options;
    struct timeline_row *rows; /* by lane, then depth; only levels that have something */
    uint32_t row_count;
};

void timeline_read(struct timeline *timeline, const struct trace *trace, const struct timeline_options *options,
                   struct arena *arena);

#endif
