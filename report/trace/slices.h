/*
 * slices.h - all calls of a trace's lanes in memory, for output that needs the length of a call at its beginning.
 */
#ifndef INSTR_REPORT_SLICES_H
#define INSTR_REPORT_SLICES_H

#include "report/trace/trace.h"

struct slice {
    int64_t begin, end; /* ns from the trace's beginning */
    uint32_t region;
    uint32_t depth : 29;
    uint32_t again : 1; /* it goes on with a call that was begun before */
    uint32_t open : 1;  /* its end is not known */
    uint32_t out : 1;   /* it was not asked for */
};

struct slices {
    struct slice *all; /* in the order of their beginnings, outer ones first */
    size_t count, room;
};

/* Reads all lanes into an array; `slices_free_all` frees it. Returns NULL if there is no memory. */
struct slices *slices_read_all(const struct trace *trace, struct error *error);
void slices_free_all(struct slices *slices, const struct trace *trace);

/* Visits the slices of all lanes in the order of their beginnings. */
struct slices_walk {
    const struct slices *slices;
    size_t *next;   /* of each lane */
    uint32_t *heap; /* lanes, by the beginning of their next slice */
    uint32_t count;
};
void slices_walk_begin(struct slices_walk *walk, const struct slices *slices, const struct trace *trace);
/* Goes to the next slice; returns false at the end. */
bool slices_walk_next(struct slices_walk *walk, uint32_t *lane, const struct slice **slice);
void slices_walk_end(struct slices_walk *walk);

#endif
