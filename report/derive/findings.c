/* findings.c - see findings.h. */
#include "report/derive/findings.h"

#include "report/derive/runs.h"
#include "report/derive/waiting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Picks the places of the largest values of `own`, largest first, without zeros and values that samples did not see. */
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

static void find_functions(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *computing = arena_array(scratch, profile->region_count, sizeof *computing);
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (division_is_function(profile, i) && !view->regions[i].own_unseen)
            computing[i] = findings->division->regions[i].computing;
    findings->function_count = pick(computing, profile->region_count, findings->functions);
}

static void find_paths(struct findings *findings, const struct view *view, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *computing = arena_array(scratch, profile->node_count, sizeof *computing);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        uint32_t region = profile->nodes[i].region;
        findings->paths_of[region]++;
        if (division_is_function(profile, region) && !view->nodes[i].unseen)
            computing[i] = findings->division->nodes[i].computing;
    }
    findings->path_count = pick(computing, profile->node_count, findings->paths);
}

/* --- what all sources need --- */

struct search {
    struct findings *findings;
    const struct division *division;
    const struct balance *balance;
    const struct view *view;
    const struct profile *profile;
    struct arena *scratch;
    double ranks;
    bool job;                /* ranks of one job, and everyone's rows are here */
    double left[TIME_PARTS]; /* ps of the run: of each part of the time, what no finding is about yet */
    double ready;            /* ps of the run: ranks or threads were ready, and had no processor */
    double unplaced;         /* ps of the run: of that, nobody knows in which functions */
    double lost_outside;     /* of waiting for events from outside: what is lost, as a part of its share of the run */
    double lost_threads;     /* the same of waiting for other threads */
    double harmless;         /* ps of all threads: some waited for events while others worked */
    uint32_t slowest;        /* the rank with most work, and how much of what others waited for it is said */
    double slowest_said;
};

/* Converts a time over all threads into ps of the run: the same share of it. */
static double of_run(const struct search *search, double time)
{
    return search->division->all > 0 ? time / search->division->all * search->findings->run : 0;
}

static struct finding *new_finding(struct findings *findings, enum finding_kind kind, double gain)
{
    struct finding *finding = &findings->of[findings->count++];
    *finding = (struct finding){.kind = kind,
                                .gain = gain,
                                .region = PROFILE_NONE,
                                .node = PROFILE_NONE,
                                .rank = PROFILE_NONE,
                                .waits = PROFILE_NONE};
    return finding;
}

/* Adds a finding with the time of two parts, limited to what earlier findings left of them; the first part is used up first. Adds none below
 * 1% of the run. */
static struct finding *add_of_both(struct search *search, enum finding_kind kind, enum time_part part,
                                   enum time_part more, double gain)
{
    struct findings *findings = search->findings;
    double *left = &search->left[part], *further = &search->left[more];
    gain = fmin(gain, part == more ? *left : *left + *further);
    if (!(gain >= findings->run / 100) || findings->count == FINDINGS_ROOM)
        return NULL;
    double first = fmin(gain, *left);
    *left -= first;
    *further -= gain - first;
    return new_finding(findings, kind, gain);
}

static struct finding *add_finding(struct search *search, enum finding_kind kind, enum time_part part, double gain)
{
    return add_of_both(search, kind, part, part, gain);
}

/* Adds a finding about ranks: waiting for each other, MPI time where waiting is unknown, or idle time after the end. */
static struct finding *add_late(struct search *search, enum finding_kind kind, double gain)
{
    return add_of_both(search, kind, search->balance->waiting.known ? TIME_MPI_WAITING : TIME_MPI, TIME_ENDED, gain);
}

/* Returns true if ranks were runnable without a processor, for `ready` ps, longer than the gain or half of the run. Which rank is late is then
 * chance. */
static bool is_within_noise(const struct search *search, double ready, double gain)
{
    return ready > gain || ready * 2 > search->findings->run;
}

/* Returns the fraction of the path's delay that it would have caused with a processor at all times. */
static double by_computing(const struct search *search, uint32_t node)
{
    const struct own_time *own = &search->division->nodes[node];
    double ran = own->computing + own->blocked;
    return own->no_processor > 0 ? ran / (ran + own->no_processor) : 1;
}

/* --- sources --- */

/* Adds the finding about probe overhead, which is not part of the 100%. */
static void find_probes(struct search *search)
{
    double took = search->view->overhead + search->view->counting, all = search->view->total + search->view->overhead;
    struct findings *findings = search->findings;
    findings->probes = of_run(search, took);
    if (took * 5 > all)
        new_finding(findings, FINDING_PROBES, findings->probes);
}

static uint32_t hosts_of(const struct profile *profile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i && !again; k++)
            again = !strcmp(profile->locations[k].host, profile->locations[i].host);
        count += !again;
    }
    return count ? count : 1;
}

/* Returns, in ps, how long threads would run if each had a processor at once. A thread that seldom needs one waits longer on a busy machine,
 * but does not need more. Waiting counts only in sums in which threads can't be told apart. */
static double would_run(const struct search *search)
{
    const struct members *members = search->balance->members;
    const struct profile *profile = members->profile;
    const double *part = search->division->part;
    double sum = 0;
    if (!members->all || runs_several(profile))
        return search->division->all - part[TIME_BLOCKED] - part[TIME_BETWEEN] - part[TIME_ENDED];
    double *all = arena_array(search->scratch, profile->location_count, sizeof *all);
    double *ready = arena_array(search->scratch, profile->location_count, sizeof *ready);
    double *blocked = arena_array(search->scratch, profile->location_count, sizeof *blocked);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        uint32_t location = profile->rows[i].location;
        bool any = profile->rows[i].node; /* the process itself does nothing */
        all[location] += any ? fmax(members->own[i], 0) : 0;
        ready[location] += any ? members->ready[i] : 0;
        blocked[location] += any ? members->blocked[i] : 0;
    }
    for (uint32_t i = 0; i < profile->location_count; i++)
        sum += all[i] > ready[i] ? all[i] * fmax(1 - blocked[i] / (all[i] - ready[i]), 0) : all[i];
    return sum;
}

/* Adds the finding about too few processors. The program is the cause if it would run more threads or ranks at a time than it may use
 * processors; otherwise other programs had them. Profiles of older versions lack the number of processors. */
static void find_processor(struct search *search)
{
    struct findings *findings = search->findings;
    double allowed = division_meta(search->profile, "processors");
    double machine = division_meta(search->profile, "machine_processors") * hosts_of(search->profile);
    double processors = machine > 0 ? fmin(allowed, machine) : allowed;
    bool crowded = !(processors > 0) || would_run(search) > processors * findings->run * 1.05;
    double placed = 0;
    for (uint32_t i = 0; i < search->division->kept_count; i++)
        placed += kept_blocked(&search->division->kept[i]) ? 0 : search->division->kept[i].time;
    search->ready = search->left[TIME_NO_PROCESSOR];
    search->unplaced = fmax(search->ready - of_run(search, placed), 0);
    struct finding *finding = crowded ? add_finding(search, FINDING_PROCESSOR, TIME_NO_PROCESSOR, search->ready) : NULL;
    if (finding) {
        finding->here = processors;
        finding->usual = machine;
    } else if (!crowded && search->ready >= findings->run / 100) {
        findings->busy = search->ready;
    }
}

/* Adds the finding about threads that wait for a mutex of another thread. */
static void find_mutex(struct search *search)
{
    const struct division *division = search->division;
    uint32_t most = PROFILE_NONE;
    double all = 0;
    for (uint32_t i = 0; i < division->kept_count; i++) {
        if (division->kept[i].holder == PROFILE_NONE)
            continue;
        most = most == PROFILE_NONE ? i : most;
        all += division->kept[i].time;
    }
    struct finding *finding = add_finding(search, FINDING_MUTEX, TIME_BLOCKED, of_run(search, all));
    if (!finding)
        return;
    finding->node = division->kept[most].node;
    finding->waits = division->kept[most].holder;
}

/* Returns true if a thread of several waits for an event, such as a message of another thread; false for a disk, or a mutex whose owner is
 * known. */
static bool is_for_event(const struct kept_path *kept)
{
    return kept_blocked(kept) && kept->holder == PROFILE_NONE && strcmp(kept->by, "file") != 0 &&
           strcmp(kept->by, "page") != 0;
}

/* Returns true if the event seems to come from another thread of the process. */
static bool is_by_thread(const struct kept_path *kept)
{
    return strcmp(kept->by, "lock") == 0;
}

/*
 * Finds time lost by waiting for events. While another thread works, nothing is lost. While none works, an event from outside the process is
 * late, if any thread waits for one: those that wait for threads would go on then. So time in which nothing works is charged to outside events
 * first, and beyond that to the other threads.
 */
static void find_lost(struct search *search)
{
    const struct division *division = search->division;
    double outside = 0, threads = 0, run = search->findings->run;
    for (uint32_t i = 0; i < division->kept_count; i++)
        if (is_for_event(&division->kept[i]))
            *(is_by_thread(&division->kept[i]) ? &threads : &outside) += division->kept[i].time;
    search->lost_outside = search->lost_threads = 1;
    if (!(outside + threads > 0) || division_meta(search->profile, "threads") <= search->ranks)
        return;
    double others = division->all - search->view->time.between - outside - threads;
    double lost = fmax(run - others / search->ranks, 0), first = fmin(lost, outside / search->ranks);
    search->lost_outside = outside > 0 ? first / of_run(search, outside) : 0;
    search->lost_threads = threads > 0 ? fmin((lost - first) / of_run(search, threads), 1) : 0;
    search->harmless = fmax(outside + threads - lost * division->all / run, 0);
}

/* By one thing that blocks. */
static void find_blocked_by(struct search *search, const char *by)
{
    const struct division *division = search->division;
    uint32_t most = PROFILE_NONE;
    double all = 0;
    double part = 1;
    for (uint32_t i = 0; i < division->kept_count; i++) {
        const struct kept_path *kept = &division->kept[i];
        if (!kept_blocked(kept) || kept->holder != PROFILE_NONE || strcmp(kept->by, by) != 0)
            continue;
        most = most == PROFILE_NONE ? i : most;
        all += kept->time;
        if (is_for_event(kept))
            part = is_by_thread(kept) ? search->lost_threads : search->lost_outside;
    }
    double gain = of_run(search, all) * part;
    struct finding *finding = most == PROFILE_NONE ? NULL : add_finding(search, FINDING_BLOCKED, TIME_BLOCKED, gain);
    if (!finding)
        return;
    finding->by = by;
    finding->node = division->kept[most].node;
    finding->here = division->kept[most].time;
    finding->all = all;
    finding->region = search->profile->nodes[finding->node].region;
}

/* Adds the finding about functions that took longer than the process ran, where no sample shows the reason. */
static void find_blocked_unseen(struct search *search)
{
    const struct division *division = search->division;
    double all = division->part[TIME_BLOCKED], longest = 0;
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < division->kept_count; i++)
        all -= kept_blocked(&division->kept[i]) ? division->kept[i].time : 0;
    for (uint32_t i = 0; i < search->profile->region_count; i++)
        if (division_is_function(search->profile, i) && division->regions[i].blocked > longest) {
            longest = division->regions[i].blocked;
            most = i;
        }
    struct finding *finding = add_finding(search, FINDING_BLOCKED, TIME_BLOCKED, of_run(search, all));
    if (finding && longest * 2 > all)
        finding->region = most;
}

static void find_blocked(struct search *search)
{
    const struct division *division = search->division;
    find_lost(search);
    find_mutex(search);
    for (uint32_t i = 0; i < division->kept_count; i++) {
        bool said = !kept_blocked(&division->kept[i]) || division->kept[i].holder != PROFILE_NONE;
        for (uint32_t k = 0; k < i && !said; k++)
            said = division->kept[k].holder == PROFILE_NONE && !strcmp(division->kept[k].by, division->kept[i].by);
        if (!said)
            find_blocked_by(search, division->kept[i].by);
    }
    find_blocked_unseen(search);
}

/* Returns the path in which ranks wait most; none for MPI_Finalize, which is outside of all paths. */
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
    struct finding *finding = add_late(search, FINDING_UNEVEN, gain);
    if (!finding)
        return;
    search->slowest = slowest.rank;
    search->slowest_said = gain;
    finding->rank = slowest.rank;
    finding->here = slowest.work;
    finding->usual = slowest.mean;
    finding->waits = most_waited(search);
    finding->late = lateness_of(balance, &slowest, is_within_noise(search, search->unplaced, gain));
    finding->node = finding->late.node;
    if (finding->node != PROFILE_NONE)
        finding->region = search->profile->nodes[finding->node].region;
}

/* Returns the gain without the part that the finding about the busiest rank already has. */
static double not_said(struct search *search, double gain, bool of_slowest)
{
    double said = of_slowest ? fmin(gain, search->slowest_said) : 0;
    search->slowest_said -= said;
    return gain - said;
}

/* Merges causes in one function into one finding, on the path with the most of them. */
static void find_late(struct search *search)
{
    const struct waiting *waiting = &search->balance->waiting;
    double *gains = arena_array(search->scratch, search->profile->region_count, sizeof *gains);
    for (uint32_t i = 0; i < waiting->causes.count; i++)
        gains[search->profile->nodes[waiting->causes.paths[i].node].region] +=
            waiting->causes.paths[i].time / search->ranks * by_computing(search, waiting->causes.paths[i].node);
    for (uint32_t i = 0; i < waiting->causes.count; i++) {
        uint32_t node = waiting->causes.paths[i].node, region = search->profile->nodes[node].region;
        const struct stat_ranks *ranks = waiting_ranks(&waiting->causes, node);
        double gain = gains[region];
        gains[region] = 0;
        if (gain <= 0 || !ranks || !search->job)
            continue;
        gain = not_said(search, gain, ranks->max_rank == search->slowest);
        struct finding *finding =
            is_within_noise(search, search->unplaced, gain) ? NULL : add_late(search, FINDING_LATE, gain);
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

/* Returns the fraction of all delays that ranks would have caused with a processor at all times. */
static double delayed_by_computing(const struct search *search)
{
    const struct waiting_list *delays = &search->balance->waiting.delays;
    double all = 0, part = 0;
    for (uint32_t i = 0; i < delays->count; i++) {
        all += delays->paths[i].time;
        part += delays->paths[i].time * by_computing(search, delays->paths[i].node);
    }
    return all > 0 ? part / all : 1;
}

/* Adds a finding for waiting without a cause in a path, at the calls that others waited for most. */
static void find_late_mpi(struct search *search)
{
    const struct waiting *waiting = &search->balance->waiting;
    double delay = (waiting->causes.count ? waiting->uncaused : waiting->total) / search->ranks;
    double gain = not_said(search, delay * delayed_by_computing(search), true);
    struct finding *finding =
        !search->job || is_within_noise(search, search->ready, gain) ? NULL : add_late(search, FINDING_LATE_MPI, gain);
    if (!finding || !waiting->delays.count)
        return;
    finding->node = waiting->delays.paths[0].node;
    finding->region = search->profile->nodes[finding->node].region;
    const struct stat_ranks *ranks = waiting_ranks(&waiting->delays, finding->node);
    finding->rank = ranks ? ranks->max_rank : PROFILE_NONE;
    finding->part = ranks ? fmin(1, 1000 * (double)ranks->max / waiting->delays.paths[0].time) : 0;
    finding->waits = most_waited(search);
}

/* Adds findings about teams that first threads begin: the waiting of first threads lengthens the run. */
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
    struct finding *finding = add_of_both(search, FINDING_TEAMS, TIME_OPENMP_WAITING, TIME_BETWEEN, gain);
    if (finding)
        finding->node = teams->of[most].node;
    finding = add_of_both(search, FINDING_LOCKS, TIME_OPENMP_WAITING, TIME_BETWEEN, locks);
    if (finding)
        finding->node = teams->of[most_locked].node;
}

/* Time that threads computed themselves, by function: first threads, and all others. */
struct computed {
    double *first, *others; /* ps, by region */
    double all, own;        /* of first threads; own: what kept them, too */
};

/* Subtracts the time in which a thread was blocked or had no processor. */
static void take_kept(struct search *search, const struct computed *computed)
{
    for (uint32_t i = 0; i < search->profile->stay_count; i++) {
        const struct profile_stay *stay = &search->profile->stays[i];
        if (stay->what >= STAY_KEPT)
            (stay->thread ? computed->others : computed->first)[search->profile->nodes[stay->node].region] -=
                (double)stay->sum;
    }
}

static struct computed computed_of(struct search *search)
{
    const struct members *members = search->balance->members;
    const struct profile *profile = members->profile;
    struct computed computed = {arena_array(search->scratch, profile->region_count, sizeof(double)),
                                arena_array(search->scratch, profile->region_count, sizeof(double)), 0, 0};
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        bool first = !profile->locations[row->location].thread;
        uint32_t region = profile->nodes[row->node].region;
        if (!division_is_function(profile, region))
            continue;
        (first ? computed.first : computed.others)[region] += fmax(members->own[i], 0);
        computed.own += first ? fmax(members->own[i], 0) : 0;
    }
    take_kept(search, &computed);
    for (uint32_t i = 0; i < profile->region_count; i++)
        computed.all += fmax(computed.first[i], 0);
    return computed;
}

/* Returns, in ps, the parts of regions that first threads did. */
static double parts_of_first(const struct search *search)
{
    const struct profile *profile = search->balance->members->profile;
    double parts = 0;
    for (uint32_t i = 0; i < search->balance->teams.count; i++)
        for (uint32_t k = 0; k < profile->location_count; k++)
            if (!profile->locations[k].thread)
                parts += teams_parts(&search->balance->teams, profile, search->balance->teams.of[i].node,
                                     &profile->locations[k]);
    return parts;
}

/* Adds the finding about serial parts: work of first threads outside parallel regions, which more threads would share. It names the function
 * in which first threads exceed the other threads by most. */
static void find_serial(struct search *search)
{
    double threads = search->view->time.threads;
    if (!(threads > 1))
        return;
    struct computed computed = computed_of(search);
    double outside = fmax(computed.own - parts_of_first(search), 0);
    double alone = computed.own > 0 ? outside * computed.all / computed.own / search->ranks : 0, most = 0;
    struct finding *finding = add_finding(search, FINDING_SERIAL, TIME_BETWEEN, alone * (1 - 1 / threads));
    if (!finding)
        return;
    finding->here = alone;
    finding->usual = threads;
    for (uint32_t i = 0; i < search->profile->region_count; i++) {
        double more = computed.first[i] - fmax(computed.others[i], 0) / (threads - 1);
        if (more > most) {
            most = more;
            finding->region = i;
        }
    }
}

/* Returns the MPI function with most time. */
static uint32_t dearest_mpi(const struct search *search)
{
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < search->profile->region_count; i++)
        if (search->profile->regions[i].kind == REGION_MPI && search->view->regions[i].calls.calls &&
            (most == PROFILE_NONE ||
             search->division->regions[i].computing > search->division->regions[most].computing))
            most = i;
    return most;
}

/* Adds the finding about time in MPI beyond waiting. */
static void find_mpi(struct search *search)
{
    const struct balance *balance = search->balance;
    const struct waiting *waiting = &balance->waiting;
    double excess = 0, away = waiting->away / search->ranks;
    if (waiting_none_known(waiting) && search->job)
        for (uint32_t i = 0; i < balance->mpi_count; i++)
            excess += balance->mpi[i].excess / search->ranks;
    excess = not_said(search, excess, true);
    struct finding *finding =
        is_within_noise(search, search->ready, excess) ? NULL : add_finding(search, FINDING_EXCESS, TIME_MPI, excess);
    if (finding)
        finding->waits = most_waited(search);
    finding = is_within_noise(search, search->ready, away) ? NULL : add_finding(search, FINDING_AWAY, TIME_MPI, away);
    if (finding && waiting->aways.count)
        finding->node = waiting->aways.paths[0].node;
    bool apart = waiting->known ? !runs_several(search->profile) : search->job; /* waiting is taken off */
    finding = apart ? add_finding(search, FINDING_MPI, TIME_MPI, search->left[TIME_MPI]) : NULL;
    if (finding)
        finding->region = dearest_mpi(search);
}

/* Adds the hottest function if it has more than half of the computing, not counting threads that wait for others. Below that, optimising it
 * soon leaves another function as large. */
static void find_work(struct search *search)
{
    struct findings *findings = search->findings;
    if (!findings->function_count || !(search->division->all > 0))
        return;
    uint32_t function = findings->functions[0];
    double computing = search->division->regions[function].computing;
    findings->most = computing / search->division->all;
    double all = search->division->all * (1 - findings->busy / findings->run) - search->harmless;
    bool hot = 2 * computing > all;
    struct finding *finding = hot ? add_finding(search, FINDING_WORK, TIME_COMPUTING, of_run(search, computing)) : NULL;
    if (finding)
        finding->region = function;
}

/* --- all --- */

static bool is_loss(const struct finding *finding)
{
    return finding->kind != FINDING_WORK && finding->kind != FINDING_PROBES;
}

static int compare(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    return a->gain != b->gain ? (a->gain < b->gain) - (a->gain > b->gain) : (int)a->kind - (int)b->kind;
}

static void find(struct findings *findings, struct arena *scratch)
{
    static void (*const sources[])(struct search *) = {find_probes,   find_processor, find_uneven, find_late,
                                                       find_late_mpi, find_mpi,       find_teams,  find_blocked,
                                                       find_serial,   find_work};
    const struct balance *balance = findings->balance;
    const struct profile *profile = balance->view->profile;
    bool several = runs_several(profile);
    struct search search = {.findings = findings,
                            .division = findings->division,
                            .balance = balance,
                            .view = balance->view,
                            .profile = profile,
                            .scratch = scratch,
                            .ranks = several || !profile->nodes[0].ranks.called ? 1 : profile->nodes[0].ranks.called,
                            .job = !several && balance->members->all && balance->members->count > 1,
                            .slowest = PROFILE_NONE};
    findings->run = findings->division->run;
    for (int i = 0; i < TIME_PARTS; i++)
        search.left[i] = of_run(&search, findings->division->part[i]);
    if (*profile_meta(profile, "shape", "")) /* of how much the run was it says nothing any more */
        return;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        sources[i](&search);
    qsort(findings->of, findings->count, sizeof *findings->of, compare);
    for (unsigned i = 0; i < findings->count; i++)
        findings->lost += is_loss(&findings->of[i]) ? findings->of[i].gain : 0;
}

void findings_make(struct findings *findings, const struct balance *balance, const struct division *division,
                   struct arena *arena)
{
    struct arena scratch = {0};
    *findings = (struct findings){
        .balance = balance,
        .division = division,
        .paths_of = arena_array(arena, balance->view->profile->region_count, sizeof *findings->paths_of)};
    find_functions(findings, balance->view, &scratch);
    find_paths(findings, balance->view, &scratch);
    find(findings, &scratch);
    arena_free(&scratch);
}

void gains_make(struct gains *gains, const struct view *view, struct arena *arena)
{
    members_make(&gains->members, view, arena);
    balance_make(&gains->balance, view, &gains->members, arena);
    division_make(&gains->division, view, &gains->balance.waiting, arena);
    findings_make(&gains->findings, &gains->balance, &gains->division, arena);
}
