/* columns_slices.c - of a page with a trace: when which calls ran, row by row of the timeline. */
#include "report/html/column.h"

static uint32_t count(const struct source *source)
{
    return source->slices ? source->slices->slice_count : 0;
}

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

static const struct column columns[] = {
    {"slice.begin", TYPE_F64, slice_begin},    {"slice.end", TYPE_F64, slice_end},
    {"slice.region", TYPE_U32, slice_region},  {"slice.calls", TYPE_U32, slice_calls},
    {"slice.several", TYPE_U8, slice_several},
};

const struct column_set columns_slices = {count, columns, sizeof columns / sizeof *columns};
