/* columns_rows.c - what each thread of each rank did in the call paths that the page shows. */
#include "report/html/column.h"

#include <math.h>

static uint32_t count(const struct source *source)
{
    return column_over_ranks(source) ? source->row_count : 0;
}

static const struct profile_row *row_at(const struct source *source, uint32_t i)
{
    return &source->members.profile->rows[source->rows[i]];
}

static double row_location(const struct source *source, uint32_t i)
{
    return row_at(source, i)->location;
}

static double row_calls(const struct source *source, uint32_t i)
{
    return (double)row_at(source, i)->calls;
}

static double row_inclusive(const struct source *source, uint32_t i)
{
    return (double)row_at(source, i)->inclusive;
}

static double row_exclusive(const struct source *source, uint32_t i)
{
    return fmax(source->members.own[source->rows[i]], 0);
}

static double row_work(const struct source *source, uint32_t i)
{
    return fmax(source->members.work[source->rows[i]], 0);
}

static const struct column columns[] = {
    {"row.location", TYPE_U32, row_location},
    {"row.calls", TYPE_F32, row_calls},
    {"row.inclusive", TYPE_F32, row_inclusive},
    {"row.exclusive", TYPE_F64, row_exclusive}, /* to the nanosecond, for exports */
    {"row.work", TYPE_F32, row_work},
};

const struct column_set columns_rows = {count, columns, sizeof columns / sizeof *columns};
