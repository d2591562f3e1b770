/* value.c - see value.h. */
#include "profile/value.h"

static struct u128 larger(struct u128 a, struct u128 b)
{
    return u128_compare(a, b) >= 0 ? a : b;
}

struct u128 value_join(struct u128 a, struct u128 b, uint32_t rule)
{
    return rule == METRIC_MAX ? larger(a, b) : u128_add(a, b);
}

void value_merge(struct profile_value *value, const struct profile_value *other, uint32_t rule)
{
    value->own = value_join(value->own, other->own, rule);
    stat_ranks_merge(&value->ranks, &other->ranks);
}
