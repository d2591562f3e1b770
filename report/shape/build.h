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

/* The root, which all that were in the old one have been in, however little it takes of them. */
void build_root(struct shape_build *build);

/* A node below `parent`; what is taken from now on is its. Returns its place. */
uint32_t build_node(struct shape_build *build, uint32_t parent, uint32_t region);

/* Takes `amount` ps of an old node's time and of each of its rows row_amounts[row], and counts its calls; what is known of
 * single calls is not true of a part. `some`: others have more calls of the same function; how many each has is an estimate where they
 * are counted by function. */
void build_take(struct shape_build *build, uint32_t node, double amount, const double *row_amounts, bool estimated,
                bool some);

/* `out` has all else of the source; equal siblings have become one. */
bool build_end(struct shape_build *build, struct profile *out, struct error *error);

#endif
