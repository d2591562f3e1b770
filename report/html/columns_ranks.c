/* columns_ranks.c - the call paths that the page shows, over ranks: the spread of their times, and of the work in them. */
#include "report/html/column.h"

static uint32_t count(const struct source *source)
{
    return column_over_ranks(source) ? source->choice.count : 0;
}

static const struct profile_node *node_at(const struct source *source, uint32_t i)
{
    return &source->view->profile->nodes[source->choice.nodes[i]];
}

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

static double work_waited(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->waited;
}

static double work_noise(const struct source *source, uint32_t i)
{
    return balance_at(source, i)->noise;
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

static const struct column columns[] = {
    {"ranks.called", TYPE_U32, ranks_called}, {"ranks.context", TYPE_U32, ranks_context},
    {"ranks.min", TYPE_F32, ranks_min},       {"ranks.mean", TYPE_F32, ranks_mean},
    {"ranks.max", TYPE_F32, ranks_max},       {"ranks.rankOfMax", TYPE_U32, ranks_rank_of_max},
    {"ranks.p5", TYPE_F32, ranks_p5},         {"ranks.p50", TYPE_F32, ranks_p50},
    {"ranks.p95", TYPE_F32, ranks_p95},       {"work.mean", TYPE_F32, work_mean},
    {"work.max", TYPE_F32, work_max},         {"work.rankOfMax", TYPE_U32, work_rank_of_max},
    {"work.waited", TYPE_F32, work_waited},   {"work.noise", TYPE_F32, work_noise},
    {"work.repeats", TYPE_U8, work_repeats},  {"ranks.rows", TYPE_U32, ranks_rows},
};

const struct column_set columns_ranks = {count, columns, sizeof columns / sizeof *columns};
