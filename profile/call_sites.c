/* call_sites.c - see call_sites.h. */
#include "profile/call_sites.h"

#include "profile/canonical.h"

#include <string.h>

int call_site_compare(const struct profile_call_site *a, const struct profile_call_site *b)
{
    return a->node != b->node ? (a->node > b->node) - (a->node < b->node) : strcmp(a->site, b->site);
}

static void merge_time(struct profile_site_time *time, const struct profile_site_time *other)
{
    bool more = other->most > time->most || (other->most == time->most && other->rank < time->rank);
    time->all = saturating_add(time->all, other->all);
    if (!more)
        return;
    time->most = other->most;
    time->rank = other->rank;
}

void call_site_merge(struct profile_call_site *site, const struct profile_call_site *other)
{
    merge_time(&site->waiting, &other->waiting);
    merge_time(&site->delay, &other->delay);
}
