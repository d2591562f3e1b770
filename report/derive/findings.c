/* findings.c - see findings.h. */
#include "report/derive/findings.h"

#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/derive/waiting.h"
#include "report/derive/what_if.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Own time on a processor. A function that had none all the time comes last. */
static double on_processor(double own, double off)
{
    return fmax(own - off, own * 1e-6);
}

static void find_functions(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *own = arena_array(scratch, profile->region_count, sizeof *own);
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind != REGION_ROOT && !view->regions[i].own_unseen)
            own[i] = on_processor(view->regions[i].exclusive, findings->off_of[i]);
    findings->function_count = pick(own, profile->region_count, findings->functions);
}

static void find_off(struct findings *findings, const struct profile *profile, struct arena *arena)
{
    findings->kept = waiting_kept(profile, &findings->kept_count, arena);
    findings->off_of = arena_array(arena, profile->region_count, sizeof *findings->off_of);
    for (uint32_t i = 0; i < findings->kept_count; i++)
        findings->off_of[profile->nodes[findings->kept[i].node].region] += findings->kept[i].time;
}

static void find_paths(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *own = arena_array(scratch, profile->node_count, sizeof *own);
    double *off = arena_array(scratch, profile->node_count, sizeof *off);
    for (uint32_t i = 0; i < findings->kept_count; i++)
        off[findings->kept[i].node] += findings->kept[i].time;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        findings->paths_of[profile->nodes[i].region]++;
        if (!view->nodes[i].unseen)
            own[i] = on_processor(view->nodes[i].exclusive, off[i]);
    }
    findings->path_count = pick(own, profile->node_count, findings->paths);
}

/* --- what all sources need --- */

struct search {
    struct findings *findings;
    const struct balance *balance;
    const struct view *view;
    const struct profile *profile;
    struct arena *scratch;
    double ranks;
    bool job;         /* ranks of one job, and everyone's rows are here */
    double ready;     /* ps: a rank was ready, and had no processor */
    uint32_t slowest; /* the rank with most work, and how much of what others waited for it is said */
    double slowest_said;
};

static double meta_number(const struct profile *profile, const char *key)
{
    return strtod(profile_meta(profile, key, "0"), NULL);
}

static struct finding *add_finding(struct search *search, enum finding_kind kind, double gain)
{
    struct findings *findings = search->findings;
    if (!(gain >= findings->run / 100) || findings->count == FINDINGS_ROOM)
        return NULL;
    struct finding *finding = &findings->of[findings->count++];
    *finding = (struct finding){.kind = kind,
                                .gain = kind == FINDING_PROBES ? gain : fmin(gain, findings->run),
                                .region = PROFILE_NONE,
                                .node = PROFILE_NONE,
                                .rank = PROFILE_NONE,
                                .waits = PROFILE_NONE};
    return finding;
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

/* The region of a kind with most time of its own, less what is known of that; PROFILE_NONE: none. */
static uint32_t hottest(const struct search *search, bool mpi, const double *less)
{
    uint32_t most = PROFILE_NONE;
    double longest = 0;
    for (uint32_t i = 0; i < search->profile->region_count; i++) {
        const struct view_region *sums = &search->view->regions[i];
        unsigned kind = search->profile->regions[i].kind;
        if (kind == REGION_ROOT || (mpi ? kind != REGION_MPI : !region_is_work(kind)) || sums->own_unseen ||
            !sums->calls.calls)
            continue;
        double own = sums->exclusive - (less ? less[i] : 0);
        if (most == PROFILE_NONE || own > longest) {
            most = i;
            longest = own;
        }
    }
    return most;
}

/* Ready ranks wait for a processor, and others for them: by whose function that is, is chance. */
static bool is_within_noise(const struct search *search, double gain)
{
    return search->ready > gain || search->ready * 2 > search->findings->run;
}

/* --- sources --- */

static void find_probes(struct search *search)
{
    double took = search->findings->probes * search->ranks, all = search->view->total + search->view->overhead;
    struct finding *finding = took * 5 > all ? add_finding(search, FINDING_PROBES, search->findings->probes) : NULL;
    if (finding)
        finding->part = took / all;
}

/* ps: of one process with several threads, what each was ready and had no processor in the mean, by looks. */
static double ready_threads(const struct search *search)
{
    const struct kept_path *kept = search->findings->kept;
    double ready = 0, threads = meta_number(search->profile, "threads");
    for (uint32_t i = 0; i < search->findings->kept_count; i++)
        ready += kept_blocked(&kept[i]) ? 0 : kept[i].time;
    return search->ranks > 1 || threads < 2 ? 0 : ready / threads;
}

/* The share of the clock's time holds for the measured part of it. A rank that asks all the time whether others have come loses nothing
 * without a processor. */
static void find_processor(struct search *search)
{
    const struct profile *profile = search->profile;
    double count = meta_number(profile, "ran_count");
    double all = count * 1e9 * meta_number(profile, "wall_s") - 1e6 * summary_compiled(profile);
    double ran = fmin(meta_number(profile, "ran_ns"), all), ready = fmin(meta_number(profile, "ready_ns"), all - ran);
    double run = search->findings->run;
    if (all <= 0 || runs_several(profile))
        return;
    double most =
        fmax((run - search->findings->waiting - search->findings->teams) * ready / all, ready_threads(search));
    search->ready = fmin(most, run); /* probes, which are no part of the run, lack processors too */
    struct finding *finding = add_finding(search, FINDING_PROCESSOR, search->ready);
    if (finding)
        finding->part = fmax(ready / all, search->ready / run);
    bool single = meta_number(profile, "threads") <= 1 && count == 1 && search->balance->waiting.mpi <= 0;
    uint32_t function = hottest(search, false, NULL);
    finding = single ? add_finding(search, FINDING_BLOCKED, run * (all - ran - ready) / all) : NULL;
    if (!finding)
        return;
    finding->part = 1 - (ran + ready) / all;
    /* Whatever ran, ran elsewhere: the rest of its time it did not. */
    double idle = function == PROFILE_NONE ? 0 : search->view->regions[function].exclusive - 1000 * (ran + ready);
    if (idle * 2 > finding->gain) {
        finding->region = function;
        finding->here = idle;
    }
}

/* The path in which ranks wait most; none for MPI_Finalize, which is outside of all paths. */
static uint32_t most_waited(const struct search *search)
{
    const struct balance *balance = search->balance;
    const struct waiting_list *waits = &balance->waiting.waits;
    if (balance->waiting.ending > (waits->count ? waits->paths[0].time : 0))
        return PROFILE_NONE;
    if (waits->count)
        return waits->paths[0].node;
    return balance->mpi_count && balance->mpi[0].excess > 0 ? balance->mpi[0].node : PROFILE_NONE;
}

static void find_uneven(struct search *search)
{
    const struct balance *balance = search->balance;
    if (!search->job)
        return;
    struct balance_slowest slowest = balance_slowest(balance);
    double gain = slowest.work - slowest.mean;
    struct finding *finding = add_finding(search, FINDING_UNEVEN, gain);
    if (!finding)
        return;
    search->slowest = slowest.rank;
    search->slowest_said = gain;
    finding->rank = slowest.rank;
    finding->here = slowest.work;
    finding->usual = slowest.mean;
    finding->waits = most_waited(search);
    finding->late = lateness_of(balance, &slowest, is_within_noise(search, gain));
    finding->node = finding->late.node;
    if (finding->node != PROFILE_NONE)
        finding->region = search->profile->nodes[finding->node].region;
}

/* Less what is said of the rank with most work. */
static double not_said(struct search *search, double gain, bool of_slowest)
{
    double said = of_slowest ? fmin(gain, search->slowest_said) : 0;
    search->slowest_said -= said;
    return gain - said;
}

/* Causes of one function are one finding, on the path that has most of them. */
static void find_late(struct search *search)
{
    const struct waiting *waiting = &search->balance->waiting;
    double *gains = arena_array(search->scratch, search->profile->region_count, sizeof *gains);
    for (uint32_t i = 0; i < waiting->causes.count; i++)
        gains[search->profile->nodes[waiting->causes.paths[i].node].region] +=
            waiting->causes.paths[i].time / search->ranks;
    for (uint32_t i = 0; i < waiting->causes.count; i++) {
        uint32_t node = waiting->causes.paths[i].node, region = search->profile->nodes[node].region;
        const struct stat_ranks *ranks = waiting_ranks(&waiting->causes, node);
        double gain = gains[region];
        gains[region] = 0;
        if (gain <= 0 || !ranks || !search->job)
            continue;
        gain = not_said(search, gain, ranks->max_rank == search->slowest);
        struct finding *finding = is_within_noise(search, gain) ? NULL : add_finding(search, FINDING_LATE, gain);
        if (!finding)
            continue;
        const struct stat_ranks *called = &search->profile->nodes[node].ranks;
        finding->node = node;
        finding->region = region;
        finding->rank = ranks->max_rank;
        finding->part = fmin(1, 1000 * (double)ranks->max / waiting->causes.paths[i].time);
        finding->alone = called->called == 1 && called->in_context > 1;
        finding->waits = most_waited(search);
    }
}

/* The calls whose waiting has no path for a cause: those that others waited for most. */
static void find_late_mpi(struct search *search)
{
    const struct waiting *waiting = &search->balance->waiting;
    double gain = not_said(search, (waiting->causes.count ? waiting->uncaused : waiting->total) / search->ranks, true);
    struct finding *finding =
        !search->job || is_within_noise(search, gain) ? NULL : add_finding(search, FINDING_LATE_MPI, gain);
    if (!finding || !waiting->delays.count)
        return;
    finding->node = waiting->delays.paths[0].node;
    finding->region = search->profile->nodes[finding->node].region;
    const struct stat_ranks *ranks = waiting_ranks(&waiting->delays, finding->node);
    finding->rank = ranks ? ranks->max_rank : PROFILE_NONE;
    finding->part = ranks ? fmin(1, 1000 * (double)ranks->max / waiting->delays.paths[0].time) : 0;
    finding->waits = most_waited(search);
}

/* Teams that first threads begin: what these wait is missing from the run. */
static void find_teams(struct search *search)
{
    const struct teams *teams = &search->balance->teams;
    double gain = 0, locks = 0;
    uint32_t most = PROFILE_NONE, most_locked = PROFILE_NONE;
    for (uint32_t i = 0; i < teams->count; i++) {
        const struct team *team = &teams->of[i];
        if (!team->first)
            continue;
        if (most == PROFILE_NONE || team->gain > teams->of[most].gain)
            most = i;
        if (most_locked == PROFILE_NONE || team->gain_locks > teams->of[most_locked].gain_locks)
            most_locked = i;
        gain += team->gain;
        locks += team->gain_locks;
    }
    struct finding *finding = add_finding(search, FINDING_TEAMS, gain);
    if (finding)
        finding->node = teams->of[most].node;
    finding = add_finding(search, FINDING_LOCKS, locks);
    if (finding)
        finding->node = teams->of[most_locked].node;
}

/* The function that the first threads have more of than each other thread. */
static uint32_t most_alone(const struct search *search, double threads)
{
    const struct members *members = search->balance->members;
    const struct profile *profile = members->profile;
    double *alone = arena_array(search->scratch, profile->region_count, sizeof *alone);
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        uint32_t region = profile->nodes[row->node].region;
        if (row->node && region_is_work(profile->regions[region].kind))
            alone[region] += members->own[i] * (profile->locations[row->location].thread ? -1 / (threads - 1) : 1);
    }
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (alone[i] > 0 && (most == PROFILE_NONE || alone[i] > alone[most]))
            most = i;
    return most;
}

/* What first threads do outside of parallel regions would take the less the more threads did it. */
static void find_serial(struct search *search)
{
    const struct findings *findings = search->findings;
    const struct teams *teams = &search->balance->teams;
    double threads = 0, regions = 0;
    for (uint32_t i = 0; i < teams->count; i++) {
        const struct team *team = &teams->of[i];
        threads = team->first ? fmax(threads, team->threads) : threads;
        regions += team->first ? team_lasted(team) : 0;
    }
    double alone = (findings->run - findings->waiting - findings->mpi - regions / search->ranks) *
                   (1 - search->ready / findings->run);
    struct finding *finding = threads > 1 ? add_finding(search, FINDING_SERIAL, alone * (1 - 1 / threads)) : NULL;
    if (!finding)
        return;
    finding->here = alone;
    finding->usual = threads;
    finding->region = most_alone(search, threads);
}

/* Of threads that wait for others: what each of them waits in the mean. */
static void find_mutex(struct search *search)
{
    const struct kept_path *kept = search->findings->kept;
    uint32_t most = PROFILE_NONE;
    double all = 0, threads = meta_number(search->profile, "threads");
    for (uint32_t i = 0; i < search->findings->kept_count; i++) {
        if (kept[i].holder == PROFILE_NONE)
            continue;
        most = most == PROFILE_NONE ? i : most;
        all += kept[i].time;
    }
    struct finding *finding = add_finding(search, FINDING_MUTEX, threads > 0 ? all / threads : 0);
    if (!finding)
        return;
    finding->here = all;
    finding->node = kept[most].node;
    finding->waits = kept[most].holder;
}

/* What a call takes beyond waiting; where ranks have no processor, it takes longer for that. */
static void find_mpi(struct search *search)
{
    const struct balance *balance = search->balance;
    const struct waiting *waiting = &balance->waiting;
    double excess = 0, own = search->findings->mpi, away = waiting->away / search->ranks;
    if ((!waiting->known || waiting_none_known(waiting)) && search->job) {
        for (uint32_t i = 0; i < balance->mpi_count; i++)
            excess += balance->mpi[i].excess / search->ranks;
        own -= excess;
    }
    excess = not_said(search, excess, true);
    struct finding *finding = is_within_noise(search, excess) ? NULL : add_finding(search, FINDING_EXCESS, excess);
    if (finding)
        finding->waits = most_waited(search);
    finding = is_within_noise(search, away) ? NULL : add_finding(search, FINDING_AWAY, away);
    if (finding && waiting->aways.count)
        finding->node = waiting->aways.paths[0].node;
    bool apart = waiting->known ? !runs_several(search->profile) : search->job; /* waiting is taken off */
    finding = apart ? add_finding(search, FINDING_MPI, own - away - search->ready) : NULL;
    if (finding)
        finding->region = hottest(search, true, NULL);
}

/* ps for which the function did not run, of a rank in the mean: as looks found, or as the first thread's times say. */
static double idle_in(const struct search *search, uint32_t region)
{
    const struct kept_path *kept = search->findings->kept;
    double idle = 0;
    for (uint32_t i = 0; i < search->findings->kept_count; i++)
        if (search->profile->nodes[kept[i].node].region == region && kept_blocked(&kept[i]))
            idle += kept[i].time / search->ranks;
    for (unsigned i = 0; i < search->findings->count; i++)
        if (search->findings->of[i].kind == FINDING_BLOCKED && search->findings->of[i].region == region)
            idle = fmax(idle, search->findings->of[i].here);
    return idle;
}

/* More than half of what a rank does: where it does less, the next one soon has as much. */
static void find_work(struct search *search)
{
    uint32_t function = hottest(search, false, search->findings->off_of);
    if (function == PROFILE_NONE)
        return;
    double whole = search->view->total / search->ranks; /* of all threads of a rank */
    double work = search->view->regions[function].exclusive / search->ranks - idle_in(search, function);
    search->findings->most = whole > 0 ? work / whole : 0;
    struct finding *finding = search->findings->most > 0.5
                                  ? add_finding(search, FINDING_WORK, search->findings->most * search->findings->run)
                                  : NULL;
    if (!finding)
        return;
    finding->region = function;
    finding->part = search->findings->most;
    bool *chosen = arena_array(search->scratch, search->profile->node_count, sizeof *chosen);
    struct what_if what;
    for (uint32_t i = 0; i < search->profile->node_count; i++)
        chosen[i] = search->profile->nodes[i].region == function;
    what_if_find(&what, search->balance, chosen, 0, search->findings->run / 100);
    finding->gain = what.most;
}

/* --- all --- */

/* Probes first, since they make all else doubtful; work last, since it is no loss. */
static int rank_of(const struct finding *finding)
{
    return finding->kind == FINDING_PROBES ? 0 : finding->kind == FINDING_WORK ? 2 : 1;
}

static int compare(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    int order = rank_of(a) - rank_of(b);
    return order ? order : a->gain != b->gain ? (a->gain < b->gain) - (a->gain > b->gain) : (int)a->kind - (int)b->kind;
}

static void find_run(struct search *search)
{
    struct findings *findings = search->findings;
    const struct balance *balance = search->balance;
    struct member_efficiency efficiency;
    bool several = runs_several(search->profile);
    members_efficiency(balance->members, &efficiency, search->scratch);
    search->ranks = several ? 1 : largest(search->profile->nodes[0].ranks.called, 1);
    search->job = !several && balance->members->all && balance->members->count > 1;
    findings->run = several                 ? search->view->total
                    : balance->members->all ? efficiency.time
                                            : (double)search->profile->nodes[0].ranks.max;
    if (!(findings->run > 0))
        findings->run = search->view->total / search->ranks;
    findings->waiting = balance->waiting.total / search->ranks;
    findings->mpi = (balance->waiting.mpi - balance->waiting.total) / search->ranks;
    for (uint32_t i = 0; i < balance->teams.count; i++)
        if (balance->teams.of[i].first)
            findings->teams += balance->teams.of[i].gain + balance->teams.of[i].gain_locks;
    findings->probes = (search->view->overhead + search->view->counting) / search->ranks;
}

static void find(struct findings *findings, struct arena *scratch)
{
    static void (*const sources[])(struct search *) = {find_probes,   find_processor, find_uneven, find_late,
                                                       find_late_mpi, find_mpi,       find_teams,  find_mutex,
                                                       find_serial,   find_work};
    const struct balance *balance = findings->balance;
    struct search search = {.findings = findings,
                            .balance = balance,
                            .view = balance->view,
                            .profile = balance->view->profile,
                            .scratch = scratch,
                            .slowest = PROFILE_NONE};
    find_run(&search);
    if (*profile_meta(search.profile, "shape", "")) /* of how much the run was it says nothing any more */
        return;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        sources[i](&search);
    qsort(findings->of, findings->count, sizeof *findings->of, compare);
    for (unsigned i = 0; i < findings->count; i++)
        findings->lost += findings->of[i].kind == FINDING_WORK ? 0 : findings->of[i].gain;
    findings->lost = fmin(findings->lost, findings->run);
}

void findings_make(struct findings *findings, const struct balance *balance, struct arena *arena)
{
    struct arena scratch = {0};
    *findings = (struct findings){
        .balance = balance,
        .paths_of = arena_array(arena, balance->view->profile->region_count, sizeof *findings->paths_of)};
    find_off(findings, balance->view->profile, arena);
    find_functions(findings, balance->view, &scratch);
    find_paths(findings, balance->view, &scratch);
    find(findings, &scratch);
    arena_free(&scratch);
}

void gains_make(struct gains *gains, const struct view *view, struct arena *arena)
{
    members_make(&gains->members, view, arena);
    balance_make(&gains->balance, view, &gains->members, arena);
    findings_make(&gains->findings, &gains->balance, arena);
}
