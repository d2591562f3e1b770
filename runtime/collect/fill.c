/* fill.c - see fill.h. */
#include "runtime/collect/fill.h"

#include "common/machine.h"
#include "common/reasons.h"
#include "common/sort.h"
#include "profile/files.h"
#include "profile/rows.h"
#include "runtime/collect/draft.h"
#include "runtime/machine/process.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/flow/team_settle.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/measure/store/wait_sums.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>
#include <string.h>
#if MACHINE_X86_64
#include <cpuid.h>
#endif

static struct u128 picoseconds(uint64_t ticks, struct clock_scale scale)
{
    return wide_split(clock_ticks_ps(scale, ticks));
}

static uint64_t picoseconds_64(uint64_t ticks, struct clock_scale scale)
{
    struct u128 ps = picoseconds(ticks, scale);
    return ps.high ? UINT64_MAX : ps.low;
}

/* Returns the sum of squared deviations from the mean, in ticks. With sum = q timed + r, sum of (x - q)^2 is a whole number; the rest to
 * subtract, r^2/timed, is smaller than timed. */
static double deviations(const struct node *node)
{
    uint64_t q = node->sum / node->timed, r = node->sum % node->timed;
    wide whole = wide_of(node->squares) + (wide)q * q * node->timed - (wide)q * node->sum * 2;
    double rest = (double)r * ((double)r / (double)node->timed);
    double result = wide_double(whole) - rest;
    return result > 0 ? result : 0;
}

void fill_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat)
{
    double ps = clock_ps(scale);
    stat_calls_init(stat);
    stat->calls = node->calls;
    stat->timed = node->timed < node->calls ? node->timed : node->calls;
    if (!node->timed)
        return;
    stat->sum = picoseconds(shares_measured(node), scale);
    /* What its first piece took is neither its least nor its most. */
    if (node->region->flags & __INSTR_PIECES) {
        stat->min = 0;
        return;
    }
    /* Seen in the middle of its first timed call's end. */
    bool half = node->min > node->max;
    stat->min = picoseconds_64(half ? node->sum / node->timed : node->min, scale);
    stat->max = picoseconds_64(half ? node->sum / node->timed : node->max, scale);
    stat->mean = (double)node->sum / (double)node->timed * ps;
    stat->m2 = deviations(node) * ps * ps;
}

static bool fill_nodes(struct draft *draft, struct clock_scale scale, struct profile *out)
{
    double ps = clock_ps(scale);
    out->nodes = arena_array(draft->arena, draft->count, sizeof *out->nodes);
    if (!out->nodes)
        return draft_no_memory(draft);
    for (uint32_t i = 0; i < draft->count; i++) {
        struct profile_node *node = &out->nodes[i];
        node->region = draft->nodes[i].region->index;
        node->parent = draft->nodes[i].order;
        node->flags = draft->nodes[i].flags;
        fill_node(&draft->nodes[i], scale, &node->calls);
        node->calls.sum = picoseconds(draft->shares[i].total, scale);
        node->calls.error2 = draft->shares[i].error2 * ps * ps;
        node->calls.probes = u128_from_double(draft->shares[i].probes * ps * (1 - 1e-9) - 1);
        if (draft->nodes[i].extra) {
            node->calls.min_iteration = draft->nodes[i].extra->min_iteration;
            node->calls.max_iteration = draft->nodes[i].extra->max_iteration;
        }
    }
    out->node_count = draft->count;
    return true;
}

static int compare_made(const void *table, uint32_t a, uint32_t b)
{
    const struct node *nodes = table;
    return (nodes[a].made > nodes[b].made) - (nodes[a].made < nodes[b].made);
}

/* Fills in the order in which the process came to its paths. */
static bool fill_order(struct draft *draft, struct profile *out)
{
    uint32_t *order = arena_array(&draft->scratch, draft->count, sizeof *order);
    if (!order || !sort_positions(order, draft->count, compare_made, draft->nodes, &draft->scratch))
        return draft_no_memory(draft);
    for (uint32_t i = 0; i < draft->count; i++)
        if (!order[i] || draft->nodes[order[i]].made)
            out->nodes[order[i]].first = i + 1;
    return true;
}

/* Fills in each node's own values of the metrics that are on. */
static bool fill_values(struct draft *draft, struct profile *out)
{
    const struct metrics_on *metrics = &draft->from->metrics;
    uint64_t most = (uint64_t)draft->count * metrics->count;
    if (!metrics->count)
        return true;
    out->metrics = arena_array(draft->arena, metrics->count, sizeof *out->metrics);
    out->values = most < PROFILE_NONE ? arena_array(draft->arena, (size_t)most, sizeof *out->values) : NULL;
    if (!out->metrics || !out->values)
        return draft_no_memory(draft);
    for (uint32_t i = 0; i < metrics->count; i++)
        out->metrics[i] = (struct profile_metric){.key = metrics->on[i].key,
                                                  .name = metrics->on[i].name,
                                                  .unit = metrics->on[i].unit,
                                                  .rule = metrics->on[i].rule};
    out->metric_count = metrics->count;
    for (uint32_t i = 0; i < draft->count; i++)
        for (uint32_t m = 0; draft->nodes[i].values && m < metrics->count; m++)
            if (draft->nodes[i].values->of[m])
                out->values[out->value_count++] =
                    (struct profile_value){.node = i, .metric = m, .own = {draft->nodes[i].values->of[m], 0}};
    return true;
}

static const char *reason_of(const struct region *region)
{
    bool above_level = region->kind == REGION_FUNCTION && !*region->reason && !GET(region->wanted);
    return above_level ? reason_word(REASON_LEVEL_RUN) : region->reason;
}

static bool fill_regions(struct draft *draft, struct profile *out)
{
    const struct region *newest = __atomic_load_n(&draft->from->regions, __ATOMIC_ACQUIRE);
    uint32_t count = newest ? newest->index + 1 : 0;
    out->regions = arena_array(draft->arena, count, sizeof *out->regions);
    if (!out->regions)
        return draft_no_memory(draft);
    for (const struct region *region = newest; region; region = region->next)
        out->regions[region->index] = (struct profile_region){
            .name = region->name,
            .file = region->record,
            .origin = region->origin,
            .groups = region->groups,
            .reason = reason_of(region),
            .line = region->line,
            .flags = region->flags,
            .kind = region->kind,
            .level = region->level,
        };
    out->region_count = count;
    return files_unite(out->regions, count) || draft_no_memory(draft);
}

static void add_tally(const char *name, uint64_t value, void *context)
{
    struct profile *out = context;
    out->tallies[out->tally_count++] = (struct profile_tally){name, value};
}

/* Returns the calls in (other paths), which had no room of their own. */
static uint64_t other_calls(const struct draft *draft)
{
    uint64_t calls = 0;
    for (uint32_t i = 1; i < draft->count; i++)
        if (draft->nodes[i].order < i && draft->nodes[draft->nodes[i].order].region->kind == REGION_OTHER &&
            !(draft->nodes[i].flags & NODE_IN_CALLERS))
            calls += draft->nodes[i].calls;
    return calls;
}

static bool fill_tallies(struct draft *draft, struct profile *out)
{
    uint64_t unknown = operations_unknown(draft->from->operations, draft->from == store);
    out->tallies = arena_array(draft->arena, TALLY_MOST + 1, sizeof *out->tallies);
    if (!out->tallies)
        return draft_no_memory(draft);
    draft->from->tallies.values[TALLY_OTHER_PATHS] = other_calls(draft);
    tallies_visit(&draft->from->tallies, add_tally, out);
    if (unknown)
        add_tally(OPERATIONS_UNKNOWN, unknown, out);
    return true;
}

/* Returns the whole time of a thread in ticks. */
static uint64_t time_of(const struct draft *draft, const struct stretch *stretch)
{
    uint64_t ticks = stretch->thread->number ? 0 : draft->shares[0].net;
    for (uint32_t i = stretch->first; stretch->thread->number && i < stretch->end; i++)
        if (draft->nodes[i].region->kind == REGION_THREAD && strcmp(draft->nodes[i].region->groups, "device") != 0)
            ticks += draft->shares[i].net;
    return ticks;
}

/* Fills in the rows of each thread if there are several; a single thread's figures are in the nodes. Path nodes of a team member (see team.h)
 * in which it never was are omitted. */
static bool fill_rows(struct draft *draft, struct clock_scale scale, struct profile *out)
{
    enum { MOST_ROWS = 1 << 20 };
    const struct store_header *from = draft->from;
    uint64_t rows = draft->stretch_count;
    for (uint32_t i = 0; i < draft->stretch_count; i++)
        rows += draft->stretches[i].end - draft->stretches[i].first;
    if (from->thread_count < 2 || draft->stretch_count < 2 || rows > MOST_ROWS)
        return true;
    out->locations = arena_array(draft->arena, draft->stretch_count, sizeof *out->locations);
    out->rows = arena_array(draft->arena, rows, sizeof *out->rows);
    if (!out->locations || !out->rows)
        return draft_no_memory(draft);
    for (uint32_t k = 0; k < draft->stretch_count; k++) {
        const struct stretch *stretch = &draft->stretches[k];
        out->locations[k] = (struct profile_location){.rank = (uint32_t)GET(from->rank),
                                                      .thread = stretch->thread->number,
                                                      .pid = (uint64_t)from->pid,
                                                      .host = from->host};
        uint64_t time = time_of(draft, stretch);
        if (time || !stretch->thread->number)
            out->rows[out->row_count++] = (struct profile_row){
                .location = k, .calls = !stretch->thread->number, .inclusive = picoseconds_64(time, scale)};
        for (uint32_t i = stretch->first; i < stretch->end; i++)
            if (draft->nodes[i].calls || draft->shares[i].total) {
                struct profile_row *row = &out->rows[out->row_count++];
                *row = (struct profile_row){.node = i,
                                            .location = k,
                                            .calls = draft->nodes[i].calls,
                                            .inclusive = picoseconds_64(draft->shares[i].net, scale)};
                rows_set_extremes(row, &out->nodes[i].calls);
            }
    }
    out->location_count = draft->stretch_count;
    return true;
}

/* Returns, by node, the part of its blocked time that counts: no more than the time of its own calls. A processor lost inside a probe is
 * outside the calls. */
static double *kept_parts(struct draft *draft, double tick_ns)
{
    double *parts = arena_array(&draft->scratch, draft->count, sizeof *parts);
    for (uint32_t i = 0; parts && i < draft->stay_count; i++)
        if (draft->stays[i].stood)
            parts[draft->stays[i].node] += (double)GET(draft->stays[i].stood->ns);
    for (uint32_t i = 0; parts && i < draft->count; i++) {
        double took = (double)draft->shares[i].net * tick_ns;
        parts[i] = parts[i] > took ? took / parts[i] : 1;
    }
    return parts;
}

/* Returns each node's own time minus its known blocked time, in ns. */
static double *left_of_own(struct draft *draft, double tick_ns)
{
    double *left = arena_array(&draft->scratch, draft->count, sizeof *left);
    for (uint32_t i = left ? draft->count : 0; i-- > 0;) {
        double took = (double)draft->shares[i].net * tick_ns;
        left[i] += took;
        if (i && draft->nodes[i].region->kind != REGION_THREAD)
            left[draft->nodes[i].order] -= took;
    }
    for (uint32_t i = 0; left && i < draft->stay_count; i++)
        if (draft->stays[i].stood)
            left[draft->stays[i].node] -= (double)GET(draft->stays[i].stood->ns);
    return left;
}

/* A thread's last figures from the kernel, and the time covered by samples; ns. */
struct processor_time {
    double run, ready, sampled;
};

static struct processor_time time_on_processor(const struct draft *draft, const struct stretch *stretch)
{
    const struct watched *watched = &stretch->thread->watched;
    struct processor_time time = {(double)GET(watched->last_run), (double)GET(watched->last_waited), 0};
    uint64_t run, ready;
    if (draft->from == store && !stretch->thread->number && process_ran(&run, &ready))
        time = (struct processor_time){(double)run, (double)ready, 0};
    for (uint32_t i = stretch->first; i < stretch->end; i++)
        time.sampled += (double)(draft->nodes[i].ran + draft->nodes[i].looked_probe);
    return time;
}

static bool add_kept(struct draft *draft, uint32_t node, uint32_t thread, uint32_t by, double ns, double least)
{
    struct stood *stood = ns > least ? arena_alloc(&draft->scratch, sizeof *stood) : NULL;
    if (!stood)
        return true;
    *stood = (struct stood){.by = by, .looks = 1, .ns = (uint64_t)ns};
    return draft_add_stay(draft, (struct draft_stay){NULL, stood, node, PROFILE_NONE, thread});
}

/* Computes how long a thread's nodes ran. Nodes without samples ran in the time that samples do not cover, if it is long enough, because the
 * observer begins with the first call after a while. The others ran in proportion to their samples. The rest of `left` they did not run. */
static void take_run(const struct draft *draft, const struct stretch *stretch, struct processor_time time, double *left,
                     const uint32_t *seen)
{
    double unseen = 0, rest = time.run > time.sampled ? time.run - time.sampled : 0;
    for (uint32_t i = stretch->first; i < stretch->end; i++)
        unseen += draft->nodes[i].ran || seen[i] || left[i] < 0 ? 0 : left[i];
    rest = rest < unseen ? rest : unseen;
    double part = unseen > 0 ? rest / unseen : 0;
    for (uint32_t i = stretch->first; i < stretch->end; i++) {
        double ran = draft->nodes[i].ran ? (time.run - rest) / time.sampled * (double)draft->nodes[i].ran
                     : seen[i]           ? 0
                                         : left[i] * part;
        left[i] = left[i] > ran ? left[i] - ran : 0;
    }
}

/*
 * Charges the rest of a thread's time, in which its nodes did not run. The kernel tells for how long the thread was runnable without a processor.
 * The rest it was blocked unseen, in nodes that were seen blocked at other times. So functions are sorted by samples after this time is
 * subtracted.
 */
static bool add_unseen(struct draft *draft, const struct stretch *stretch, double *left, const uint32_t *seen)
{
    enum { LEAST_PART = 1000 };
    struct processor_time time = time_on_processor(draft, stretch);
    double off = 0, off_seen = 0, blocked = -time.run - time.ready;
    if (!(time.run + time.ready > 0))
        return true;
    for (uint32_t i = stretch->first; i < stretch->end; i++)
        blocked += left[i];
    take_run(draft, stretch, time, left, seen);
    for (uint32_t i = stretch->first; i < stretch->end; i++)
        *(seen[i] ? &off_seen : &off) += left[i];
    double part = blocked <= 0 ? 0 : off_seen > blocked ? blocked / off_seen : 1, least = (off + off_seen) / LEAST_PART;
    off += (1 - part) * off_seen;
    for (uint32_t i = stretch->first; i < stretch->end; i++) {
        double here = seen[i] ? part * left[i] : 0;
        double ready = (left[i] - here) * (off > time.ready ? time.ready / off : 1);
        if (!add_kept(draft, i, stretch->thread->number, seen[i], here, least) ||
            !add_kept(draft, i, stretch->thread->number, KEPT_READY, ready, least))
            return false;
    }
    return true;
}

/* Returns, by node, the reason that blocked it longest, other than a missing processor; 0: none was seen. */
static uint32_t *longest_seen(struct draft *draft)
{
    uint32_t *seen = arena_array(&draft->scratch, draft->count, sizeof *seen);
    uint64_t *longest = arena_array(&draft->scratch, draft->count, sizeof *longest);
    for (uint32_t i = 0; seen && longest && i < draft->stay_count; i++) {
        const struct draft_stay *stay = &draft->stays[i];
        uint64_t ns = stay->stood && GET(stay->stood->by) != KEPT_READY ? GET(stay->stood->ns) : 0;
        if (ns <= longest[stay->node])
            continue;
        longest[stay->node] = ns;
        seen[stay->node] = GET(stay->stood->by);
    }
    return longest ? seen : NULL;
}

static bool add_all_unseen(struct draft *draft, double tick_ns)
{
    double *left = left_of_own(draft, tick_ns);
    const uint32_t *seen = longest_seen(draft);
    bool done = (left && seen) || draft_no_memory(draft);
    for (uint32_t i = 0; done && i < draft->stretch_count; i++)
        done = add_unseen(draft, &draft->stretches[i], left, seen);
    return done;
}

static bool fill_stays(struct draft *draft, struct clock_scale scale, struct profile *out)
{
    if (GET(draft->from->observed.samples) && !add_all_unseen(draft, clock_ps(scale) / 1000))
        return false;
    const double *parts = kept_parts(draft, clock_ps(scale) / 1000);
    out->stays = parts ? arena_array(draft->arena, draft->stay_count, sizeof *out->stays) : NULL;
    for (uint32_t i = 0; out->stays && i < draft->stay_count; i++) {
        const struct draft_stay *from = &draft->stays[i];
        struct profile_stay *stay = &out->stays[out->stay_count++];
        *stay = (struct profile_stay){.node = from->node,
                                      .rank = (uint32_t)GET(draft->from->rank),
                                      .thread = from->thread,
                                      .holder = from->holder};
        if (from->stood) {
            stay->what = STAY_KEPT + GET(from->stood->by);
            stay->times = GET(from->stood->looks);
            stay->sum = (uint64_t)((double)GET(from->stood->ns) * 1000 * parts[from->node]);
            stay->most = (uint64_t)((double)GET(from->stood->longest) * 1000);
        } else {
            stay->what = strcmp(from->part->region->groups, TEAM_OTHERS) == 0 ? STAY_PART : STAY_OWN;
            stay->times = GET(from->part->calls);
            stay->sum = picoseconds_64(GET(from->part->sum), scale);
            stay->most = picoseconds_64(GET(from->part->max), scale);
        }
        stay->most = stay->most < stay->sum ? stay->most : stay->sum;
    }
    return out->stays || draft_no_memory(draft);
}

static bool fill_traffic(struct draft *draft, struct profile *out)
{
    return traffic_collect(draft->from, draft->source, draft->count, out, draft->arena) || draft_no_memory(draft);
}

/* Fills in waiting in MPI, which is not in the store; or else the log from which it can be found later. */
static bool fill_waiting(struct draft *draft, struct clock_scale scale, struct profile *out)
{
    const struct operations_log *log = draft->from->operations;
    bool left = draft->from != store || (log && log->left && !log->found);
    return (left ? operations_collect(draft->from, scale, draft->source, draft->count, out, draft->arena)
                 : wait_sums_collect(draft->source, draft->count, out, draft->arena)) ||
           draft_no_memory(draft);
}

/* Returns the seconds without samples after the observer had begun: it was killed, or could not begin again. "" for the usual time between
 * samples or at the end. */
static const char *say_unseen(struct draft *draft, struct clock_pair end)
{
    enum { USUAL_NS = 200000000, MUCH = 10 };
    const struct observed *observed = &draft->from->observed;
    uint64_t began = GET(observed->began), covered = GET(observed->covered);
    if (!began || end.ns < began + covered + USUAL_NS || (end.ns - began - covered) * MUCH < end.ns - began)
        return "";
    return arena_printf(draft->arena, "%.3f", (double)(end.ns - began - covered) * 1e-9);
}

/* Returns why the kernel took no samples, as C's name of the error; "" if it did, or was not asked. */
static const char *say_refused(int fault)
{
    return fault == EPERM ? "EPERM" : fault == EACCES ? "EACCES" : fault == ENOSYS ? "ENOSYS" : fault ? "other" : "";
}

/* Returns a number of this process; "" if it is unknown. */
static const char *say_ns(struct draft *draft, bool known, uint64_t ns)
{
    return known ? arena_printf(draft->arena, "%llu", (unsigned long long)ns) : "";
}

/* Returns the processor's own name; "" if it has none. */
static const char *processor_name(struct arena *arena)
{
    const char *name = "";
#if MACHINE_X86_64
    struct {
        unsigned a, b, c, d;
    } parts[4] = {0};
    /* Each such processor has these: to ask first would be dear in a virtual machine. */
    for (unsigned i = 0; i < 3; i++)
        __cpuid(0x80000002u + i, parts[i].a, parts[i].b, parts[i].c, parts[i].d);
    name = (const char *)parts;
    name = arena_copy(arena, name + strspn(name, " "), strlen(name) - strspn(name, " "));
#endif
    (void)arena;
    return name;
}

static bool fill_meta(struct draft *draft, struct clock_pair end, struct clock_scale scale, struct profile *out)
{
    const struct store_header *from = draft->from;
    double wall = (double)(end.ns - from->start.ns) * 1e-9;
    double ps = clock_ps(scale);
    double path = from->paths ? (double)from->paths_ticks / (double)from->paths : 0;
    uint64_t ran = 0, ready = 0;
    bool known = from == store && process_ran(&ran, &ready);
    struct profile_meta meta[] = {
        {"program", from->program},
        {"command", from->command},
        {"arguments", from->settings.arguments ? "kept" : ""},
        {"image", from->image ? arena_printf(draft->arena, "%u", from->image + 1) : ""},
        {"build", from->settings.build},
        {"tag", from->settings.tag},
        {"host", from->host},
        {"processor", processor_name(draft->arena)},
        {"pid", arena_printf(draft->arena, "%d", from->pid)},
        {"ranks_kept", from->settings.ranks},
        {"job", from->job},
        {"job_ranks", GET(from->ranks) > 1 ? arena_printf(draft->arena, "%d", GET(from->ranks)) : ""},
        {"start", from->start_utc},
        {"wall_s", arena_printf(draft->arena, "%.9f", wall)},
        {"ran_count", known ? "1" : ""},
        {"ran_ns", say_ns(draft, known, ran)},
        {"ran_least_ns", say_ns(draft, known, ran)},
        {"ready_ns", say_ns(draft, known, ready)},
        {"processors", say_ns(draft, known, known ? process_processors() : 0)},
        {"machine_processors", say_ns(draft, known, known ? process_machine_processors() : 0)},
        {"clock", clock_name((enum clock_kind)from->clock)},
        {"tick_ps", arena_printf(draft->arena, "%.6f", ps)},
        {"cost_clock_ps", arena_printf(draft->arena, "%.0f", from->costs.clock * ps)},
        {"cost_timed_ps", arena_printf(draft->arena, "%.0f", from->costs.timed * ps)},
        {"cost_path_ps", arena_printf(draft->arena, "%.0f", path * ps)},
        {"looks", arena_printf(draft->arena, "%llu", (unsigned long long)GET(from->observed.looks))},
        {"samples", arena_printf(draft->arena, "%llu", (unsigned long long)GET(from->observed.samples))},
        {"counting_ns", arena_printf(draft->arena, "%llu", (unsigned long long)GET(from->observed.counting))},
        {"sampler", from->settings.observer == OBSERVER_SIGNAL && GET(from->observed.samples) ? "signal" : ""},
        {"samples_refused", say_refused(GET(from->observed.refused))},
        {"unseen_s", say_unseen(draft, end)},
        {"timing", from->settings.adaptive ? "adaptive" : "exact"},
        {"threads", arena_printf(draft->arena, "%u", draft->stretches ? from->thread_count : 1)},
        {"level", arena_printf(draft->arena, "%u", from->settings.level)},
    };
    out->meta = arena_alloc(draft->arena, sizeof meta);
    if (!out->meta)
        return draft_no_memory(draft);
    for (size_t i = 0; i < sizeof meta / sizeof *meta; i++)
        if (meta[i].value && *meta[i].value)
            out->meta[out->meta_count++] = meta[i];
    return true;
}

bool fill_profile(struct draft *draft, uint64_t start, struct clock_pair end, struct profile *out)
{
    struct node *root = &draft->nodes[0];
    root->calls = 1;
    tree_book(root, end.ticks - start);
    struct clock_scale scale = store_scale(draft->from, end);
    draft->shares =
        shares_make(draft->from, draft->nodes, draft->count, draft->others, clock_ps(scale) / 1000, &draft->scratch);
    if (!draft->shares)
        return draft_no_memory(draft);
    if (!fill_regions(draft, out) || !fill_nodes(draft, scale, out) || !fill_order(draft, out) ||
        !fill_values(draft, out) || !fill_tallies(draft, out) || !fill_rows(draft, scale, out) ||
        !fill_stays(draft, scale, out) || !fill_traffic(draft, out) || !fill_waiting(draft, scale, out) ||
        !fill_meta(draft, end, scale, out))
        return false;
    arena_free(&draft->scratch);
    if (!profile_normalize(out, draft->arena, draft->error))
        return false;
    uint32_t rank = (uint32_t)GET(draft->from->rank);
    return profile_set_rank(out, rank, draft->error) && profile_set_values(out, rank, draft->arena, draft->error);
}
