/* findings_words.c - see findings_words.h. */
#include "report/derive/findings_words.h"

#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/derive/waiting.h"
#include "report/show/text.h"

#include <stdlib.h>
#include <string.h>

struct speech {
    struct finding_words *words;
    const struct findings *findings;
    const struct finding *finding;
    const struct view *view;
    struct arena *arena;
    unsigned more;
};

static const char *time_of(const struct speech *speech, double ps)
{
    return text_seconds_known(speech->arena, seconds(ps), 3, "");
}

/* Formats a mean count, which may be no whole number. */
static const char *count_of(const struct speech *speech, double count)
{
    bool whole = count >= 100 || count == (double)(uint64_t)count;
    return whole ? text_count(speech->arena, (uint64_t)(count + 0.5)) : arena_printf(speech->arena, "%.1f", count);
}

static const char *name_of(const struct speech *speech, uint32_t region)
{
    return speech->view->profile->regions[region].name;
}

/* "burn (physics.c:42)" */
static const char *place_of(const struct speech *speech, uint32_t region)
{
    const struct profile_region *at = &speech->view->profile->regions[region];
    return at->line ? arena_printf(speech->arena, "%s (%s)", at->name, view_location(speech->view, at, speech->arena))
                    : at->name;
}

/* "MPI_Allreduce in sum_over_ranks (comm.c:33)": the call, its caller, and the line of the call if it is known. */
static const char *call_of(const struct speech *speech, uint32_t node, bool delays)
{
    const struct profile *profile = speech->view->profile;
    const struct profile_node *at = &profile->nodes[node];
    const char *site = waiting_sites_text(speech->view, node, delays, speech->arena);
    return arena_printf(speech->arena, "%s in %s%s%s%s", name_of(speech, at->region),
                        name_of(speech, profile->nodes[at->parent].region), *site ? " (" : "", site, *site ? ")" : "");
}

/* Like name_of, with the caller on this path unless that is main. */
static const char *path_of(const struct speech *speech, uint32_t node)
{
    const struct profile *profile = speech->view->profile;
    const struct profile_node *at = &profile->nodes[node], *caller = &profile->nodes[at->parent];
    while (profile->regions[caller->region].kind == REGION_THREAD && caller->parent != PROFILE_NONE)
        caller = &profile->nodes[caller->parent];
    const struct profile_region *above = &profile->regions[caller->region];
    bool outermost = above->kind == REGION_ROOT || region_is_main(above->kind, above->name);
    return outermost && profile->regions[at->region].kind != REGION_WAIT
               ? place_of(speech, at->region)
               : arena_printf(speech->arena, "%s in %s", name_of(speech, at->region), place_of(speech, caller->region));
}

static void add_more(struct speech *speech, const char *more)
{
    if (more && speech->more < FINDING_MORE)
        speech->words->more[speech->more++] = more;
}

static void add_waits(struct speech *speech, const char *before)
{
    if (speech->finding->waits != PROFILE_NONE)
        add_more(speech, arena_printf(speech->arena, "%s %s", before, call_of(speech, speech->finding->waits, false)));
    else if (speech->findings->balance->waiting.ending > 0)
        add_more(speech, arena_printf(speech->arena, "%s MPI_Finalize", before));
}

const char *findings_callers(const char *name, struct arena *arena)
{
    char *pattern = strlen(name) > 400 ? arena_printf(arena, "%.240s*%s", name, strchr(name, '\0') - 120) : NULL;
    for (char *at = pattern; at && *at; at++)
        if (*at < ' ' || *at > '~' || strchr("[\\?", *at))
            *at = '*'; /* else it is read as part of the pattern, or is half a letter */
    return arena_printf(arena, "tree --callers=%s", text_shell(arena, pattern ? pattern : name));
}

static const char *callers(const struct speech *speech)
{
    const struct finding *finding = speech->finding;
    if (finding->region == PROFILE_NONE)
        return "tree";
    const char *command = findings_callers(name_of(speech, finding->region), speech->arena);
    return finding->rank == PROFILE_NONE ? command
                                         : arena_printf(speech->arena, "%s --rank=%u", command, finding->rank);
}

static void say_probes(struct speech *speech)
{
    speech->words->says = "probe overhead, not part of the run: all other times are distorted";
    speech->words->attempt = "instr-report export filter -o FILE, and build again with --instr-filter=FILE";
}

static void say_processor(struct speech *speech)
{
    const char *who = speech->view->profile->nodes[0].ranks.called < 2 ? "threads" : "ranks";
    speech->words->says =
        arena_printf(speech->arena, "CPU oversubscribed: %s were ready to run but had no processor", who);
    speech->words->attempt = arena_printf(speech->arena, "no more %s than free processors", who);
    if (!(speech->finding->here < speech->finding->usual))
        return;
    add_more(speech, arena_printf(speech->arena, "their CPU affinity allows %.0f of %.0f processors",
                                  speech->finding->here, speech->finding->usual));
    speech->words->attempt =
        arena_printf(speech->arena, "more processors (mpirun --bind-to none, taskset, cpusets), or fewer %s", who);
}

static void add_lateness(struct speech *speech)
{
    struct arena *arena = speech->arena;
    const struct finding *finding = speech->finding;
    const char *place = finding->node == PROFILE_NONE ? ""
                        : finding->late.one_path      ? path_of(speech, finding->node)
                                                      : place_of(speech, finding->region);
    const char *calls = count_of(speech, finding->late.calls), *usual = count_of(speech, finding->late.calls_usual);
    if (finding->late.kind == LATENESS_CHANCE) {
        add_more(speech, "may be noise: ranks lacked a processor for longer than that");
        if (finding->region != PROFILE_NONE)
            add_more(speech, arena_printf(arena, "more calls of %s: %s, mean %s", place, calls, usual));
        return;
    }
    if (finding->region == PROFILE_NONE) {
        add_more(speech, "no single function causes it");
        return;
    }
    add_more(speech, arena_printf(arena, "in %s: %s, mean %s", place, time_of(speech, finding->late.own),
                                  time_of(speech, finding->late.usual)));
    uint32_t ranks = speech->findings->balance->members->count;
    switch (finding->late.kind) {
    case LATENESS_CALLS:
        add_more(speech, finding->late.calls >= finding->late.calls_usual * ranks
                             ? "no other rank calls it"
                             : arena_printf(arena, "more calls: %s, mean %s", calls, usual));
        break;
    case LATENESS_EACH:
        add_more(speech, finding->late.calls == finding->late.calls_usual
                             ? "same number of calls, more work in each"
                             : arena_printf(arena, "more work per call; %s calls, mean %s", calls, usual));
        break;
    case LATENESS_BOTH:
        add_more(speech, arena_printf(arena, "more calls and more time per call: %s calls, mean %s", calls, usual));
        break;
    case LATENESS_SLOWER:
        add_more(speech,
                 arena_printf(arena, "functions called equally often take %.2g times as long: slow or shared processor",
                              finding->late.factor));
        break;
    default:
        add_more(speech, "same number of calls, more time in each: more work, or a slower processor");
    }
}

static void say_uneven(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    speech->words->says = arena_printf(speech->arena, "load imbalance: rank %u works %s, mean %s", finding->rank,
                                       time_of(speech, finding->here), time_of(speech, finding->usual));
    add_lateness(speech);
    add_waits(speech, "others wait for it in");
    bool everywhere = finding->region == PROFILE_NONE || finding->late.kind == LATENESS_SLOWER;
    speech->words->command = everywhere ? "waiting --by=work" : callers(speech);
    speech->words->view = everywhere ? speech->words->view : "functions";
}

static void say_late(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    const char *place = path_of(speech, finding->node);
    speech->words->says =
        finding->alone
            ? arena_printf(speech->arena, "serial part: the others wait while rank %u is in %s", finding->rank, place)
        : finding->part > 2.0 / 3
            ? arena_printf(speech->arena, "late rank: others wait for rank %u, which is in %s", finding->rank, place)
            : arena_printf(speech->arena, "late ranks, alternating: others wait for ranks in %s", place);
    add_waits(speech, "they wait in");
    speech->words->command = callers(speech);
}

static void say_late_mpi(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    speech->words->says = "MPI wait: the late ranks were in MPI, or briefly in many functions";
    if (finding->node != PROFILE_NONE)
        add_more(speech, arena_printf(speech->arena, "most of it for rank %u, which was in %s", finding->rank,
                                      call_of(speech, finding->node, true)));
    add_waits(speech, "they wait in");
    speech->words->command = "waiting";
}

static void say_away(struct speech *speech)
{
    speech->words->says = "message progress (upper bound): messages wait until the other rank calls MPI again";
    if (speech->finding->node != PROFILE_NONE)
        add_more(speech, arena_printf(speech->arena, "in %s", call_of(speech, speech->finding->node, false)));
    speech->words->attempt = "call MPI_Test now and then during the computation";
    speech->words->command = "waiting";
}

static void say_excess(struct speech *speech)
{
    speech->words->says = "MPI wait, perhaps: calls took longer than on the fastest rank";
    add_waits(speech, "in");
    speech->words->command = "waiting --by=work";
}

static void say_mpi(struct speech *speech)
{
    struct arena *arena = speech->arena;
    uint32_t region = speech->finding->region;
    const struct profile *profile = speech->view->profile;
    double messages = 0, bytes = 0;
    speech->words->says = speech->findings->division->waits_unknown
                              ? "MPI calls, including any waiting for other ranks"
                              : "MPI itself: calls, without waiting for other ranks";
    speech->words->command = "flat --by=mpi";
    if (region == PROFILE_NONE)
        return;
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        if (profile->nodes[profile->traffic[i].node].region == region) {
            messages += (double)profile->traffic[i].messages;
            bytes += (double)profile->traffic[i].bytes;
        }
    const char *sent = messages > 0 ? arena_printf(arena, ", %s a message", text_bytes(arena, bytes / messages)) : "";
    add_more(speech, arena_printf(arena, "most in %s: %s calls on all ranks%s", name_of(speech, region),
                                  text_count(arena, speech->view->regions[region].calls.calls), sent));
}

/* The words for a reason in struct kept_path. */
struct blocked_by {
    const char *by, *says, *attempt;
};

static const struct blocked_by *blocked_by(const char *by)
{
    static const struct blocked_by
        unknown = {"", "blocked: neither running nor ready to run", ""},
        all[] = {
            {"file", "I/O wait: blocked by files", "fewer and larger reads and writes, or one flush at the end"},
            {"network", "network wait: blocked by sockets", "fewer and larger messages, or other work until they come"},
            {"pipe", "blocked by pipes", "larger pieces, or find out why the other end is late"},
            {"poll", "blocked in poll, select or epoll", "find out why the answer comes so late"},
            {"sleep", "asleep", "wait for the event instead of a fixed time"},
            {"process", "waiting for other processes to end", "other work until they end"},
            {"page", "blocked by page faults", "less memory, or memory that is read in order"},
            {"lock", "waiting for other threads or processes", ""},
            {"other", "blocked in the kernel", ""},
        };
    for (size_t i = 0; by && i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].by, by))
            return &all[i];
    return &unknown;
}

static void say_blocked(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    const struct blocked_by *by = blocked_by(finding->by);
    speech->words->says = by->says;
    speech->words->attempt = by->attempt;
    speech->words->command = finding->by ? "waiting --by=kernel" : callers(speech);
    speech->words->view = finding->by ? "waiting" : speech->words->view;
    if (finding->node != PROFILE_NONE) {
        const struct stat_calls *calls = &speech->view->profile->nodes[finding->node].calls;
        const char *each = calls->calls > 1 ? view_per_call(speech->arena, calls, finding->here, "~") : "";
        add_more(speech, arena_printf(speech->arena, "%s in %s%s%s%s%s",
                                      finding->here > 0.99 * finding->all ? "all" : time_of(speech, finding->here),
                                      path_of(speech, finding->node), *each ? ": " : "",
                                      *each ? text_count(speech->arena, calls->calls) : "",
                                      *each ? " calls, each " : "", each));
    } else if (finding->region != PROFILE_NONE) {
        add_more(speech, arena_printf(speech->arena, "most in %s", place_of(speech, finding->region)));
    }
    if (!finding->by)
        add_more(speech, "files, locks, other processes or sleep");
}

/* Returns the team that begins in the finding's path, or the sum of all teams that first threads begin. */
static const struct team *team_of(const struct speech *speech, struct team *all)
{
    const struct teams *teams = &speech->findings->balance->teams;
    const struct team *most = NULL;
    *all = (struct team){.node = PROFILE_NONE};
    for (uint32_t i = 0; i < teams->count; i++) {
        const struct team *team = &teams->of[i];
        if (team->node == speech->finding->node)
            most = team;
        if (!team->first)
            continue;
        all->regions += team->regions;
        all->parts += team->parts;
        all->mean += team_lost(team);
        all->most += team_lasted(team);
        all->together += team->start + team->together;
        all->locks += team->locks;
    }
    return most;
}

/* Returns, in ps, how long threads were runnable without a processor, including threads that wait for others. */
static double ready_of(const struct speech *speech)
{
    const struct division *division = speech->findings->division;
    double ready = 0;
    for (uint32_t i = 0; i < division->kept_count; i++)
        ready += kept_blocked(&division->kept[i]) ? 0 : division->kept[i].time;
    return ready;
}

/* Names the main reason of team waiting: threads without a processor, short regions, or uneven work of the same or changing threads. If a
 * thread's extra work is less than each thread's time without a processor, the latter may be the reason. */
static void say_teams(struct speech *speech)
{
    const double short_region = 100e6; /* ps: of all threads' parts */
    struct team all;
    const struct team *team = team_of(speech, &all);
    struct arena *arena = speech->arena;
    double each = all.most / (double)all.regions, ready = ready_of(speech);
    bool uneven = 2 * all.mean > speech->finding->gain && all.mean > ready / team->threads,
         crowded = !uneven && 2 * ready * (team->threads - 1) > speech->findings->division->part[TIME_OPENMP_WAITING],
         brief = !uneven && all.parts < short_region * (double)all.regions && all.together * 2 > all.parts;
    uint32_t region = speech->view->profile->nodes[team->node].region;
    speech->words->says = arena_printf(arena, "OpenMP barrier wait: threads wait for each other%s",
                                       crowded ? ", while some have no processor" : "");
    add_more(speech, arena_printf(arena, "%s region%s of %s, most in %s", text_count(arena, all.regions),
                                  all.regions == 1 ? "" : "s", time_of(speech, each), place_of(speech, region)));
    if (crowded)
        add_more(speech,
                 arena_printf(arena, "threads were ready to run without a processor for %s", time_of(speech, ready)));
    else if (uneven)
        add_more(speech, arena_printf(arena, "thread %u works %s there, the mean thread %s", team->thread,
                                      time_of(speech, team->most), time_of(speech, team->mean)));
    speech->words->attempt = crowded  ? "OMP_WAIT_POLICY=passive, or no more threads than free processors"
                             : brief  ? "fewer and longer regions, OMP_WAIT_POLICY=passive, or fewer threads"
                             : uneven ? "parts of equal size, or schedule(dynamic)"
                                      : "schedule(dynamic), fewer barriers, or fewer threads";
    speech->words->command = "waiting";
}

static void say_locks(struct speech *speech)
{
    struct team all;
    const struct team *team = team_of(speech, &all);
    const struct teams *teams = &speech->findings->balance->teams;
    uint32_t most = 0;
    while (most < teams->wait_count && !teams_is_lock(speech->view, teams->waits[most]))
        most++;
    speech->words->says = "OpenMP lock wait: only one thread at a time can continue";
    if (most < teams->wait_count)
        add_more(speech,
                 arena_printf(speech->arena, "most in %s, in regions of %s", path_of(speech, teams->waits[most]),
                              place_of(speech, speech->view->profile->nodes[team->node].region)));
    speech->words->attempt = "less work in critical sections, separate locks, or a reduction";
    speech->words->command = "waiting";
}

static void say_serial(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    speech->words->says = arena_printf(speech->arena, "serial part: only one of %.3g threads computes for %s",
                                       finding->usual, time_of(speech, finding->here));
    if (finding->region != PROFILE_NONE)
        add_more(speech, arena_printf(speech->arena, "most in %s", place_of(speech, finding->region)));
    speech->words->attempt = "a parallel region there, or less work outside of regions";
    speech->words->command = callers(speech);
}

static void say_mutex(struct speech *speech)
{
    const struct finding *finding = speech->finding;
    speech->words->says = "mutex wait: other threads hold them";
    add_more(speech, arena_printf(speech->arena, "most in %s", path_of(speech, finding->node)));
    add_more(speech, arena_printf(speech->arena, "while it is held in %s", path_of(speech, finding->waits)));
    speech->words->attempt = "hold it for less time, or split the data that it protects";
    speech->words->command = "waiting --by=kernel";
}

static void say_work(struct speech *speech)
{
    uint32_t region = speech->finding->region;
    const struct stat_calls *calls = &speech->view->regions[region].calls;
    const char *each = view_per_call(speech->arena, calls, speech->findings->division->regions[region].computing, "");
    speech->words->says = arena_printf(speech->arena, "%s, by its own work", place_of(speech, region));
    add_more(speech, arena_printf(speech->arena, "%s call%s of %s", text_count(speech->arena, calls->calls),
                                  calls->calls == 1 ? "" : "s", each));
    speech->words->command = callers(speech);
}

void findings_words(struct finding_words *words, const struct findings *findings, const struct finding *finding,
                    struct arena *arena)
{
    static const struct {
        const char *kind, *view;
        void (*say)(struct speech *speech);
    } of[FINDING_KINDS] = {
        [FINDING_PROBES] = {"probes", "functions", say_probes},
        [FINDING_PROCESSOR] = {"processor", "functions", say_processor},
        [FINDING_UNEVEN] = {"uneven", "balance", say_uneven},
        [FINDING_LATE] = {"late", "functions", say_late},
        [FINDING_LATE_MPI] = {"late-mpi", "waiting", say_late_mpi},
        [FINDING_AWAY] = {"away", "waiting", say_away},
        [FINDING_EXCESS] = {"excess", "balance", say_excess},
        [FINDING_MPI] = {"mpi", "mpi", say_mpi},
        [FINDING_BLOCKED] = {"blocked", "functions", say_blocked},
        [FINDING_TEAMS] = {"openmp", "waiting", say_teams},
        [FINDING_LOCKS] = {"locks", "waiting", say_locks},
        [FINDING_MUTEX] = {"mutex", "waiting", say_mutex},
        [FINDING_SERIAL] = {"serial", "functions", say_serial},
        [FINDING_WORK] = {"work", "functions", say_work},
    };
    struct speech speech = {words, findings, finding, findings->balance->view, arena, 0};
    *words = (struct finding_words){
        .kind = of[finding->kind].kind, .view = of[finding->kind].view, .attempt = "", .command = ""};
    of[finding->kind].say(&speech);
}

/* --- the lines around them --- */

static bool has(const struct findings *findings, enum finding_kind kind)
{
    for (unsigned i = 0; i < findings->count; i++)
        if (findings->of[i].kind == kind)
            return true;
    return false;
}

const char *findings_lost(const struct findings *findings, struct arena *arena)
{
    const struct profile *profile = findings->balance->view->profile;
    bool job = profile->nodes[0].ranks.called > 1 && !runs_several(profile);
    if (has(findings, FINDING_PROBES))
        return "distorted by probe overhead";
    if (runs_several(profile) && findings->lost <= 0)
        return ""; /* of ranks of several jobs nothing is known */
    return findings->lost > 0
               ? arena_printf(arena, "up to %s%s can be saved",
                              text_seconds_known(arena, seconds(findings->lost), 2, ""), job ? " per rank" : "")
               : "no wasted time found";
}

/* Appends one more thing that is in order. */
static const char *join(struct arena *arena, const char *before, const char *what, const char *figure)
{
    return arena_printf(arena, "%s%s%s%s", before, *before ? "; " : "", what, figure);
}

const char *findings_busy(const struct findings *findings, struct arena *arena)
{
    return findings->busy > 0
               ? arena_printf(arena,
                              "other programs used the processors for %s, %s: measure on an idle machine before tuning",
                              text_seconds_known(arena, seconds(findings->busy), 3, ""),
                              text_percent(arena, findings->busy, findings->run))
               : "";
}

const char *findings_fine(const struct findings *findings, struct arena *arena)
{
    const struct view *view = findings->balance->view;
    struct coverage coverage;
    bool several = runs_several(view->profile);
    const char *fine = findings->lost > 0 || several ? "" : "only less work makes it faster";
    if (!summary_covered(view, &coverage, arena))
        return NULL;
    if (view->overhead + view->counting > 0 && !has(findings, FINDING_PROBES))
        fine = join(arena, fine, "probes ", text_percent(arena, view->overhead + view->counting, view->total));
    if (findings->most > 0 && !has(findings, FINDING_WORK))
        fine = join(arena, fine, "no function above ", text_percent(arena, findings->most, 1));
    return !coverage.functions
               ? fine
               : arena_printf(arena, "%s%s%s of %s functions measured", fine, *fine ? "; " : "",
                              text_count(arena, coverage.instrumented), text_count(arena, coverage.functions));
}
