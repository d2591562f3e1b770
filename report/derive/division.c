/* division.c - see division.h. */
#include "report/derive/division.h"

#include "common/check.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>

bool division_is_function(const struct profile *profile, uint32_t region)
{
    unsigned kind = profile->regions[region].kind;
    return region_is_work(kind) && kind != REGION_DEVICE && kind != REGION_ROOT;
}

double division_meta(const struct profile *profile, const char *key)
{
    return strtod(profile_meta(profile, key, "0"), NULL);
}

struct work {
    struct division *division;
    const struct view *view;
    const struct profile *profile;
    const struct waiting *waiting;
};

static unsigned kind_of(const struct work *work, uint32_t node)
{
    return work->profile->regions[work->profile->nodes[node].region].kind;
}

/* Returns whether a node is a function, or a call of MPI, whose own time beyond waiting is work. */
static bool is_work(const struct work *work, uint32_t node)
{
    return kind_of(work, node) == REGION_MPI || division_is_function(work->profile, work->profile->nodes[node].region);
}

/* Returns how long the node's calls of MPI waited for other ranks, in ps. */
static double waits_of(const struct work *work, uint32_t node)
{
    bool any = kind_of(work, node) == REGION_MPI && work->waiting->known;
    return any ? fmin(waiting_of(work->waiting, node), work->view->nodes[node].exclusive) : 0;
}

static void take(double *from, double *to, double time)
{
    time = fmin(fmax(time, 0), *from);
    CHECK(time >= 0);
    *from -= time;
    *to += time;
}

/* Subtracts blocked and runnable time as samples show it. A call of MPI that lacks a processor while it waits counts as waiting. */
static void take_kept(struct work *work)
{
    struct division *division = work->division;
    for (uint32_t i = 0; i < division->kept_count; i++) {
        const struct kept_path *kept = &division->kept[i];
        struct own_time *own = &division->nodes[kept->node];
        double whole = work->view->nodes[kept->node].exclusive;
        double part = whole > 0 ? 1 - waits_of(work, kept->node) / whole : 1;
        if (is_work(work, kept->node))
            take(&own->computing, kept_blocked(kept) ? &own->blocked : &own->no_processor, part * kept->time);
    }
}

/* The kernel's figures for the process: parts of its first thread's time. Both are 0 if it has none, or if there are several threads. */
struct word_of_kernel {
    double ran, ready, blocked; /* blocked: of one process without MPI */
};

static struct word_of_kernel ask_kernel(const struct work *work)
{
    double count = division_meta(work->profile, "ran_count"), threads = division_meta(work->profile, "threads");
    double all = count * 1e9 * division_meta(work->profile, "wall_s") - 1e6 * summary_compiled(work->profile);
    double ran = fmin(division_meta(work->profile, "ran_ns"), all),
           ready = fmin(division_meta(work->profile, "ready_ns"), all - ran);
    if (all <= 0 || runs_several(work->profile) || (threads > 1 && threads > count))
        return (struct word_of_kernel){0};
    bool single = count == 1 && work->waiting->mpi <= 0;
    return (struct word_of_kernel){ran / all, ready / all, single ? 1 - (ran + ready) / all : 0};
}

/* Returns the sum over all nodes, as divided so far. */
static struct own_time sum_of(const struct work *work)
{
    struct own_time sum = {0};
    for (uint32_t i = 0; i < work->profile->node_count; i++) {
        const struct own_time *own = &work->division->nodes[i];
        if (!is_work(work, i))
            continue;
        sum.computing += own->computing;
        sum.no_processor += own->no_processor;
        sum.blocked += own->blocked;
    }
    return sum;
}

/* Subtracts the idle time of functions that seem to have computed for longer than the process ran. */
static void take_idle(struct work *work, double ran, double *more)
{
    for (uint32_t i = 0; i < work->profile->node_count; i++) {
        struct own_time *own = &work->division->nodes[i];
        double idle = is_work(work, i) ? fmin(own->computing - ran, *more) : 0;
        take(&own->computing, &own->blocked, idle);
        *more -= fmax(idle, 0);
    }
}

static void take_beyond(struct work *work)
{
    struct word_of_kernel kernel = ask_kernel(work);
    struct own_time sum = sum_of(work);
    double all = sum.computing + sum.no_processor + sum.blocked;
    double blocked = fmax(kernel.blocked * all - sum.blocked, 0);
    double ready = fmax(kernel.ready * all - sum.no_processor, 0);
    take_idle(work, kernel.ran * all + ready, &blocked);
    double left = sum_of(work).computing;
    for (uint32_t i = 0; left > 0 && i < work->profile->node_count; i++) {
        struct own_time *own = &work->division->nodes[i];
        double part = is_work(work, i) ? own->computing / left : 0;
        take(&own->computing, &own->no_processor, part * ready);
        take(&own->computing, &own->blocked, part * blocked);
    }
}

/* Counts the rest as computed, so that the parts add up to the whole. */
static void add_parts(struct work *work)
{
    struct division *division = work->division;
    double *part = division->part;
    for (uint32_t i = 1; i < work->profile->node_count; i++) {
        const struct own_time *own = &division->nodes[i];
        if (kind_of(work, i) == REGION_WAIT)
            part[TIME_OPENMP_WAITING] += work->view->nodes[i].exclusive;
        if (!is_work(work, i))
            continue;
        part[TIME_NO_PROCESSOR] += own->no_processor;
        part[TIME_BLOCKED] += own->blocked;
        if (kind_of(work, i) == REGION_MPI) {
            part[TIME_MPI_WAITING] += waits_of(work, i);
            part[TIME_MPI] += own->computing;
        }
    }
    part[TIME_BETWEEN] = work->view->time.between;
    part[TIME_ENDED] = work->view->time.ended;
    double left = division->all;
    for (int i = TIME_COMPUTING + 1; i < TIME_PARTS; i++) {
        CHECK(part[i] >= 0);
        part[i] = fmin(part[i], left);
        left -= part[i];
    }
    CHECK(left >= 0);
    part[TIME_COMPUTING] = left;
}

void division_make(struct division *division, const struct view *view, const struct waiting *waiting,
                   struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct work work = {division, view, profile, waiting};
    *division = (struct division){.all = view->total,
                                  .run = view->time.run,
                                  .waits_unknown = waiting_none_known(waiting),
                                  .nodes = arena_array(arena, profile->node_count, sizeof *division->nodes),
                                  .regions = arena_array(arena, profile->region_count, sizeof *division->regions)};
    division->kept = waiting_kept(profile, &division->kept_count, arena);
    for (uint32_t i = 1; i < profile->node_count; i++)
        division->nodes[i].computing = view->nodes[i].exclusive - waits_of(&work, i);
    take_kept(&work);
    take_beyond(&work);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        struct own_time *sum = &division->regions[profile->nodes[i].region];
        sum->computing += division->nodes[i].computing;
        sum->no_processor += division->nodes[i].no_processor;
        sum->blocked += division->nodes[i].blocked;
    }
    add_parts(&work);
}

static const struct {
    const char *key, *text;
} parts[TIME_PARTS] = {
    [TIME_COMPUTING] = {"computing", "computing"},
    [TIME_NO_PROCESSOR] = {"no-processor", "no processor"},
    [TIME_BLOCKED] = {"blocked", "blocked"},
    [TIME_MPI_WAITING] = {"mpi-waiting", "waiting in MPI"},
    [TIME_MPI] = {"mpi", "MPI itself"},
    [TIME_OPENMP_WAITING] = {"openmp-waiting", "waiting in OpenMP"},
    [TIME_BETWEEN] = {"between-regions", "threads idle between regions"},
    [TIME_ENDED] = {"ended", "finished ranks"},
};

const char *time_part_key(enum time_part part)
{
    return parts[part].key;
}

const char *time_part_text(const struct division *division, enum time_part part)
{
    return part == TIME_MPI && division->waits_unknown ? "MPI" : parts[part].text;
}

const char *division_text(const struct division *division, struct arena *arena)
{
    enum { LEAST_PART = 2000 }; /* what is less rounds to nothing */
    const char *text = "";
    bool said[TIME_PARTS] = {false};
    for (int k = 0; k < TIME_PARTS; k++) {
        int most = -1;
        for (int i = 0; i < TIME_PARTS; i++)
            if (!said[i] && division->part[i] * LEAST_PART >= division->all &&
                (most < 0 || division->part[i] > division->part[most]))
                most = i;
        if (most < 0)
            break;
        said[most] = true;
        text = arena_printf(arena, "%s%s%s %s", text, *text ? ", " : "", time_part_text(division, (enum time_part)most),
                            text_percent(arena, division->part[most], division->all));
    }
    return text;
}
