/* contexts.c - of how many ranks a statistic is: what the file does not hold, see canonical.h. */
#include "profile/canonical.h"
#include "profile/communicator.h"

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Of a node: the ranks of the nearest context around it. */
static void set_nodes(struct profile *profile)
{
    uint32_t next = 0; /* in the traffic */
    for (uint32_t i = 0; i < profile->node_count; i++) {
        struct profile_node *node = &profile->nodes[i];
        uint32_t around = node->ranks.called;
        while (next < profile->traffic_count && profile->traffic[next].node < i)
            next++;
        if (i && profile->regions[node->region].kind == REGION_CONTEXT)
            around = communicators_members(profile, next, i);
        else if (i)
            around = profile->nodes[node->parent].ranks.in_context;
        node->ranks.in_context = larger(node->ranks.called, around);
    }
}

void profile_set_contexts(struct profile *profile)
{
    set_nodes(profile);
    uint32_t all = profile->nodes[0].ranks.called; /* each of which could have called a region */
    for (uint32_t i = 0; i < profile->value_count; i++) {
        struct profile_value *value = &profile->values[i];
        value->ranks.in_context = larger(value->ranks.called, profile->nodes[value->node].ranks.in_context);
    }
    for (uint32_t i = 0; i < profile->region_value_count; i++) {
        struct profile_region_value *value = &profile->region_values[i];
        value->total.in_context = value->own.in_context = larger(value->total.called, all);
    }
    for (uint32_t i = 0; i < profile->extremes_count; i++) {
        struct profile_extremes *extremes = &profile->extremes[i];
        extremes->calls.in_context = extremes->total.in_context = extremes->own.in_context =
            larger(extremes->total.called, all);
    }
}
