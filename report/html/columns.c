/* columns.c - see columns.h. */
#include "report/html/columns.h"

#include "report/summary.h"

#include <math.h>
#include <string.h>

enum column_type { TYPE_U8, TYPE_U32, TYPE_F32, TYPE_F64 };
static const char *const type_names[] = {"u8", "u32", "f32", "f64"};
static const unsigned type_sizes[] = {1, 4, 4, 8};

/* What a column is of. */
enum column_of { OF_REGION, OF_NODE, OF_RANKS, OF_ROW, OF_CHANGE, OF_CHANGED_PATH, OF_SLICE };

/* What stands before a time, and what is not in the 100%. */
enum { MARK_ESTIMATED = 1, MARK_OWN_ESTIMATED = 2, MARK_OWN_DOUBTFUL = 4, MARK_NOT_BEFORE = 8, MARK_NOT_AFTER = 16 };

/* What a region is in the coverage; 0 is none of its entries. */
enum { COVERED_CALLED = 1, COVERED_NEVER, COVERED_NOT, COVERED_LIBRARY };

typedef double column_value(const struct source *source, uint32_t i);

/* Numbers in the order of first calls; 0 where it is not known. */
static double first_number(const struct profile_node *node)
{
    return node->first ? (double)((uint64_t)node->first_rank << 32 | node->first) : 0;
}

/* --- of regions --- */

static double region_calls(const struct source *source, uint32_t i)
{
    return (double)source->view->regions[i].calls.calls;
}

static double region_inclusive(const struct source *source, uint32_t i)
{
    return source->view->regions[i].inclusive;
}

static double region_exclusive(const struct source *source, uint32_t i)
{
    return source->view->regions[i].exclusive;
}

static double marks(bool estimated, bool own_estimated, double own, double probes)
{
    return (estimated ? MARK_ESTIMATED : 0) | (own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (probes > own ? MARK_OWN_DOUBTFUL : 0);
}

static double region_marks(const struct source *source, uint32_t i)
{
    const struct view_region *region = &source->view->regions[i];
    return marks(region->estimated, region->own_estimated, region->exclusive, region->probes);
}

/* Where it was called first, as node_first has it; 0 where that is not known. */
static double region_first(const struct source *source, uint32_t i)
{
    const struct profile_node *node = &source->view->profile->nodes[source->view->regions[i].first];
    return source->view->regions[i].calls.calls ? first_number(node) : 0;
}

static double region_covered(const struct source *source, uint32_t i)
{
    const struct view *view = source->view;
    if (view->profile->regions[i].kind != REGION_FUNCTION || coverage_repeats(view, i))
        return 0;
    if (coverage_of_library(view, i))
        return COVERED_LIBRARY;
    return *view->profile->regions[i].reason ? COVERED_NOT
           : view->regions[i].calls.calls    ? COVERED_CALLED
                                             : COVERED_NEVER;
}

/* --- of call paths --- */

static const struct profile_node *node_at(const struct source *source, uint32_t i)
{
    return &source->view->profile->nodes[source->choice.nodes[i]];
}

static const struct view_node *shown_at(const struct source *source, uint32_t i)
{
    return &source->view->nodes[source->choice.nodes[i]];
}

static double node_region(const struct source *source, uint32_t i)
{
    return node_at(source, i)->region;
}

static double node_parent(const struct source *source, uint32_t i)
{
    return i ? source->choice.place[node_at(source, i)->parent] : 0;
}

/* Infinite where it is not known. */
static double node_first(const struct source *source, uint32_t i)
{
    double first = first_number(node_at(source, i));
    return first > 0 ? first : (double)INFINITY;
}

static double node_flags(const struct source *source, uint32_t i)
{
    return node_at(source, i)->flags;
}

static double node_marks(const struct source *source, uint32_t i)
{
    const struct view_node *node = shown_at(source, i);
    return marks(node->estimated, node->own_estimated, node->exclusive, node->probes);
}

static double node_left(const struct source *source, uint32_t i)
{
    return source->choice.below[source->choice.nodes[i]];
}

static double node_calls(const struct source *source, uint32_t i)
{
    return (double)node_at(source, i)->calls.calls;
}

static double node_inclusive(const struct source *source, uint32_t i)
{
    return shown_at(source, i)->inclusive;
}

static double node_exclusive(const struct source *source, uint32_t i)
{
    return shown_at(source, i)->exclusive;
}

/* Not a number where nothing is known of single calls. */
static double node_min(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return stat_calls_known(calls, shown_at(source, i)->inclusive) ? (double)calls->min : NAN;
}

static double node_max(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return stat_calls_known(calls, shown_at(source, i)->inclusive) ? (double)calls->max : NAN;
}

static double node_deviation(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return stat_calls_known(calls, shown_at(source, i)->inclusive) ? calls_deviation(calls) * 1e12 : NAN;
}

/* --- of call paths, over ranks --- */

static double ranks_called(const struct source *source, uint32_t i)
{
    return node_at(source, i)->ranks.called;
}

static double ranks_context(const struct source *source, uint32_t i)
{
    return node_at(source, i)->ranks.in_context;
}

static double ranks_min(const struct source *source, uint32_t i)
{
    return (double)stat_ranks_min(&node_at(source, i)->ranks);
}

static double ranks_mean(const struct source *source, uint32_t i)
{
    return stat_ranks_mean(&node_at(source, i)->ranks);
}

static double ranks_max(const struct source *source, uint32_t i)
{
    return (double)node_at(source, i)->ranks.max;
}

static double ranks_rank_of_max(const struct source *source, uint32_t i)
{
    return node_at(source, i)->ranks.max_rank;
}

static double percentile(const struct source *source, uint32_t i, double part)
{
    double value;
    members_percentiles(&source->members, source->choice.nodes[i], &part, 1, &value);
    return value;
}

static double ranks_p5(const struct source *source, uint32_t i)
{
    return percentile(source, i, 0.05);
}

static double ranks_p50(const struct source *source, uint32_t i)
{
    return percentile(source, i, 0.5);
}

static double ranks_p95(const struct source *source, uint32_t i)
{
    return percentile(source, i, 0.95);
}

static const struct balance_path *balance_at(const struct source *source, uint32_t i)
{
    static const struct balance_path none;
    const struct balance_path *path = source->balance_of[source->choice.nodes[i]];
    return path ? path : &none;
}

static double work_mean(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->mean;
}

static double work_max(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->max;
}

static double work_rank_of_max(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->max_rank;
}

static double work_excess(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->excess;
}

static double work_repeats(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->repeats;
}

static double ranks_rows(const struct source *source, uint32_t i)
{
    const uint32_t *first = &source->members.first_row[source->choice.nodes[i]];
    return first[1] - first[0];
}

/* --- of rows: those of the call paths shown, in their order --- */

static double row_location(const struct source *source, uint32_t i)
{
    return source->members.profile->rows[i].location;
}

static double row_calls(const struct source *source, uint32_t i)
{
    return (double)source->members.profile->rows[i].calls;
}

static double row_inclusive(const struct source *source, uint32_t i)
{
    return (double)source->members.profile->rows[i].inclusive;
}

static double row_exclusive(const struct source *source, uint32_t i)
{
    return fmax(source->members.own[i], 0);
}

static double row_work(const struct source *source, uint32_t i)
{
    return fmax(source->members.work[i], 0);
}

/* --- of what changed: of functions, the largest change first; of call paths, a parent before its children --- */

static const struct change *change_at(const struct source *source, uint32_t i)
{
    return &source->compared->by_function.list[i];
}

static const struct change *changed_path_at(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].change;
}

static double change_before(const struct source *source, uint32_t i)
{
    return change_at(source, i)->own[0];
}

static double change_after(const struct source *source, uint32_t i)
{
    return change_at(source, i)->own[1];
}

static double change_noise(const struct source *source, uint32_t i)
{
    return change_at(source, i)->noise;
}

static double change_calls_before(const struct source *source, uint32_t i)
{
    return change_at(source, i)->calls[0];
}

static double change_calls_after(const struct source *source, uint32_t i)
{
    return change_at(source, i)->calls[1];
}

static double marks_of_change(const struct change *change)
{
    return marks(false, change->estimated, 0, 0) + (change->left_alone[0] ? MARK_NOT_BEFORE : 0) +
           (change->left_alone[1] ? MARK_NOT_AFTER : 0);
}

static double change_marks(const struct source *source, uint32_t i)
{
    return marks_of_change(change_at(source, i));
}

static double changed_path_name(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].name;
}

static double changed_path_above(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].parent;
}

static double changed_path_before(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->own[0];
}

static double changed_path_after(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->own[1];
}

static double changed_path_all_before(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].all[0];
}

static double changed_path_all_after(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].all[1];
}

static double changed_path_marks(const struct source *source, uint32_t i)
{
    return marks_of_change(changed_path_at(source, i));
}

static double changed_path_noise(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->noise;
}

static double changed_path_calls_before(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->calls[0];
}

static double changed_path_calls_after(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->calls[1];
}

/* --- all of them --- */

/* --- of slices, row by row --- */

static const struct page_slice *slice_at(const struct source *source, uint32_t i)
{
    static const struct page_row *row; /* of the one asked for last: they are asked for in their order */
    static uint32_t first;
    const struct page_slices *slices = source->slices;
    if (!row || !i || i < first) {
        row = slices->rows;
        first = 0;
    }
    while (i - first >= row->count)
        first += row++->count;
    return &row->slices[i - first];
}

static double slice_begin(const struct source *source, uint32_t i)
{
    return slice_at(source, i)->begin;
}

static double slice_end(const struct source *source, uint32_t i)
{
    return slice_at(source, i)->end;
}

static double slice_region(const struct source *source, uint32_t i)
{
    return slice_at(source, i)->most.region;
}

static double slice_calls(const struct source *source, uint32_t i)
{
    return slice_at(source, i)->calls;
}

static double slice_several(const struct source *source, uint32_t i)
{
    return slice_at(source, i)->several;
}

static const struct column {
    enum column_of of;
    const char *name;
    enum column_type type;
    column_value *value;
} columns[] = {
    {OF_REGION, "region.calls", TYPE_F64, region_calls},
    {OF_REGION, "region.inclusive", TYPE_F64, region_inclusive},
    {OF_REGION, "region.exclusive", TYPE_F64, region_exclusive},
    {OF_REGION, "region.marks", TYPE_U8, region_marks},
    {OF_REGION, "region.covered", TYPE_U8, region_covered},
    {OF_REGION, "region.first", TYPE_F64, region_first},
    {OF_NODE, "node.region", TYPE_U32, node_region},
    {OF_NODE, "node.parent", TYPE_U32, node_parent},
    {OF_NODE, "node.flags", TYPE_U8, node_flags},
    {OF_NODE, "node.marks", TYPE_U8, node_marks},
    {OF_NODE, "node.left", TYPE_U32, node_left},
    {OF_NODE, "node.first", TYPE_F64, node_first},
    {OF_NODE, "node.calls", TYPE_F64, node_calls},
    {OF_NODE, "node.inclusive", TYPE_F64, node_inclusive},
    {OF_NODE, "node.exclusive", TYPE_F64, node_exclusive},
    {OF_NODE, "node.min", TYPE_F32, node_min},
    {OF_NODE, "node.max", TYPE_F32, node_max},
    {OF_NODE, "node.deviation", TYPE_F32, node_deviation},
    {OF_RANKS, "ranks.called", TYPE_U32, ranks_called},
    {OF_RANKS, "ranks.context", TYPE_U32, ranks_context},
    {OF_RANKS, "ranks.min", TYPE_F32, ranks_min},
    {OF_RANKS, "ranks.mean", TYPE_F32, ranks_mean},
    {OF_RANKS, "ranks.max", TYPE_F32, ranks_max},
    {OF_RANKS, "ranks.rankOfMax", TYPE_U32, ranks_rank_of_max},
    {OF_RANKS, "ranks.p5", TYPE_F32, ranks_p5},
    {OF_RANKS, "ranks.p50", TYPE_F32, ranks_p50},
    {OF_RANKS, "ranks.p95", TYPE_F32, ranks_p95},
    {OF_RANKS, "work.mean", TYPE_F32, work_mean},
    {OF_RANKS, "work.max", TYPE_F32, work_max},
    {OF_RANKS, "work.rankOfMax", TYPE_U32, work_rank_of_max},
    {OF_RANKS, "work.excess", TYPE_F32, work_excess},
    {OF_RANKS, "work.repeats", TYPE_U8, work_repeats},
    {OF_RANKS, "ranks.rows", TYPE_U32, ranks_rows},
    {OF_ROW, "row.location", TYPE_U32, row_location},
    {OF_ROW, "row.calls", TYPE_F32, row_calls},
    {OF_ROW, "row.inclusive", TYPE_F32, row_inclusive},
    {OF_ROW, "row.exclusive", TYPE_F64, row_exclusive}, /* to the nanosecond, for exports */
    {OF_ROW, "row.work", TYPE_F32, row_work},
    {OF_CHANGE, "change.before", TYPE_F64, change_before},
    {OF_CHANGE, "change.after", TYPE_F64, change_after},
    {OF_CHANGE, "change.noise", TYPE_F64, change_noise},
    {OF_CHANGE, "change.callsBefore", TYPE_F64, change_calls_before},
    {OF_CHANGE, "change.callsAfter", TYPE_F64, change_calls_after},
    {OF_CHANGE, "change.marks", TYPE_U8, change_marks},
    {OF_CHANGED_PATH, "changedPath.name", TYPE_U32, changed_path_name},
    {OF_CHANGED_PATH, "changedPath.above", TYPE_U32, changed_path_above},
    {OF_CHANGED_PATH, "changedPath.before", TYPE_F64, changed_path_before},
    {OF_CHANGED_PATH, "changedPath.after", TYPE_F64, changed_path_after},
    {OF_CHANGED_PATH, "changedPath.allBefore", TYPE_F64, changed_path_all_before},
    {OF_CHANGED_PATH, "changedPath.allAfter", TYPE_F64, changed_path_all_after},
    {OF_CHANGED_PATH, "changedPath.marks", TYPE_U8, changed_path_marks},
    {OF_CHANGED_PATH, "changedPath.noise", TYPE_F32, changed_path_noise},
    {OF_CHANGED_PATH, "changedPath.callsBefore", TYPE_F64, changed_path_calls_before},
    {OF_CHANGED_PATH, "changedPath.callsAfter", TYPE_F64, changed_path_calls_after},
    {OF_SLICE, "slice.begin", TYPE_F64, slice_begin},
    {OF_SLICE, "slice.end", TYPE_F64, slice_end},
    {OF_SLICE, "slice.region", TYPE_U32, slice_region},
    {OF_SLICE, "slice.calls", TYPE_U32, slice_calls},
    {OF_SLICE, "slice.several", TYPE_U8, slice_several},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Behind them, of each metric: of a call path with what is below and alone, of a region likewise. */
static const struct {
    enum column_of of;
    const char *name;
} metric_columns[] = {{OF_NODE, "node.metric"},
                      {OF_NODE, "node.ownMetric"},
                      {OF_REGION, "region.metric"},
                      {OF_REGION, "region.ownMetric"}};
enum { METRIC_COLUMN_KINDS = sizeof metric_columns / sizeof *metric_columns };

static double metric_value(const struct metric_shown *metric, const struct source *source, unsigned kind, uint32_t i)
{
    const double *const of[METRIC_COLUMN_KINDS] = {metric->inclusive, metric->own, metric->region_inclusive,
                                                   metric->region_own};
    return of[kind][metric_columns[kind].of == OF_NODE ? source->choice.nodes[i] : i];
}

/* The rows of all call paths that are shown. */
static uint32_t count_rows(const struct source *source)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < source->choice.count; i++)
        count += (uint32_t)ranks_rows(source, i);
    return count;
}

/* Of one rank nothing is to be said over ranks. */
static uint32_t count_of(const struct source *source, enum column_of of)
{
    bool ranks = source->members.count > 1 || source->view->profile->nodes[0].ranks.called > 1;
    switch (of) {
    case OF_REGION:
        return source->view->profile->region_count;
    case OF_NODE:
        return source->choice.count;
    case OF_RANKS:
        return ranks ? source->choice.count : 0;
    case OF_ROW:
        return ranks ? count_rows(source) : 0;
    case OF_CHANGE:
        return source->compared ? source->compared->by_function.count : 0;
    case OF_CHANGED_PATH:
        return source->compared ? source->compared->shown_count : 0;
    case OF_SLICE:
        return source->slices ? source->slices->slice_count : 0;
    }
    return 0;
}

void columns_list(FILE *stream, const struct source *source)
{
    putc('[', stream);
    for (unsigned i = 0; i < COLUMNS; i++)
        fprintf(stream, "%s[\"%s\",\"%s\",%u]", i ? "," : "", columns[i].name, type_names[columns[i].type],
                count_of(source, columns[i].of));
    for (unsigned i = 0; i < source->metrics.count * METRIC_COLUMN_KINDS; i++) {
        unsigned kind = i % METRIC_COLUMN_KINDS;
        fprintf(stream, ",[\"%s%u\",\"%s\",%u]", metric_columns[kind].name, i / METRIC_COLUMN_KINDS,
                type_names[TYPE_F64], count_of(source, metric_columns[kind].of));
    }
    putc(']', stream);
}

static uint64_t bits_of(enum column_type type, double value)
{
    uint64_t bits = 0;
    uint32_t half;
    float single = (float)value;
    switch (type) {
    case TYPE_U8:
    case TYPE_U32:
        return (uint64_t)value;
    case TYPE_F32:
        memcpy(&half, &single, sizeof half);
        return half;
    case TYPE_F64:
        memcpy(&bits, &value, sizeof bits);
    }
    return bits;
}

struct planes {
    unsigned char *bytes;
    size_t count, used;
    enum column_type type;
    column_value *value;
};

static void put_number(struct planes *planes, double value)
{
    uint64_t bits = bits_of(planes->type, value);
    for (unsigned plane = 0; plane < type_sizes[planes->type]; plane++)
        planes->bytes[plane * planes->count + planes->used] = (unsigned char)(bits >> 8 * plane);
    planes->used++;
}

static void put_value(struct planes *planes, const struct source *source, uint32_t i)
{
    put_number(planes, planes->value(source, i));
}

/* The rows of one node follow each other; between those of two nodes may be some that are not shown. */
static void put_rows(struct planes *planes, const struct source *source)
{
    for (uint32_t i = 0; i < source->choice.count; i++) {
        const uint32_t *first = &source->members.first_row[source->choice.nodes[i]];
        for (uint32_t row = first[0]; row < first[1]; row++)
            put_value(planes, source, row);
    }
}

/* The bytes of a column, or false without memory. */
static bool planes_begin(struct planes *planes, uint32_t count, enum column_type type, struct arena *arena)
{
    *planes = (struct planes){.count = count, .type = type, .bytes = arena_array(arena, count, type_sizes[type])};
    return planes->bytes != NULL;
}

static void planes_end(const struct planes *planes, struct pack *pack, struct arena *arena)
{
    pack_put(pack, planes->bytes, planes->count * type_sizes[planes->type]);
    arena_clear(arena);
}

bool columns_put(struct pack *pack, const struct source *source, struct error *error)
{
    struct arena scratch = {0};
    struct planes planes;
    bool done = true;
    for (unsigned i = 0; done && i < COLUMNS; i++) {
        done = planes_begin(&planes, count_of(source, columns[i].of), columns[i].type, &scratch);
        planes.value = columns[i].value;
        if (done && planes.count && columns[i].of == OF_ROW)
            put_rows(&planes, source);
        for (uint32_t k = 0; done && columns[i].of != OF_ROW && k < planes.count; k++)
            put_value(&planes, source, k);
        if (done)
            planes_end(&planes, pack, &scratch);
    }
    for (unsigned i = 0; done && i < source->metrics.count * METRIC_COLUMN_KINDS; i++) {
        unsigned kind = i % METRIC_COLUMN_KINDS;
        done = planes_begin(&planes, count_of(source, metric_columns[kind].of), TYPE_F64, &scratch);
        for (uint32_t k = 0; done && k < planes.count; k++)
            put_number(&planes, metric_value(&source->metrics.of[i / METRIC_COLUMN_KINDS], source, kind, k));
        if (done)
            planes_end(&planes, pack, &scratch);
    }
    arena_free(&scratch);
    return done || error_set(error, ERROR_INTERNAL, "out of memory");
}
