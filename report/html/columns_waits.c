/* columns_waits.c - which rank waited how long for which other. */
#include "report/html/column.h"

static uint32_t count(const struct source *source)
{
    return source->view->profile->wait_count;
}

static const struct profile_wait *wait_at(const struct source *source, uint32_t i)
{
    return &source->view->profile->waits[i];
}

static double wait_rank(const struct source *source, uint32_t i)
{
    return wait_at(source, i)->rank;
}

static double wait_late(const struct source *source, uint32_t i)
{
    return wait_at(source, i)->late;
}

static double wait_time(const struct source *source, uint32_t i)
{
    return 1000 * (double)wait_at(source, i)->ns;
}

static const struct column columns[] = {
    {"wait.rank", TYPE_U32, wait_rank},
    {"wait.late", TYPE_U32, wait_late},
    {"wait.time", TYPE_F64, wait_time},
};

const struct column_set columns_waits = {count, columns, sizeof columns / sizeof *columns};
