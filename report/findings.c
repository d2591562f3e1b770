/* findings.c - see findings.h. */
#include "report/findings.h"

#include "report/runs.h"
#include "report/text.h"

/* The places of the largest of `own`, largest first; those that took nothing are left out. What was not seen is not hot. */
static uint32_t pick(const double *own, uint32_t count, uint32_t picked[FINDINGS_SHOWN])
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (own[i] <= 0 || (used == FINDINGS_SHOWN && own[i] <= own[picked[FINDINGS_SHOWN - 1]]))
            continue;
        uint32_t at = used < FINDINGS_SHOWN ? used++ : FINDINGS_SHOWN - 1;
        for (; at > 0 && own[picked[at - 1]] < own[i]; at--)
            picked[at] = picked[at - 1];
        picked[at] = i;
    }
    return used;
}

static bool find_functions(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *own = arena_array(scratch, profile->region_count, sizeof *own);
    if (!own)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind != REGION_ROOT && !view->regions[i].own_unseen)
            own[i] = view->regions[i].exclusive;
    findings->function_count = pick(own, profile->region_count, findings->functions);
    return true;
}

/* Paths that have at least half of what their function took itself: of a function that is called from everywhere none tells
 * more than the function's own row. */
static bool find_paths(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *own = arena_array(scratch, profile->node_count, sizeof *own);
    uint32_t *top = arena_array(scratch, profile->region_count, sizeof *top);
    if (!own || !top)
        return false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        uint32_t region = profile->nodes[i].region;
        if (!findings->paths_of[region]++ || view->nodes[i].exclusive > view->nodes[top[region]].exclusive)
            top[region] = i;
    }
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (findings->paths_of[i] && !view->nodes[top[i]].unseen &&
            view->nodes[top[i]].exclusive * 2 >= view->regions[i].exclusive)
            own[top[i]] = view->nodes[top[i]].exclusive;
    findings->path_count = pick(own, profile->node_count, findings->paths);
    return true;
}

/* Null where MPI was not called. */
static const char *say_mpi(const struct balance *balance, struct arena *arena)
{
    const struct view *view = balance->view;
    const struct profile *profile = view->profile;
    double sum = 0, excess = 0;
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (profile->regions[i].kind != REGION_MPI || !view->regions[i].calls.calls)
            continue;
        sum += view->regions[i].exclusive;
        if (most == PROFILE_NONE || view->regions[i].exclusive > view->regions[most].exclusive)
            most = i;
    }
    for (uint32_t i = 0; i < balance->mpi_count; i++)
        excess += balance->mpi[i].excess;
    if (most == PROFILE_NONE)
        return NULL;
    const char *beyond = excess > 0 && !runs_several(profile)
                             ? arena_printf(arena, "; %s is beyond what the fastest rank took in each call",
                                            text_percent(arena, excess, view->total))
                             : "";
    return arena_printf(arena, "MPI: %s of the time, most of it in %s (%s)%s", text_percent(arena, sum, view->total),
                        profile->regions[most].name, text_percent(arena, view->regions[most].exclusive, view->total),
                        beyond ? beyond : "");
}

/* Who keeps the others waiting, and by what. */
static void say_balance(struct findings *findings, const struct balance *balance, struct arena *arena)
{
    const struct profile *profile = balance->view->profile;
    const struct balance_path *worst = NULL;
    if (!balance->members->all || balance->members->count < 2 || runs_several(profile))
        return;
    struct balance_slowest slowest = balance_slowest(balance);
    const char *why = "";
    if (slowest.work < 1.01 * slowest.mean) {
        findings->slowest = arena_printf(arena, "slowest: none, all ranks worked %s outside MPI",
                                         text_seconds(arena, seconds(slowest.mean), ""));
        return;
    }
    if (slowest.region != PROFILE_NONE)
        why = arena_printf(arena, ", by %s (%s beyond the mean)", profile->regions[slowest.region].name,
                           text_seconds(arena, seconds(slowest.beyond), ""));
    findings->slowest = arena_printf(arena, "slowest: rank %u worked %s, the mean is %s%s", slowest.rank,
                                     text_seconds(arena, seconds(slowest.work), ""),
                                     text_seconds(arena, seconds(slowest.mean), ""), why ? why : "");
    for (uint32_t i = 0; i < balance->path_count && !worst; i++)
        if (!balance->paths[i].repeats && balance->paths[i].lost > balance->paths[i].noise)
            worst = &balance->paths[i];
    if (worst && worst->lost > 0.001 * (double)profile->nodes[0].ranks.max)
        findings->least_balanced = arena_printf(arena, "least balanced: %s, %s in the mean and %s on rank %u",
                                                profile->regions[profile->nodes[worst->node].region].name,
                                                text_seconds(arena, seconds(worst->mean), ""),
                                                text_seconds(arena, seconds(worst->max), ""), worst->max_rank);
}

bool findings_make(struct findings *findings, const struct balance *balance, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    *findings = (struct findings){
        .paths_of = arena_array(arena, balance->view->profile->region_count, sizeof *findings->paths_of)};
    bool done = findings->paths_of && find_functions(findings, balance->view, &scratch) &&
                find_paths(findings, balance->view, &scratch);
    arena_free(&scratch);
    if (!done)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    findings->mpi = say_mpi(balance, arena);
    say_balance(findings, balance, arena);
    return true;
}
