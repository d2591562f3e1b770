/* findings.c - see findings.h. */
#include "report/findings.h"

#include "report/runs.h"
#include "report/text.h"
#include "report/waiting_sites.h"

#include <math.h>
#include <stdlib.h>

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

static bool find_paths(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *own = arena_array(scratch, profile->node_count, sizeof *own);
    if (!own)
        return false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        findings->paths_of[profile->nodes[i].region]++;
        if (!view->nodes[i].unseen)
            own[i] = view->nodes[i].exclusive;
    }
    findings->path_count = pick(own, profile->node_count, findings->paths);
    return true;
}

/* Null: there was no memory, and it is left out. */
static void say(struct findings *findings, const char *sentence)
{
    if (sentence)
        findings->sentences[findings->sentence_count++] = sentence;
}

static double meta_number(const struct profile *profile, const char *key)
{
    return strtod(profile_meta(profile, key, "0"), NULL);
}

/* How much of the time ranks had a processor, or a process that often had none: who waits for a processor looks as if it waited for
 * ranks. */
static void say_processor(struct findings *findings, const struct profile *profile, struct arena *arena)
{
    double count = meta_number(profile, "ran_count"), wall = 1e9 * meta_number(profile, "wall_s"), all = count * wall;
    double ran = fmin(meta_number(profile, "ran_ns"), all), ready = fmin(meta_number(profile, "ready_ns"), all - ran);
    bool ranks = count > 1, often = ready * 10 > all;
    if (all <= 0 || (!ranks && !often) || runs_several(profile) || *profile_meta(profile, "shape", ""))
        return;
    const char *least = ranks
                            ? arena_printf(arena, ", one rank for %s only",
                                           text_percent(arena, fmin(meta_number(profile, "ran_least_ns"), wall), wall))
                            : "";
    say(findings, arena_printf(arena, "processor: %s had one for %s of the time%s; for %s %s ready and had none%s",
                               ranks ? "the ranks" : "the program", text_percent(arena, ran, all), least ? least : "",
                               text_percent(arena, ready, all), ranks ? "they were" : "it was",
                               often ? ", as more runs here than there are processors" : ""));
}

static double sum_excess(const struct balance *balance)
{
    double excess = 0;
    for (uint32_t i = 0; i < balance->mpi_count; i++)
        excess += balance->mpi[i].excess;
    return excess;
}

/* Where it is a hundredth of the time or more. */
static const char *say_away(const struct balance *balance, struct arena *arena)
{
    double away = balance->waiting.away, total = balance->view->total;
    const char *said = away * 100 < total
                           ? NULL
                           : arena_printf(arena, ", and at most in %s for messages whose other rank was outside of MPI",
                                          text_percent(arena, away, total));
    return said ? said : "";
}

/* How much of the time in MPI was waiting. "": nothing is known of that. */
static const char *say_waited(const struct balance *balance, struct arena *arena)
{
    const struct view *view = balance->view;
    const struct waiting *waiting = &balance->waiting;
    if (waiting->known)
        return arena_printf(arena, "; ranks waited for each other in %s%s, the rest is %s",
                            text_percent(arena, waiting->total, view->total), say_away(balance, arena),
                            text_percent(arena, waiting->mpi - waiting->total - waiting->away, view->total));
    double excess = sum_excess(balance);
    return excess > 0 && !runs_several(view->profile)
               ? arena_printf(arena, "; %s is beyond what the fastest rank took in each call",
                              text_percent(arena, excess, view->total))
               : "";
}

/* Nothing where MPI was not called. */
static void say_mpi(struct findings *findings, const struct balance *balance, struct arena *arena)
{
    const struct view *view = balance->view;
    const struct profile *profile = view->profile;
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_MPI && view->regions[i].calls.calls &&
            (most == PROFILE_NONE || view->regions[i].exclusive > view->regions[most].exclusive))
            most = i;
    if (most == PROFILE_NONE)
        return;
    const char *waited = say_waited(balance, arena);
    say(findings, arena_printf(arena, "MPI: %s of the time, most of it in %s (%s)%s",
                               text_percent(arena, balance->waiting.mpi, view->total), profile->regions[most].name,
                               text_percent(arena, view->regions[most].exclusive, view->total), waited ? waited : ""));
}

/* How much of the time of ranks was work, by what factors, and what each costs. */
static void say_efficiency(struct findings *findings, const struct balance *balance, struct arena *arena)
{
    struct member_efficiency efficiency;
    if (balance->members->count < 2 || balance->waiting.mpi <= 0 || runs_several(balance->view->profile) ||
        !members_efficiency(balance->members, &efficiency, arena) || isnan(efficiency.communication) ||
        isnan(efficiency.balance))
        return;
    say(findings,
        arena_printf(
            arena,
            "efficiency: %s = load balance %s x communication efficiency %s; they cost a rank %s and %s in the mean",
            text_percent(arena, efficiency.mean, efficiency.time), text_percent(arena, efficiency.balance, 1),
            text_percent(arena, efficiency.communication, 1),
            text_seconds(arena, seconds(efficiency.most - efficiency.mean), ""),
            text_seconds(arena, seconds(efficiency.time - efficiency.most), "")));
}

/* Whom others waited for most in calls of a node, and how long. */
static const char *say_late(const struct view *view, const struct stat_ranks *ranks, struct arena *arena)
{
    if (!ranks || runs_several(view->profile))
        return "";
    const char *late = arena_printf(arena, "; rank %u made others wait %s there", ranks->max_rank,
                                    metric_text(arena, "ns", (double)ranks->max));
    return late ? late : "";
}

/* On which rank a cause is most. */
static const char *say_cause(const struct view *view, const struct stat_ranks *ranks, struct arena *arena)
{
    bool one = ranks && !runs_several(view->profile);
    const char *rank = one ? arena_printf(arena, ", most on rank %u", ranks->max_rank) : NULL;
    return rank ? rank : "";
}

/* Which lines make the calls. */
static const char *say_sites(const struct view *view, uint32_t node, bool delays, struct arena *arena)
{
    const char *sites = waiting_sites_text(view, node, delays, arena);
    const char *said = sites && *sites ? arena_printf(arena, " (%s)", sites) : NULL;
    return said ? said : "";
}

/* The calls in which ranks waited most; then those that others waited for, where these are other calls; and what was done until
 * then. */
static void say_waits(struct findings *findings, const struct balance *balance, struct arena *arena)
{
    const struct view *view = balance->view;
    const struct waiting *waiting = &balance->waiting;
    const double least = view->total / 100;
    for (uint32_t i = 0; i < waiting->waits.count && i < FINDINGS_WAITS && waiting->waits.paths[i].time >= least; i++)
        say(findings,
            arena_printf(arena, "waiting: %s in %s%s%s",
                         text_seconds(arena, seconds(waiting->waits.paths[i].time), waiting_mark(waiting)),
                         view_path(view, waiting->waits.paths[i].node, arena),
                         say_sites(view, waiting->waits.paths[i].node, false, arena),
                         say_late(view, waiting_ranks(&waiting->delays, waiting->waits.paths[i].node), arena)));
    for (uint32_t i = 0; i < waiting->delays.count && i < FINDINGS_WAITS && waiting->delays.paths[i].time >= least; i++)
        if (waiting->waits.metric.own[waiting->delays.paths[i].node] <= 0)
            say(findings,
                arena_printf(arena, "late: %s%s%s", view_path(view, waiting->delays.paths[i].node, arena),
                             say_sites(view, waiting->delays.paths[i].node, true, arena),
                             say_late(view, waiting_ranks(&waiting->delays, waiting->delays.paths[i].node), arena)));
    for (uint32_t i = 0; i < waiting->causes.count && i < FINDINGS_WAITS && waiting->causes.paths[i].time >= least; i++)
        say(findings,
            arena_printf(arena, "cause: %s of the waiting is for %s%s",
                         text_percent(arena, waiting->causes.paths[i].time, waiting->delay),
                         view_path(view, waiting->causes.paths[i].node, arena),
                         say_cause(view, waiting_ranks(&waiting->causes, waiting->causes.paths[i].node), arena)));
    if (waiting->uncaused >= least)
        say(findings, arena_printf(arena,
                                   "cause: no path, for %s of the waiting: late ranks were in MPI themselves, or "
                                   "briefly in many paths",
                                   text_percent(arena, waiting->uncaused, waiting->delay)));
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
        say(findings, arena_printf(arena, "slowest: none, all ranks worked %s outside MPI",
                                   text_seconds(arena, seconds(slowest.mean), "")));
        return;
    }
    if (slowest.region != PROFILE_NONE)
        why = arena_printf(arena, ", by %s (%s beyond the mean)", profile->regions[slowest.region].name,
                           text_seconds(arena, seconds(slowest.beyond), ""));
    say(findings, arena_printf(arena, "slowest: rank %u worked %s, the mean is %s%s", slowest.rank,
                               text_seconds(arena, seconds(slowest.work), ""),
                               text_seconds(arena, seconds(slowest.mean), ""), why ? why : ""));
    for (uint32_t i = 0; i < balance->path_count && !worst; i++)
        if (!balance->paths[i].repeats && balance->paths[i].lost > balance->paths[i].noise)
            worst = &balance->paths[i];
    if (worst && worst->lost > 0.001 * (double)profile->nodes[0].ranks.max)
        say(findings, arena_printf(arena, "least balanced: %s, %s in the mean and %s on rank %u",
                                   profile->regions[profile->nodes[worst->node].region].name,
                                   text_seconds(arena, seconds(worst->mean), ""),
                                   text_seconds(arena, seconds(worst->max), ""), worst->max_rank));
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
    say_processor(findings, balance->view->profile, arena);
    say_mpi(findings, balance, arena);
    say_efficiency(findings, balance, arena);
    say_waits(findings, balance, arena);
    say_balance(findings, balance, arena);
    return true;
}
