/*
 * build.h - builds a call tree from the nodes of another: each new node gets a part of the time of some old ones, with their rows of single
 * ranks. Statistics over ranks are then those of the new rows.
 */
#ifndef INSTR_REPORT_SHAPE_BUILD_H
#define INSTR_REPORT_SHAPE_BUILD_H

#include "report/derive/members.h"

/* What is taken apart. */
struct shape_source {
    const struct profile *profile; /* with rows */
    struct view view;
    struct members members;
};

struct shape_build {
    const struct shape_source *source;
    struct arena *arena;
    bool focused; /* no function has all of its calls here */
    struct profile_node *nodes;
    uint32_t node_count;
    struct profile_row *rows;
    uint32_t row_count;
    size_t node_room, row_room;
    /* of the node that is being made, by location */
    double *times;
    uint64_t *calls;
    bool *seen;
    uint32_t *touched, touched_count;
    double sum; /* ps: of amounts */
};

void build_begin(struct shape_build *build, const struct shape_source *source, struct arena *arena);

/* Starts the root. All locations of the old root are in it, however little of their time it takes. */
void build_root(struct shape_build *build);

/* Starts a node below `parent`, to which the following build_take() calls belong. Returns its index. */
uint32_t build_node(struct shape_build *build, uint32_t parent, uint32_t region);

/* Adds `amount` ps of an old node's time, row_amounts[row] of each of its rows, and its calls. Times of single calls are dropped, because they
 * do not hold for a part. `some`: other nodes have calls of the same function; the number of each is an estimate if calls are counted by
 * function. */
void build_take(struct shape_build *build, uint32_t node, double amount, const double *row_amounts, bool estimated,
                bool some);

/* Finishes. `out` gets everything else from the source; equal siblings are merged. */
bool build_end(struct shape_build *build, struct profile *out, struct error *error);

#endif
