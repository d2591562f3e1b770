/* over_ranks.c - see over_ranks.h. */
#include "tune/execute/over_ranks.h"

#include "report/derive/members.h"
#include "report/show/text.h"

#include <string.h>

/* The nodes whose numbers are the region's. */
struct wanted {
    const struct view *view;
    const struct measure *measure;
};

static bool is_region(const struct profile *profile, uint32_t node, const char *name)
{
    return !strcmp(profile->regions[profile->nodes[node].region].name, name);
}

static bool counts(const struct wanted *wanted, uint32_t node)
{
    if (!wanted->measure->region)
        return node == 0;
    return is_region(wanted->view->profile, node, wanted->measure->region) &&
           (wanted->measure->metric != METRIC_INCLUSIVE || wanted->view->nodes[node].outermost);
}

static bool complain(const struct wanted *wanted, struct arena *arena, struct error *error)
{
    const struct profile *profile = wanted->view->profile;
    const char *known = "";
    unsigned count = 0;
    for (uint32_t i = 1; known && i < profile->node_count && count < 6; i++)
        if (profile->nodes[i].parent == 0 || profile->nodes[profile->nodes[i].parent].parent == 0) {
            known = arena_printf(arena, "%s%s%s", known, count ? ", " : "",
                                 profile->regions[profile->nodes[i].region].name);
            count++;
        }
    return error_set(error, ERROR_PROFILE, "the region '%s' is not in its profile%s%s", wanted->measure->region,
                     count ? "; there are " : "", known ? known : "");
}

/* Adds what each rank did to its sum. */
static void add_rows(const struct wanted *wanted, const struct members *members, double *sums)
{
    for (uint32_t i = 0; i < members->profile->row_count; i++) {
        const struct profile_row *row = &members->profile->rows[i];
        if (counts(wanted, row->node))
            sums[members->of_location[row->location]] += wanted->measure->metric == METRIC_CALLS ? (double)row->calls
                                                         : wanted->measure->metric == METRIC_EXCLUSIVE
                                                             ? members->own[i]
                                                             : (double)row->inclusive;
    }
    /* Estimates can leave less than nothing. */
    for (uint32_t i = 0; i < members->count; i++)
        sums[i] = sums[i] > 0 ? sums[i] : 0;
}

bool over_ranks(const struct profile *profile, const struct measure *measure, double *number, struct arena *arena,
                struct error *error)
{
    struct view view;
    struct members members;
    struct wanted wanted = {&view, measure};
    bool any = false;
    if (!view_make(&view, profile, SORT_INCLUSIVE, false, arena, error) || !members_make(&members, &view, arena, error))
        return false;
    for (uint32_t i = 0; i < profile->node_count && !any; i++)
        any = counts(&wanted, i);
    if (!any)
        return complain(&wanted, arena, error);
    if (!members.all)
        return error_set(error, ERROR_PROFILE, "its profile says of %u of %u ranks what they did; set INSTR_RANKS=all",
                         members.count, profile->nodes[0].ranks.called);
    double *sums = arena_array(arena, members.count, sizeof *sums);
    if (!sums)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    add_rows(&wanted, &members, sums);
    struct member_stat stat = members_stat(&members, sums);
    double value = measure->ranks == RANKS_MIN   ? stat.min
                   : measure->ranks == RANKS_MAX ? stat.max
                   : measure->ranks == RANKS_SUM ? stat.mean * members.count
                                                 : stat.mean;
    *number = measure->metric == METRIC_CALLS ? value : seconds(value);
    return true;
}
