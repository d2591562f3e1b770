/* column.c - see column.h. */
#include "report/html/column.h"

double column_first(const struct profile_node *node)
{
    return node->first ? (double)((uint64_t)node->first_rank << 32 | node->first) : 0;
}

bool column_over_ranks(const struct source *source)
{
    return source->members.count > 1 || source->view->profile->nodes[0].ranks.called > 1;
}
