/*
 * column_sets.c - what the page's data have: each set has one list of its columns, which says a column's name, its type and what it
 * is. Times are in picoseconds.
 */
#include "report/derive/summary.h"
#include "report/html/column.h"

#include <math.h>

#define COLUMN(name, type, value) {name, TYPE_##type},
#define COLUMN_PUT(name, type, value) *to++ = value;

/* What stands before a time or in its place. */
enum {
    MARK_ESTIMATED = 1,
    MARK_OWN_ESTIMATED = 2,
    MARK_OWN_DOUBTFUL = 4,
    MARK_UNSEEN = 8,
    MARK_OWN_UNSEEN = 16,
    MARK_CALLS_ESTIMATED = 32
};

/* Numbers in the order of first calls; 0 where it is not known. */
static double first_of(const struct profile_node *node)
{
    return node->first ? (double)((uint64_t)node->first_rank << 32 | node->first) : 0;
}

/* --- functions and other regions: what all their calls took, and what they are in the coverage --- */

/* What a region is in the coverage; 0 is none of its entries. */
enum { COVERED_CALLED = 1, COVERED_NEVER, COVERED_NOT, COVERED_LIBRARY };

static int covered(const struct view *view, uint32_t i)
{
    if (view->profile->regions[i].kind != REGION_FUNCTION || coverage_repeats(view, i))
        return 0;
    if (coverage_of_library(view, i))
        return COVERED_LIBRARY;
    return *view->profile->regions[i].reason ? COVERED_NOT
           : view->regions[i].calls.calls    ? COVERED_CALLED
                                             : COVERED_NEVER;
}

static int marks_of_region(const struct view_region *region)
{
    return (region->estimated ? MARK_ESTIMATED : 0) | (region->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (region->probes > region->exclusive ? MARK_OWN_DOUBTFUL : 0) | (region->unseen ? MARK_UNSEEN : 0) |
           (region->own_unseen ? MARK_OWN_UNSEEN : 0) | (region->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
}

static uint32_t count_functions(const struct source *source)
{
    return source->view->profile->region_count;
}

#define FUNCTIONS(X)                                                                                                   \
    X("region.calls", F64, (double)region->calls.calls)                                                                \
    X("region.inclusive", F64, region->inclusive)                                                                      \
    X("region.exclusive", F64, region->exclusive)                                                                      \
    X("region.marks", U8, marks_of_region(region))                                                                     \
    X("region.covered", U8, covered(source->view, i))                                                                  \
    X("region.first", F64, region->calls.calls ? first_of(&source->view->profile->nodes[region->first]) : 0)

static void put_function(double *to, const struct source *source, uint32_t i)
{
    const struct view_region *region = &source->view->regions[i];
    FUNCTIONS(COLUMN_PUT)
}

/* --- the call paths that the page shows: the tree, and what all ranks took in each of them --- */

static int marks_of_path(const struct view_node *shown)
{
    return (shown->estimated ? MARK_ESTIMATED : 0) | (shown->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (shown->probes > shown->exclusive ? MARK_OWN_DOUBTFUL : 0) |
           (shown->unseen ? MARK_UNSEEN | MARK_OWN_UNSEEN : 0) | (shown->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
}

static uint32_t count_paths(const struct source *source)
{
    return source->choice.count;
}

/* The place in the order of first calls is infinite, and what is known of single calls no number, where that is not known. */
#define PATHS(X)                                                                                                       \
    X("node.region", U32, node->region)                                                                                \
    X("node.parent", U32, i ? source->choice.place[node->parent] : 0)                                                  \
    X("node.flags", U8, node->flags)                                                                                   \
    X("node.marks", U8, marks_of_path(shown))                                                                          \
    X("node.left", U32, source->choice.below[at])                                                                      \
    X("node.first", F64, first > 0 ? first : (double)INFINITY)                                                         \
    X("node.calls", F64, (double)node->calls.calls)                                                                    \
    X("node.inclusive", F64, shown->inclusive)                                                                         \
    X("node.exclusive", F64, shown->exclusive)                                                                         \
    X("node.error", F32, sqrt(node->calls.error2))                                                                     \
    X("node.min", F32, known ? (double)node->calls.min : (double)NAN)                                                  \
    X("node.max", F32, known ? (double)node->calls.max : (double)NAN)                                                  \
    X("node.deviation", F32, known ? calls_deviation(&node->calls) * 1e12 : (double)NAN)

static void put_path(double *to, const struct source *source, uint32_t i)
{
    uint32_t at = source->choice.nodes[i];
    const struct profile_node *node = &source->view->profile->nodes[at];
    const struct view_node *shown = &source->view->nodes[at];
    bool known = stat_calls_known(&node->calls, view_shown(shown->inclusive, shown->unseen));
    double first = first_of(node);
    PATHS(COLUMN_PUT)
}

/* --- the same paths over ranks: the spread of their times, and of the work in them --- */

/* Of one rank nothing is to be said over ranks. */
static bool is_over_ranks(const struct source *source)
{
    return source->members.count > 1 || source->view->profile->nodes[0].ranks.called > 1;
}

static uint32_t count_ranks(const struct source *source)
{
    return is_over_ranks(source) ? source->choice.count : 0;
}

#define RANKS(X)                                                                                                       \
    X("ranks.called", U32, ranks->called)                                                                              \
    X("ranks.context", U32, ranks->in_context)                                                                         \
    X("ranks.min", F32, (double)stat_ranks_min(ranks))                                                                 \
    X("ranks.mean", F32, stat_ranks_mean(ranks))                                                                       \
    X("ranks.max", F32, (double)ranks->max)                                                                            \
    X("ranks.rankOfMax", U32, ranks->max_rank)                                                                         \
    X("ranks.p5", F32, percentiles[0])                                                                                 \
    X("ranks.p50", F32, percentiles[1])                                                                                \
    X("ranks.p95", F32, percentiles[2])                                                                                \
    X("work.mean", F32, work->mean)                                                                                    \
    X("work.max", F32, work->max)                                                                                      \
    X("work.rankOfMax", U32, work->max_rank)                                                                           \
    X("work.waited", F32, work->waited)                                                                                \
    X("work.noise", F32, work->noise)                                                                                  \
    X("work.repeats", U8, work->repeats)                                                                               \
    X("ranks.rows", U32, first_row[1] - first_row[0])

static void put_ranks(double *to, const struct source *source, uint32_t i)
{
    static const double parts[] = {0.05, 0.5, 0.95};
    static const struct balance_path none;
    uint32_t at = source->choice.nodes[i];
    const struct stat_ranks *ranks = &source->view->profile->nodes[at].ranks;
    const struct balance_path *work = source->balance_of[at] ? source->balance_of[at] : &none;
    const uint32_t *first_row = &source->members.first_row[at];
    double percentiles[sizeof parts / sizeof *parts];
    members_percentiles(&source->members, at, parts, sizeof parts / sizeof *parts, percentiles);
    RANKS(COLUMN_PUT)
}

/* --- what each thread of each rank did in these paths --- */

static uint32_t count_rows(const struct source *source)
{
    return is_over_ranks(source) ? source->row_count : 0;
}

/* Exclusive times are exact to the nanosecond, for exports. */
#define ROWS(X)                                                                                                        \
    X("row.location", U32, row->location)                                                                              \
    X("row.calls", F32, (double)row->calls)                                                                            \
    X("row.inclusive", F32, (double)row->inclusive)                                                                    \
    X("row.exclusive", F64, fmax(source->members.own[source->rows[i]], 0))                                             \
    X("row.work", F32, fmax(source->members.work[source->rows[i]], 0))

static void put_row(double *to, const struct source *source, uint32_t i)
{
    const struct profile_row *row = &source->members.profile->rows[source->rows[i]];
    ROWS(COLUMN_PUT)
}

/* --- of two runs: what changed by function, the largest change first, and by call path, a parent before its children --- */

/* What stands before a time of a change or in its place, and where the function was not measured. */
enum {
    CHANGE_ESTIMATED = 1,
    CHANGE_NOT_BEFORE = 2,
    CHANGE_NOT_AFTER = 4,
    CHANGE_UNSEEN_BEFORE = 8,
    CHANGE_UNSEEN_AFTER = 16,
    CHANGE_OWN_UNSEEN_BEFORE = 32, /* of a path, whose other times are with what it called */
    CHANGE_OWN_UNSEEN_AFTER = 64
};

static int marks_of_change(const struct change *change)
{
    return (change->estimated ? CHANGE_ESTIMATED : 0) | (change->left_alone[0] ? CHANGE_NOT_BEFORE : 0) |
           (change->left_alone[1] ? CHANGE_NOT_AFTER : 0);
}

static uint32_t count_changes(const struct source *source)
{
    return source->compared ? source->compared->by_function.count : 0;
}

#define CHANGES(X)                                                                                                     \
    X("change.before", F64, change->own[0])                                                                            \
    X("change.after", F64, change->own[1])                                                                             \
    X("change.noise", F64, change->noise)                                                                              \
    X("change.callsBefore", F64, change->calls[0])                                                                     \
    X("change.callsAfter", F64, change->calls[1])                                                                      \
    X("change.marks", U8, marks_of_change(change) | unseen)

static void put_change(double *to, const struct source *source, uint32_t i)
{
    const struct change *change = &source->compared->by_function.list[i];
    int unseen = (isnan(change_own(change, 0)) ? CHANGE_UNSEEN_BEFORE : 0) |
                 (isnan(change_own(change, 1)) ? CHANGE_UNSEEN_AFTER : 0);
    CHANGES(COLUMN_PUT)
}

static uint32_t count_changed_paths(const struct source *source)
{
    return source->compared ? source->compared->shown_count : 0;
}

#define CHANGED_PATHS(X)                                                                                               \
    X("changedPath.name", U32, path->name)                                                                             \
    X("changedPath.above", U32, path->parent)                                                                          \
    X("changedPath.before", F64, change->own[0])                                                                       \
    X("changedPath.after", F64, change->own[1])                                                                        \
    X("changedPath.allBefore", F64, path->all[0])                                                                      \
    X("changedPath.allAfter", F64, path->all[1])                                                                       \
    X("changedPath.marks", U8, marks_of_change(change) | unseen)                                                       \
    X("changedPath.noise", F32, change->noise)                                                                         \
    X("changedPath.callsBefore", F64, change->calls[0])                                                                \
    X("changedPath.callsAfter", F64, change->calls[1])

static void put_changed_path(double *to, const struct source *source, uint32_t i)
{
    const struct compared_path *path = &source->compared->shown[i];
    const struct change *change = path->change;
    int unseen = (stat_seen(path->all[0], path->error2[0]) ? 0 : CHANGE_UNSEEN_BEFORE) |
                 (stat_seen(path->all[1], path->error2[1]) ? 0 : CHANGE_UNSEEN_AFTER) |
                 (isnan(change_own(change, 0)) ? CHANGE_OWN_UNSEEN_BEFORE : 0) |
                 (isnan(change_own(change, 1)) ? CHANGE_OWN_UNSEEN_AFTER : 0);
    CHANGED_PATHS(COLUMN_PUT)
}

/* --- of a page with a trace: when which calls ran, row by row of the timeline --- */

static uint32_t count_slices(const struct source *source)
{
    return source->slices ? source->slices->slice_count : 0;
}

#define SLICES(X)                                                                                                      \
    X("slice.begin", F64, slice->begin)                                                                                \
    X("slice.end", F64, slice->end)                                                                                    \
    X("slice.region", U32, slice->most.region)                                                                         \
    X("slice.calls", U32, slice->calls)                                                                                \
    X("slice.several", U8, slice->several)

static void put_slice(double *to, const struct source *source, uint32_t i)
{
    static const struct page_row *row; /* of the one asked for last */
    static uint32_t first;
    if (!i) {
        row = source->slices->rows;
        first = 0;
    }
    while (i - first >= row->count)
        first += row++->count;
    const struct page_slice *slice = &row->slices[i - first];
    SLICES(COLUMN_PUT)
}

/* --- which rank waited how long for which other --- */

static uint32_t count_waits(const struct source *source)
{
    return source->view->profile->wait_count;
}

#define WAITS(X)                                                                                                       \
    X("wait.rank", U32, wait->rank)                                                                                    \
    X("wait.late", U32, wait->late)                                                                                    \
    X("wait.time", F64, 1000 * (double)wait->ns)

static void put_wait(double *to, const struct source *source, uint32_t i)
{
    const struct profile_wait *wait = &source->view->profile->waits[i];
    WAITS(COLUMN_PUT)
}

/* --- all of them, in their order in the page --- */

#define SET(count, put, LIST)                                                                                          \
    {                                                                                                                  \
        count, put, (const struct column[]){LIST(COLUMN)},                                                             \
            sizeof((const struct column[]){LIST(COLUMN)}) / sizeof(struct column)                                      \
    }

const struct column_set column_sets[] = {
    SET(count_functions, put_function, FUNCTIONS),
    SET(count_paths, put_path, PATHS),
    SET(count_ranks, put_ranks, RANKS),
    SET(count_rows, put_row, ROWS),
    SET(count_changes, put_change, CHANGES),
    SET(count_changed_paths, put_changed_path, CHANGED_PATHS),
    SET(count_slices, put_slice, SLICES),
    SET(count_waits, put_wait, WAITS),
};
const unsigned column_set_count = sizeof column_sets / sizeof *column_sets;
