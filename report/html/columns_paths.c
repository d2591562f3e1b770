/* columns_paths.c - the call paths that the page shows: the tree, and what all ranks took in each of them. */
#include "report/html/column.h"

#include <math.h>

static uint32_t count(const struct source *source)
{
    return source->choice.count;
}

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
    double first = column_first(node_at(source, i));
    return first > 0 ? first : (double)INFINITY;
}

static double node_flags(const struct source *source, uint32_t i)
{
    return node_at(source, i)->flags;
}

static double node_marks(const struct source *source, uint32_t i)
{
    const struct view_node *node = shown_at(source, i);
    return (node->estimated ? MARK_ESTIMATED : 0) | (node->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (node->probes > node->exclusive ? MARK_OWN_DOUBTFUL : 0) |
           (node->unseen ? MARK_UNSEEN | MARK_OWN_UNSEEN : 0) | (node->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
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

/* What the inclusive time may be off by. */
static double node_error(const struct source *source, uint32_t i)
{
    return sqrt(node_at(source, i)->calls.error2);
}

static bool is_known(const struct source *source, uint32_t i)
{
    const struct view_node *node = shown_at(source, i);
    return stat_calls_known(&node_at(source, i)->calls, view_shown(node->inclusive, node->unseen));
}

/* Not a number where nothing is known of single calls. */
static double node_min(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return is_known(source, i) ? (double)calls->min : NAN;
}

static double node_max(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return is_known(source, i) ? (double)calls->max : NAN;
}

static double node_deviation(const struct source *source, uint32_t i)
{
    const struct stat_calls *calls = &node_at(source, i)->calls;
    return is_known(source, i) ? calls_deviation(calls) * 1e12 : NAN;
}

static const struct column columns[] = {
    {"node.region", TYPE_U32, node_region},
    {"node.parent", TYPE_U32, node_parent},
    {"node.flags", TYPE_U8, node_flags},
    {"node.marks", TYPE_U8, node_marks},
    {"node.left", TYPE_U32, node_left},
    {"node.first", TYPE_F64, node_first},
    {"node.calls", TYPE_F64, node_calls},
    {"node.inclusive", TYPE_F64, node_inclusive},
    {"node.exclusive", TYPE_F64, node_exclusive},
    {"node.error", TYPE_F32, node_error},
    {"node.min", TYPE_F32, node_min},
    {"node.max", TYPE_F32, node_max},
    {"node.deviation", TYPE_F32, node_deviation},
};

const struct column_set columns_paths = {count, columns, sizeof columns / sizeof *columns};
