/*
 * column_sets.c - the data of the page: lists of columns, each with name, type and value. Times are in picoseconds.
 */
#include "report/derive/traffic.h"
#include "report/html/column.h"

#include <math.h>

#define COLUMN(name, title, shown, type, value) {name, title, #shown, TYPE_##type},
#define COLUMN_PUT(name, title, shown, type, value) *to++ = value;

/* The mark before a time, or in its place. */
enum {
    MARK_ESTIMATED = 1,
    MARK_OWN_ESTIMATED = 2,
    MARK_OWN_DOUBTFUL = 4,
    MARK_UNSEEN = 8,
    MARK_OWN_UNSEEN = 16,
    MARK_CALLS_ESTIMATED = 32
};

/* Returns the number in the order of first calls; 0 if unknown. */
static double first_of(const struct profile_node *node)
{
    return node->first ? (double)((uint64_t)node->first_rank << 32 | node->first) : 0;
}

/* --- functions and other regions: the time of all their calls, and their MPI traffic --- */

static int marks_of_region(const struct view_region *region)
{
    return (region->estimated ? MARK_ESTIMATED : 0) | (region->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (region->probes > region->exclusive ? MARK_OWN_DOUBTFUL : 0) | (region->unseen ? MARK_UNSEEN : 0) |
           (region->own_unseen ? MARK_OWN_UNSEEN : 0) | (region->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
}

static uint32_t count_functions(const struct source *source)
{
    return source->view->profile->region_count;
}

#define FUNCTIONS(X)                                                                                                   \
    X("region.calls", "calls", calls, F64, (double)region->calls.calls)                                                \
    X("region.inclusive_s", "inclusive", seconds, F64, region->inclusive)                                              \
    X("region.exclusive_s", "exclusive", seconds, F64, region->exclusive)                                              \
    X("region.mean_s", "per call", seconds, F64, calls_mean(&region->calls, region->inclusive) * 1e12)                 \
    X("region.computing_s", "computing", seconds, F64, own->computing)                                                 \
    X("region.waiting_s", "waiting", seconds, F64, rint(left))                                                         \
    X("region.no_processor_s", "no CPU", seconds, F64, own->no_processor)                                              \
    X("region.blocked_s", "blocked", seconds, F64, own->blocked)                                                       \
    X("region.marks", NULL, count, U8, marks_of_region(region))                                                        \
    X("region.first", NULL, count, U32, source->first[i])                                                              \
    X("region.messages", "messages", count, F64, (double)sent->messages)                                               \
    X("region.bytes", "bytes", bytes, F64, (double)sent->bytes)                                                        \
    X("region.half_below_bytes", "half below", bytes, F64, traffic_below(sent, 0.5))                                   \
    X("region.p95_below_bytes", "95% below", bytes, F64, traffic_below(sent, 0.95))

/* Fills a function's parts. The rest of an MPI call is waiting; an OpenMP wait is waiting as a whole. */
static void put_function(double *to, const struct source *source, uint32_t i)
{
    const struct view_region *region = &source->view->regions[i];
    const struct profile_traffic *sent = &source->traffic[i];
    unsigned kind = source->view->profile->regions[i].kind;
    bool known = (kind == REGION_MPI || division_is_function(source->view->profile, i)) && !region->own_unseen;
    const struct own_time none = {0}, *own = known ? &source->division.regions[i] : &none;
    double left = known || kind == REGION_WAIT ? region->exclusive : 0;
    left -= own->computing + own->no_processor + own->blocked;
    FUNCTIONS(COLUMN_PUT)
}

/* --- communicators: their traffic --- */

static uint32_t count_communicators(const struct source *source)
{
    return source->view->profile->communicator_count;
}

#define COMMUNICATORS(X)                                                                                               \
    X("communicator.size", "ranks", count, U32, source->view->profile->communicators[i].size)                          \
    X("communicator.calls", "calls", count, F64, (double)sent->calls)                                                  \
    X("communicator.messages", "messages", count, F64, (double)sent->messages)                                         \
    X("communicator.bytes", "bytes", bytes, F64, (double)sent->bytes)

static void put_communicator(double *to, const struct source *source, uint32_t i)
{
    const struct profile_traffic *sent = &source->communicators[i];
    COMMUNICATORS(COLUMN_PUT)
}

/* --- the call paths of the page: the tree, and the time of all ranks in each path --- */

static int marks_of_path(const struct view_node *shown)
{
    return (shown->estimated ? MARK_ESTIMATED : 0) | (shown->own_estimated ? MARK_OWN_ESTIMATED : 0) |
           (shown->probes > shown->exclusive ? MARK_OWN_DOUBTFUL : 0) |
           (shown->unseen ? MARK_UNSEEN | MARK_OWN_UNSEEN : 0) | (shown->calls_estimated ? MARK_CALLS_ESTIMATED : 0);
}

static uint32_t count_paths(const struct source *source)
{
    return source->choice.count;
}

/* An unknown place in the order of first calls is infinite. */
#define PATHS(X)                                                                                                       \
    X("node.region", NULL, count, U32, node->region)                                                                   \
    X("node.parent", NULL, count, U32, i ? source->choice.place[node->parent] : 0)                                     \
    X("node.flags", NULL, count, U8, node->flags)                                                                      \
    X("node.marks", NULL, count, U8, marks_of_path(shown))                                                             \
    X("node.outermost", NULL, count, U8, shown->outermost)                                                             \
    X("node.left", NULL, count, U32, source->choice.below[at])                                                         \
    X("node.first", NULL, count, F64, first > 0 ? first : (double)INFINITY)                                            \
    X("node.calls", "calls", calls, F64, (double)node->calls.calls)                                                    \
    X("node.inclusive_s", "inclusive", seconds, F64, shown->inclusive)                                                 \
    X("node.exclusive_s", "exclusive", seconds, F64, shown->exclusive)                                                 \
    X("node.mean_s", "per call", seconds, F32, calls_mean(&node->calls, shown->inclusive) * 1e12)                      \
    X("node.rows", NULL, count, U32, first_row[1] - first_row[0])                                                      \
    X("node.error", NULL, count, F32, sqrt(node->calls.error2))

static void put_path(double *to, const struct source *source, uint32_t i)
{
    uint32_t at = source->choice.nodes[i];
    const struct profile_node *node = &source->view->profile->nodes[at];
    const struct view_node *shown = &source->view->nodes[at];
    const uint32_t *first_row = &source->members.first_row[at];
    double first = first_of(node);
    PATHS(COLUMN_PUT)
}

/* --- the same paths over ranks: the spread of their times and of their work --- */

/* Returns false for a single rank, which has no statistics over ranks. */
static bool is_over_ranks(const struct source *source)
{
    return source->members.count > 1 || source->view->profile->nodes[0].ranks.called > 1;
}

static uint32_t count_ranks(const struct source *source)
{
    return is_over_ranks(source) ? source->choice.count : 0;
}

#define RANKS(X)                                                                                                       \
    X("ranks.ranks", NULL, count, U32, ranks->called)                                                                  \
    X("ranks.context_ranks", NULL, count, U32, ranks->in_context)                                                      \
    X("ranks.rank_min_s", "min", seconds, F32, (double)stat_ranks_min(ranks))                                          \
    X("ranks.rank_p5_s", "5%", seconds, F32, percentiles[0])                                                           \
    X("ranks.rank_p50_s", "median", seconds, F32, percentiles[1])                                                      \
    X("ranks.rank_mean_s", "mean", seconds, F32, stat_ranks_mean(ranks))                                               \
    X("ranks.rank_p95_s", "95%", seconds, F32, percentiles[2])                                                         \
    X("ranks.rank_max_s", "max", seconds, F32, (double)ranks->max)                                                     \
    X("ranks.rank_of_max", "rank", rank, U32, ranks->max_rank)

/* Figures of work; for an MPI call, of its whole time. */
#define BALANCE(X)                                                                                                     \
    X("balance.lost_s", "lost", seconds, F64, work->lost)                                                              \
    X("balance.imbalance", "imbalance", ratio, F32, balance_ratio(work))                                               \
    X("balance.waiting_s", "waiting", seconds, F64, work->waited)                                                      \
    X("balance.rank_waiting_max_s", "max", seconds, F64, waits ? 1000 * (double)waits->max : 0)                        \
    X("balance.rank_of_waiting_max", "rank", rank, U32, waits ? waits->max_rank : 0)                                   \
    X("balance.rank_mean_s", "mean", seconds, F64, work->mean)                                                         \
    X("balance.rank_max_s", "max", seconds, F64, work->max)                                                            \
    X("balance.rank_of_max", "rank", rank, U32, work->max_rank)                                                        \
    X("balance.rank_cause_max_s", NULL, seconds, F64, causes ? 1000 * (double)causes->max : 0)                         \
    X("balance.rank_of_cause_max", NULL, rank, U32, causes ? causes->max_rank : 0)                                     \
    X("balance.noise", NULL, seconds, F32, work->noise)                                                                \
    X("balance.repeats", NULL, count, U8, work->repeats)

static void put_balance(double *to, const struct source *source, uint32_t i)
{
    static const struct balance_path none;
    const struct balance_path *of = source->balance_of[source->choice.nodes[i]], *work = of ? of : &none;
    const struct waiting *waiting = &source->balance.waiting;
    const struct stat_ranks *waits = waiting->known ? waiting_ranks(&waiting->waits, source->choice.nodes[i]) : NULL;
    const struct stat_ranks *causes = waiting->known ? waiting_ranks(&waiting->causes, source->choice.nodes[i]) : NULL;
    BALANCE(COLUMN_PUT)
}

static void put_ranks(double *to, const struct source *source, uint32_t i)
{
    static const double parts[] = {0.05, 0.5, 0.95};
    uint32_t at = source->choice.nodes[i];
    const struct stat_ranks *ranks = &source->view->profile->nodes[at].ranks;
    double percentiles[sizeof parts / sizeof *parts];
    members_percentiles(&source->members, at, parts, sizeof parts / sizeof *parts, percentiles);
    RANKS(COLUMN_PUT)
}

/* --- figures of each thread of each rank in these paths --- */

static uint32_t count_rows(const struct source *source)
{
    return source->members.profile->location_count > 1 ? source->row_count : 0;
}

#define ROWS(X)                                                                                                        \
    X("row.location", NULL, count, U32, row->location)                                                                 \
    X("row.calls", NULL, count, F32, (double)row->calls)                                                               \
    X("row.inclusive", NULL, seconds, F32, (double)row->inclusive)                                                     \
    X("row.exclusive", NULL, seconds, F32, fmax(source->members.own[source->rows[i]], 0))                              \
    X("row.work", NULL, seconds, F32, fmax(source->members.work[source->rows[i]], 0))

static void put_row(double *to, const struct source *source, uint32_t i)
{
    const struct profile_row *row = &source->members.profile->rows[source->rows[i]];
    ROWS(COLUMN_PUT)
}

/* --- changes between two runs: by function, the largest first, and by call path, a parent before its children --- */

/* The mark before a time of a change, or in its place; and on which side the function was not measured. */
enum {
    CHANGE_ESTIMATED = 1,
    CHANGE_NOT_BEFORE = 2,
    CHANGE_NOT_AFTER = 4,
    CHANGE_UNSEEN_BEFORE = 8,
    CHANGE_UNSEEN_AFTER = 16,
    CHANGE_OWN_UNSEEN_BEFORE = 32, /* of a path, whose other times are with what it called */
    CHANGE_OWN_UNSEEN_AFTER = 64
};

static int marks_of_change(const struct change *change)
{
    return (change->estimated ? CHANGE_ESTIMATED : 0) | (change->left_alone[0] ? CHANGE_NOT_BEFORE : 0) |
           (change->left_alone[1] ? CHANGE_NOT_AFTER : 0);
}

static uint32_t count_changes(const struct source *source)
{
    return source->compared ? source->compared->by_function.count : 0;
}

#define CHANGES(X)                                                                                                     \
    X("change.exclusive_before_s", "before", seconds, F64, change->own[0])                                             \
    X("change.exclusive_after_s", "after", seconds, F64, change->own[1])                                               \
    X("change.change", "change", seconds, F64, change_difference(change))                                              \
    X("change.relative", "relative", ratio, F64, change_relative(change))                                              \
    X("change.noise_s", "noise", seconds, F64, change->noise)                                                          \
    X("change.beyond_noise", NULL, count, U8, !change_is_noise(change))                                                \
    X("change.calls_before", "calls before", count, F64, change->calls[0])                                             \
    X("change.calls_after", "calls after", count, F64, change->calls[1])                                               \
    X("change.marks", NULL, count, U8, marks_of_change(change) | unseen)

static void put_change(double *to, const struct source *source, uint32_t i)
{
    const struct change *change = &source->compared->by_function.list[i];
    int unseen = (isnan(change_own(change, 0)) ? CHANGE_UNSEEN_BEFORE : 0) |
                 (isnan(change_own(change, 1)) ? CHANGE_UNSEEN_AFTER : 0);
    CHANGES(COLUMN_PUT)
}

static uint32_t count_changed_paths(const struct source *source)
{
    return source->compared ? source->compared->shown_count : 0;
}

/* Inclusive changes; `own` is exclusive. */
#define CHANGED_PATHS(X)                                                                                               \
    X("changedPath.name", NULL, count, U32, path->name)                                                                \
    X("changedPath.above", NULL, count, U32, path->parent)                                                             \
    X("changedPath.own_before", NULL, seconds, F64, change->own[0])                                                    \
    X("changedPath.own_after", NULL, seconds, F64, change->own[1])                                                     \
    X("changedPath.inclusive_before_s", "before", seconds, F64, path->all[0])                                          \
    X("changedPath.inclusive_after_s", "after", seconds, F64, path->all[1])                                            \
    X("changedPath.change", "change", seconds, F64, path->all[1] - path->all[0])                                       \
    X("changedPath.relative", "relative", ratio, F32,                                                                  \
      path->all[0] > change->noise ? path->all[1] / path->all[0] - 1 : NAN)                                            \
    X("changedPath.marks", NULL, count, U8, marks_of_change(change) | unseen)                                          \
    X("changedPath.noise_s", "noise", seconds, F32, change->noise)                                                     \
    X("changedPath.calls_before", "calls before", count, F64, change->calls[0])                                        \
    X("changedPath.calls_after", "calls after", count, F64, change->calls[1])

static void put_changed_path(double *to, const struct source *source, uint32_t i)
{
    const struct compared_path *path = &source->compared->shown[i];
    const struct change *change = path->change;
    int unseen = (stat_seen(path->all[0], path->error2[0]) ? 0 : CHANGE_UNSEEN_BEFORE) |
                 (stat_seen(path->all[1], path->error2[1]) ? 0 : CHANGE_UNSEEN_AFTER) |
                 (isnan(change_own(change, 0)) ? CHANGE_OWN_UNSEEN_BEFORE : 0) |
                 (isnan(change_own(change, 1)) ? CHANGE_OWN_UNSEEN_AFTER : 0);
    CHANGED_PATHS(COLUMN_PUT)
}

/* --- a trace: calls over time, row by row of the timeline --- */

static uint32_t count_slices(const struct source *source)
{
    return source->slices ? source->slices->slice_count : 0;
}

#define SLICES(X)                                                                                                      \
    X("slice.begin", NULL, count, F64, slice->begin)                                                                   \
    X("slice.end", NULL, count, F64, slice->end)                                                                       \
    X("slice.region", NULL, count, U32, slice->most.region)                                                            \
    X("slice.calls", NULL, count, U32, slice->calls)                                                                   \
    X("slice.several", NULL, count, U8, slice->several)

static void put_slice(double *to, const struct source *source, uint32_t i)
{
    static const struct page_row *row; /* of the one asked for last */
    static uint32_t first;
    if (!i) {
        row = source->slices->rows;
        first = 0;
    }
    while (i - first >= row->count)
        first += row++->count;
    const struct page_slice *slice = &row->slices[i - first];
    SLICES(COLUMN_PUT)
}

/* --- how long each rank waited for each other --- */

static uint32_t count_waits(const struct source *source)
{
    return source->view->profile->wait_count;
}

#define WAITS(X)                                                                                                       \
    X("wait.rank", NULL, count, U32, wait->rank)                                                                       \
    X("wait.late_rank", NULL, count, U32, wait->late)                                                                  \
    X("wait.waiting_s", "waiting", seconds, F64, 1000 * (double)wait->ns)

static void put_wait(double *to, const struct source *source, uint32_t i)
{
    const struct profile_wait *wait = &source->view->profile->waits[i];
    WAITS(COLUMN_PUT)
}

/* --- where ranks and threads wait, as in `waiting`; a path that is not shown has the index PROFILE_NONE --- */

static uint32_t count_sites(const struct source *source)
{
    return source->view->profile->call_site_count;
}

#define SITES(X)                                                                                                       \
    X("site.node", NULL, count, U32, source->choice.place[site->node])                                                 \
    X("site.waiting_s", "waiting", seconds, F64, 1000 * (double)site->waiting.all)                                     \
    X("site.rank_of_waiting_max", "max rank", rank, U32, site->waiting.rank)                                           \
    X("site.delay_s", "delay", seconds, F64, 1000 * (double)site->delay.all)                                           \
    X("site.rank_of_delay_max", "rank", rank, U32, site->delay.rank)

static void put_site(double *to, const struct source *source, uint32_t i)
{
    const struct profile_call_site *site = &source->view->profile->call_sites[i];
    SITES(COLUMN_PUT)
}

static uint32_t count_thread_waits(const struct source *source)
{
    return source->balance.teams.wait_count;
}

#define THREAD_WAITS(X)                                                                                                \
    X("threadWait.node", NULL, count, U32, source->choice.place[node])                                                 \
    X("threadWait.thread_waiting_s", "waiting", seconds, F64, source->view->nodes[node].exclusive)                     \
    X("threadWait.calls", "calls", calls, F64, (double)source->view->profile->nodes[node].calls.calls)                 \
    X("threadWait.thread_waiting_max_s", "max", seconds, F64, most.time)                                               \
    X("threadWait.thread_of_waiting_max", "thread", rank, U32, most.thread)

static void put_thread_wait(double *to, const struct source *source, uint32_t i)
{
    uint32_t node = source->balance.teams.waits[i];
    struct team_most most = teams_most(source->view, node);
    THREAD_WAITS(COLUMN_PUT)
}

static uint32_t count_kept(const struct source *source)
{
    return source->division.kept_count;
}

#define KEPT(X)                                                                                                        \
    X("kept.node", NULL, count, U32, source->choice.place[kept->node])                                                 \
    X("kept.waiting_s", "waiting", seconds, F64, kept->time)                                                           \
    X("kept.looks", "samples", count, F64, (double)kept->looks)                                                        \
    X("kept.thread_waiting_max_s", "max", seconds, F64, kept->most)                                                    \
    X("kept.thread_of_waiting_max", "thread", rank, U32, kept->thread)                                                 \
    X("kept.holder", NULL, count, U32, kept->holder == PROFILE_NONE ? PROFILE_NONE : source->choice.place[kept->holder])

static void put_kept(double *to, const struct source *source, uint32_t i)
{
    const struct kept_path *kept = &source->division.kept[i];
    KEPT(COLUMN_PUT)
}

/* --- all sets, in their order in the page --- */

#define SET(count, put, LIST)                                                                                          \
    {                                                                                                                  \
        count, put, (const struct column[]){LIST(COLUMN)},                                                             \
            sizeof((const struct column[]){LIST(COLUMN)}) / sizeof(struct column)                                      \
    }

const struct column_set column_sets[] = {
    SET(count_functions, put_function, FUNCTIONS),
    SET(count_communicators, put_communicator, COMMUNICATORS),
    SET(count_paths, put_path, PATHS),
    SET(count_ranks, put_ranks, RANKS),
    SET(count_ranks, put_balance, BALANCE),
    SET(count_rows, put_row, ROWS),
    SET(count_changes, put_change, CHANGES),
    SET(count_changed_paths, put_changed_path, CHANGED_PATHS),
    SET(count_slices, put_slice, SLICES),
    SET(count_waits, put_wait, WAITS),
    SET(count_sites, put_site, SITES),
    SET(count_thread_waits, put_thread_wait, THREAD_WAITS),
    SET(count_kept, put_kept, KEPT),
};
const unsigned column_set_count = sizeof column_sets / sizeof *column_sets;
