/* columns_functions.c - functions and other regions: what all their calls took, and what they are in the coverage. */
#include "report/html/column.h"
#include "report/summary.h"

/* What a region is in the coverage; 0 is none of its entries. */
enum { COVERED_CALLED = 1, COVERED_NEVER, COVERED_NOT, COVERED_LIBRARY };

static uint32_t count(const struct source *source)
{
    return source->view->profile->region_count;
}

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

static double region_marks(const struct source *source, uint32_t i)
{
    const struct view_region *region = &source->view->regions[i];
    return (region->estimated ? MARK_ESTIMATED : 0) | (region->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (region->probes > region->exclusive ? MARK_OWN_DOUBTFUL : 0) | (region->unseen ? MARK_UNSEEN : 0) |
           (region->own_unseen ? MARK_OWN_UNSEEN : 0) | (region->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
}

/* Where it was called first, as node_first has it; 0 where that is not known. */
static double region_first(const struct source *source, uint32_t i)
{
    const struct profile_node *node = &source->view->profile->nodes[source->view->regions[i].first];
    return source->view->regions[i].calls.calls ? column_first(node) : 0;
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

static const struct column columns[] = {
    {"region.calls", TYPE_F64, region_calls},         {"region.inclusive", TYPE_F64, region_inclusive},
    {"region.exclusive", TYPE_F64, region_exclusive}, {"region.marks", TYPE_U8, region_marks},
    {"region.covered", TYPE_U8, region_covered},      {"region.first", TYPE_F64, region_first},
};

const struct column_set columns_functions = {count, columns, sizeof columns / sizeof *columns};
