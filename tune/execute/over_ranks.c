/* over_ranks.c - see over_ranks.h. */
#include "tune/execute/over_ranks.h"

#include "report/view.h"

#include <math.h>
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

/* A child whose time is a part of its parent's. */
static bool within_parent(const struct profile *profile, uint32_t node)
{
    return node && profile->regions[profile->nodes[node].region].kind != REGION_THREAD;
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

/* One process: its tree says it all. */
static double of_one(const struct wanted *wanted)
{
    double sum = 0;
    for (uint32_t i = 0; i < wanted->view->profile->node_count; i++) {
        const struct view_node *node = &wanted->view->nodes[i];
        if (!counts(wanted, i))
            continue;
        sum += wanted->measure->metric == METRIC_CALLS       ? (double)wanted->view->profile->nodes[i].calls.calls
               : wanted->measure->metric == METRIC_EXCLUSIVE ? node->exclusive
                                                             : node->inclusive;
    }
    return sum;
}

/* Adds each row to the sum of its rank; `place` is a rank's place in `sums`. */
static void add_rows(const struct wanted *wanted, const uint32_t *place, double *sums)
{
    const struct profile *profile = wanted->view->profile;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        uint32_t parent = profile->nodes[row->node].parent;
        double *sum = &sums[place[row->location]];
        if (counts(wanted, row->node))
            *sum += wanted->measure->metric == METRIC_CALLS ? (double)row->calls : (double)row->inclusive;
        if (wanted->measure->metric == METRIC_EXCLUSIVE && within_parent(profile, row->node) && counts(wanted, parent))
            *sum -= (double)row->inclusive;
    }
}

static double one_of(enum over_ranks how, const double *sums, uint32_t count)
{
    double least = HUGE_VAL, most = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double value = fmax(sums[i], 0); /* estimates can leave less than nothing */
        least = fmin(least, value);
        most = fmax(most, value);
        sum += value;
    }
    return how == RANKS_MIN ? least : how == RANKS_MAX ? most : how == RANKS_SUM ? sum : sum / count;
}

bool over_ranks(const struct profile *profile, const struct measure *measure, double *number, struct arena *arena,
                struct error *error)
{
    struct view view;
    struct wanted wanted = {&view, measure};
    uint32_t ranks = profile->nodes[0].ranks.called, kept = 0;
    if (!view_make(&view, profile, SORT_INCLUSIVE, false, arena, error))
        return false;
    bool any = false;
    for (uint32_t i = 0; i < profile->node_count && !any; i++)
        any = counts(&wanted, i);
    if (!any)
        return complain(&wanted, arena, error);
    double unit = measure->metric == METRIC_CALLS ? 1 : 1e-12;
    if (ranks <= 1 || !profile->row_count) {
        if (ranks > 1 && measure->ranks != RANKS_SUM)
            return error_set(error, ERROR_PROFILE, "its profile does not say what each rank did; unset INSTR_RANKS");
        *number = fmax(of_one(&wanted), 0) * unit;
        return true;
    }
    /* Locations stand in the order of their ranks. */
    uint32_t *place = arena_array(arena, profile->location_count, sizeof *place);
    double *sums = arena_array(arena, profile->location_count, sizeof *sums);
    if (!place || !sums)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 0; i < profile->location_count; i++)
        place[i] = i && profile->locations[i].rank != profile->locations[i - 1].rank ? ++kept : kept;
    if (kept + 1 < ranks)
        return error_set(error, ERROR_PROFILE, "its profile has %u of %u ranks; set INSTR_RANKS=all", kept + 1, ranks);
    add_rows(&wanted, place, sums);
    *number = one_of(measure->ranks, sums, ranks) * unit;
    return true;
}
