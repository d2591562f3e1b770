/* waiting_sites.c - see waiting_sites.h. */
#include "report/derive/waiting_sites.h"

#include "base/sort.h"

#include <stddef.h>
#include <stdlib.h>

const char *waiting_site(const struct view *view, const struct profile_call_site *site, struct arena *arena)
{
    return *site->site ? arena_printf(arena, "%s", view_file(view, site->site)) : "unknown call site";
}

/* The place of the first that is of `node`, or of a node behind it. */
static uint32_t first_of(const struct profile *profile, uint32_t node)
{
    return (uint32_t)sort_lower_bound32(profile->call_sites, profile->call_site_count, sizeof *profile->call_sites,
                                        offsetof(struct profile_call_site, node), node);
}

static uint64_t time_of(const struct profile_call_site *site, bool delays)
{
    return delays ? site->delay.all : site->waiting.all;
}

const struct profile_call_site *waiting_dearest(const struct profile *profile, uint32_t node, bool delays,
                                                uint32_t *count)
{
    const struct profile_call_site *dearest = NULL;
    *count = 0;
    for (uint32_t i = first_of(profile, node); i < profile->call_site_count && profile->call_sites[i].node == node;
         i++) {
        const struct profile_call_site *site = &profile->call_sites[i];
        if (!time_of(site, delays))
            continue;
        ++*count;
        if (!dearest || time_of(site, delays) > time_of(dearest, delays))
            dearest = site;
    }
    return dearest;
}

const char *waiting_sites_text(const struct view *view, uint32_t node, bool delays, struct arena *arena)
{
    uint32_t count;
    const struct profile_call_site *dearest = waiting_dearest(view->profile, node, delays, &count);
    const char *text = dearest ? waiting_site(view, dearest, arena) : "";
    return count < 2 || !text ? text : arena_printf(arena, "%s and %u more", text, count - 1);
}

static uint64_t most_of(const struct profile_call_site *site)
{
    return site->waiting.all > site->delay.all ? site->waiting.all : site->delay.all;
}

static int compare(const void *left, const void *right)
{
    const struct profile_call_site *a = *(const struct profile_call_site *const *)left;
    const struct profile_call_site *b = *(const struct profile_call_site *const *)right;
    uint64_t x = most_of(a), y = most_of(b);
    return x != y ? (x < y) - (x > y) : (a > b) - (a < b);
}

const struct profile_call_site **waiting_sites(const struct profile *profile, struct arena *arena)
{
    const struct profile_call_site **sites = arena_array(arena, profile->call_site_count, sizeof *sites);
    for (uint32_t i = 0; sites && i < profile->call_site_count; i++)
        sites[i] = &profile->call_sites[i];
    if (sites && profile->call_site_count)
        qsort(sites, profile->call_site_count, sizeof *sites, compare);
    return sites;
}
