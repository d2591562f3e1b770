/* collect.c - see collect.h. */
#include "runtime/collect/collect.h"

#include "base/reasons.h"
#include "base/sort.h"
#include "profile/rows.h"
#include "runtime/collect/shares.h"
#include "runtime/collect/spread.h"
#include "runtime/machine/process.h"
#include "runtime/machine/tallies.h"
#include "runtime/machine/word.h"
#include "runtime/measure/context.h"
#include "runtime/measure/heap.h"
#include "runtime/measure/light_table.h"
#include "runtime/measure/operations.h"
#include "runtime/measure/stack.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/traffic.h"
#include "runtime/measure/tree.h"

#include <stdlib.h>
#include <string.h>

/* The nodes [first, end) of the draft are what one thread did. */
struct stretch {
    const struct thread *thread;
    uint32_t first, end;
};

/* A profile in the making. Nodes are kept in ticks until all is added up. */
struct draft {
    struct store_header *from;
    struct arena *arena;
    struct error *error;
    struct node *nodes;         /* copies: statistics only; `order` is the parent's place here */
    const struct node **source; /* what each is a copy of */
    struct share *shares;
    uint32_t count, room;
    struct stretch *stretches;
    uint32_t stretch_count;
    uint32_t others; /* nodes from here on belong to threads that go on while they are read */
    uint64_t now;
};

static bool no_memory(struct draft *draft)
{
    return error_set(draft->error, ERROR_INTERNAL, "no memory for the profile");
}

static bool draft_grow(struct draft *draft, uint32_t room)
{
    draft->nodes =
        arena_grow(draft->arena, draft->nodes, draft->room * sizeof *draft->nodes, room * sizeof *draft->nodes);
    draft->source =
        arena_grow(draft->arena, draft->source, draft->room * sizeof *draft->source, room * sizeof *draft->source);
    draft->room = room;
    return (draft->nodes && draft->source) || no_memory(draft);
}

/* Of what another thread may be changing, as far as it is of interest here: what only that thread needs is not written for
 * others. */
static void copy_node(struct node *to, const struct node *from)
{
    struct region *framed = from->region->framed;
    *to = (struct node){.region = framed ? framed : from->region};
    to->calls = GET(from->calls);
    to->timed = GET(from->timed);
    to->sum = GET(from->sum);
    word_copy(&to->squares, &from->squares, sizeof to->squares);
    to->min = GET(from->min);
    to->max = GET(from->max);
    to->folds = GET(from->folds);
    to->flags = (uint8_t)(GET(from->flags) | (framed ? SPREAD_FRAMES : 0));
    to->looked = GET(from->looked);
    to->looked_probe = GET(from->looked_probe);
    to->found = GET(from->found);
    to->made = GET(from->made);
    to->values = from->values;
    to->extra = __atomic_load_n(&from->extra, __ATOMIC_ACQUIRE);
}

static uint64_t value_of(const struct draft *draft, const struct node_values *values, uint32_t metric)
{
    if (draft->from->metrics.on[metric].way == METRIC_AT_PEAK)
        return heap_at_peak(draft->from, values, metric);
    return GET(values->of[metric]);
}

static struct node_values *copy_values(struct draft *draft, const struct node_values *from)
{
    size_t size = sizeof *from + draft->from->metrics.count * sizeof from->of[0];
    struct node_values *copy = arena_alloc(draft->arena, size);
    if (copy)
        word_copy(copy, from, size);
    for (uint32_t i = 0; copy && i < draft->from->metrics.count; i++)
        copy->of[i] = value_of(draft, from, i);
    return copy;
}

/* Copies one node; remembers its place in the node itself. */
static bool draft_add(struct draft *draft, struct node *node, uint32_t parent)
{
    if (draft->count == draft->room && !draft_grow(draft, draft->room ? draft->room * 2 : 256))
        return false;
    struct node *copy = &draft->nodes[draft->count];
    copy_node(copy, node);
    copy->order = parent;
    const struct extra *extra = copy->extra;
    if (extra) {
        copy->extra = arena_alloc(draft->arena, sizeof *copy->extra);
        if (!copy->extra)
            return no_memory(draft);
        word_copy(copy->extra, extra, sizeof *extra);
    }
    if (copy->values && !(copy->values = copy_values(draft, copy->values)))
        return no_memory(draft);
    draft->source[draft->count] = node;
    node->order = draft->count++;
    return true;
}

/* Of a node that another thread makes just now `order` is read in any state: whatever it says, the draft has another node
 * there, or none. The thread sanitizer is not told that. */
__attribute__((__no_sanitize__("thread"))) static bool draft_has(const struct draft *draft, const struct node *node)
{
    return node->order < draft->count && draft->source[node->order] == node;
}

/* Nothing but the place where a label began that went on elsewhere, or where a call went on for a moment. */
static bool is_bare(const struct node *node)
{
    if ((node->region->kind != REGION_LABEL && node->region->kind != REGION_FUNCTION) || GET(node->calls) ||
        GET(node->sum))
        return false;
    if (node->region->place && (GET(node->looked) || GET(node->looked_probe) || GET(node->found)))
        return false;
    const struct node *child = __atomic_load_n(&node->children, __ATOMIC_ACQUIRE);
    while (child && is_bare(child))
        child = child->sibling;
    return !child;
}

/* All below `root`, whose place in the draft is known. What seemed bare a moment ago may have something below it now. */
static bool draft_add_below(struct draft *draft, struct node *root)
{
    for (struct node *node = tree_next(root, root); node; node = tree_next(root, node)) {
        bool known = node->parent == root || draft_has(draft, node->parent);
        if (known && !is_bare(node) && !draft_add(draft, node, node->parent->order))
            return false;
    }
    return true;
}

/* `root` and all below it, under the draft's node `parent`. */
static bool draft_add_tree(struct draft *draft, struct node *root, uint32_t parent)
{
    return draft_add(draft, root, parent) && draft_add_below(draft, root);
}

/* In the draft; null for a node made since the tree was copied. */
static struct node *copy_of(const struct draft *draft, const struct node *node)
{
    return node && draft_has(draft, node) ? &draft->nodes[node->order] : NULL;
}

/* The calls that a thread's table counts, once its tree is in the draft. */
static void add_light(struct draft *draft, const struct thread *thread)
{
    const struct light_table *table = __atomic_load_n(&thread->table, __ATOMIC_ACQUIRE);
    for (; table; table = table->older)
        for (size_t i = 0; i < light_slots(table); i++) {
            const struct light_slot *slot = &table->slots[i];
            uint64_t calls = GET(slot->calls);
            struct node *copy = calls ? copy_of(draft, tree_node(GET(slot->path))) : NULL;
            if (copy)
                copy->calls += calls;
        }
}

/* As probe.c does for a call that folds; `caller` is null where it does not. */
static void move_time(struct node *copy, struct node *caller, uint64_t ticks)
{
    if (!copy->folds || !caller || !copy->extra || !caller->extra)
        return;
    copy->extra->folded += ticks;
    copy->extra->moved_in += ticks;
    caller->extra->moved_out += ticks;
}

/* What is open below `node` that is counted by function, as far as it has nodes. */
static void mark_counted(struct draft *draft, const struct thread *thread, struct node *node)
{
    for (unsigned depth = __INSTR_DEPTHS; depth-- > 0;) {
        uint64_t place = counts_marked(GET(thread->marks[depth]), GET(thread->path));
        const struct region *region = place < draft->from->counted.end ? draft->from->counted.regions[place / 8] : NULL;
        struct node *child = region ? node->children : NULL;
        while (child && child->region != region)
            child = child->sibling;
        struct node *copy = copy_of(draft, child);
        if (copy) {
            copy->flags |= NODE_OPEN;
            node = child;
        }
    }
}

/* What is open, as if it ended now; a node made since the tree was copied is not in the draft, nor is its call. */
static void add_open_calls(struct draft *draft, struct open_call call)
{
    for (; call.node; stack_next_call(&call)) {
        struct node *copy = copy_of(draft, call.node);
        if (!copy)
            continue;
        copy->flags |= NODE_OPEN;
        enum frame_kind kind = call.frame ? start_kind(call.start) : FRAME_COUNTED;
        uint64_t start = start_moment(call.start), ticks = start < draft->now ? draft->now - start : 0;
        if (kind == FRAME_REST) {
            copy->sum += ticks;
        } else if (kind != FRAME_COUNTED && copy->timed < copy->calls) {
            tree_book(copy, ticks);
            move_time(copy, call.caller == call.node->parent ? NULL : copy_of(draft, call.caller), ticks);
        }
    }
}

/* All calls that are open in a thread. Those of a context whose clock stands still end when it was stopped. */
static void add_open(struct draft *draft, const struct thread *thread)
{
    uint64_t now = draft->now;
    struct node *runs = stack_node(thread);
    if (runs)
        mark_counted(draft, thread, runs);
    add_open_calls(draft, stack_calls_of(thread));
    for (const struct context *context = thread->contexts; context; context = context->next)
        if (context != thread->context && context->stack.top && !context->over) {
            draft->now = context->stopped ? context->stopped : now;
            add_open_calls(draft, stack_calls(context->stack));
        }
    draft->now = now;
}

/* The thread's own node, as if the thread ended now. */
static void add_thread_time(struct draft *draft, const struct thread *thread)
{
    struct node *copy = &draft->nodes[thread->tree.root->order];
    copy->calls = 1;
    copy->flags |= NODE_OPEN;
    tree_book(copy, thread->begin < draft->now ? draft->now - thread->begin : 0);
}

/* Of the thread's root, which the process's stands for. */
static void add_values(struct draft *draft, const struct node_values *from)
{
    struct node_values *to = draft->nodes[0].values;
    for (uint32_t i = 0; to && from && i < draft->from->metrics.count; i++) {
        uint64_t value = value_of(draft, from, i);
        if (draft->from->metrics.on[i].rule == METRIC_SUM)
            to->of[i] += value;
        else if (value > to->of[i])
            to->of[i] = value;
    }
}

/* The (other paths) of a node in the draft, made if need be; UINT32_MAX: no memory. */
static uint32_t draft_other(struct draft *draft, uint32_t parent)
{
    struct region *other = NULL;
    for (struct region *region = draft->from->regions; region; region = region->next)
        if (region->kind == REGION_OTHER)
            other = region;
    for (uint32_t i = parent + 1; i < draft->count; i++)
        if (draft->nodes[i].order == parent && draft->nodes[i].region == other)
            return i;
    struct node *node = other ? arena_alloc(draft->arena, sizeof *node) : NULL;
    if (!node)
        return UINT32_MAX;
    *node = (struct node){.region = other, .min = UINT64_MAX};
    return draft_add(draft, node, parent) ? draft->count - 1 : UINT32_MAX;
}

/* Calls that were counted by function, by a thread or (null) by those that are in the process's tree: of the nodes from `first` on,
 * which hang under `root`. */
static bool draft_spread(struct draft *draft, const struct thread *thread, uint32_t first, uint32_t root)
{
    struct spread spread;
    const struct counts *counts = __atomic_load_n(thread ? &thread->counts : &draft->from->counts, __ATOMIC_ACQUIRE);
    if (!spread_calls(draft->from, counts, !thread, draft->nodes + first, draft->count - first, &spread, draft->arena))
        return no_memory(draft);
    uint32_t other = spread.count ? draft_other(draft, root) : root;
    for (uint32_t i = 0; i < spread.count; i++) {
        struct node *node = arena_alloc(draft->arena, sizeof *node);
        if (!node || other == UINT32_MAX)
            return no_memory(draft);
        *node = (struct node){.region = spread.rests[i].region, .calls = spread.rests[i].calls, .min = UINT64_MAX};
        node->flags = NODE_SPREAD;
        if (!draft_add(draft, node, other))
            return false;
    }
    return true;
}

static bool draft_add_thread(struct draft *draft, struct thread *thread)
{
    struct node *place = thread->place;
    uint32_t first = draft->count;
    if (place->parent) {
        /* In a damaged store it may be in no tree of the process's: then the thread hangs under the process itself. */
        uint32_t parent = draft_has(draft, place->parent) ? place->parent->order : 0;
        if (!draft_add_tree(draft, thread->tree.root, parent))
            return false;
        draft->nodes[first].made = GET(place->made);
        if (!thread->ended)
            add_thread_time(draft, thread);
    } else {
        /* Of the tree that makes up the process itself the root is there already. */
        struct node *root = thread->tree.root;
        root->order = 0;
        add_values(draft, root->values);
        if (!draft_add_below(draft, root))
            return false;
    }
    add_light(draft, thread);
    if (!draft_spread(draft, thread, first, place->parent ? first : 0))
        return false;
    if (!thread->ended)
        add_open(draft, thread);
    size_t old = draft->stretch_count * sizeof *draft->stretches;
    draft->stretches = arena_grow(draft->arena, draft->stretches, old, old + sizeof *draft->stretches);
    if (!draft->stretches)
        return no_memory(draft);
    draft->stretches[draft->stretch_count++] = (struct stretch){thread, first, draft->count};
    return true;
}

static struct u128 picoseconds(uint64_t ticks, struct clock_scale scale)
{
    struct wide ps = clock_ticks_ps(scale, ticks);
    return (struct u128){ps.low, ps.high};
}

static uint64_t picoseconds_64(uint64_t ticks, struct clock_scale scale)
{
    struct u128 ps = picoseconds(ticks, scale);
    return ps.high ? UINT64_MAX : ps.low;
}

/* The sum of squared deviations from the mean, in ticks. With sum = q timed + r,
 * sum of (x - q)^2 is a whole number; what is left to take off, r^2/timed, is smaller than timed. */
static double deviations(const struct node *node)
{
    uint64_t q = node->sum / node->timed, r = node->sum % node->timed;
    struct wide both = wide_multiply_wide(wide_multiply(q, node->sum), 2);
    struct wide mean = wide_multiply_wide(wide_multiply(q, q), node->timed);
    struct wide whole = wide_subtract(wide_add(node->squares, mean), both);
    double rest = (double)r * ((double)r / (double)node->timed);
    double result = wide_double(whole) - rest;
    return result > 0 ? result : 0;
}

void collect_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat)
{
    double ps = clock_ps(scale);
    stat_calls_init(stat);
    stat->calls = node->calls;
    stat->timed = node->timed < node->calls ? node->timed : node->calls;
    if (!node->timed)
        return;
    stat->sum = picoseconds(shares_measured(node), scale);
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
        return no_memory(draft);
    for (uint32_t i = 0; i < draft->count; i++) {
        struct profile_node *node = &out->nodes[i];
        node->region = draft->nodes[i].region->index;
        node->parent = draft->nodes[i].order;
        node->flags = draft->nodes[i].flags | (GET(draft->nodes[i].region->stopped) ? NODE_STOPPED : 0);
        collect_node(&draft->nodes[i], scale, &node->calls);
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

/* In which order the process came to its paths. */
static bool fill_order(struct draft *draft, struct profile *out)
{
    uint32_t *order = arena_array(draft->arena, draft->count, sizeof *order);
    if (!order || !sort_positions(order, draft->count, compare_made, draft->nodes, draft->arena))
        return no_memory(draft);
    for (uint32_t i = 0; i < draft->count; i++)
        if (!order[i] || draft->nodes[order[i]].made)
            out->nodes[order[i]].first = i + 1;
    return true;
}

/* What the metrics that are on say of each node itself. */
static bool fill_values(struct draft *draft, struct profile *out)
{
    const struct metrics_on *metrics = &draft->from->metrics;
    uint64_t most = (uint64_t)draft->count * metrics->count;
    if (!metrics->count)
        return true;
    out->metrics = arena_array(draft->arena, metrics->count, sizeof *out->metrics);
    out->values = most < PROFILE_NONE ? arena_array(draft->arena, (size_t)most, sizeof *out->values) : NULL;
    if (!out->metrics || !out->values)
        return no_memory(draft);
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
        return no_memory(draft);
    for (const struct region *region = newest; region; region = region->next)
        out->regions[region->index] = (struct profile_region){
            .name = region->name,
            .file = region->file,
            .origin = region->origin,
            .groups = region->groups,
            .reason = reason_of(region),
            .line = region->line,
            .flags = region->flags,
            .kind = region->kind,
            .level = region->level,
        };
    out->region_count = count;
    return true;
}

static void add_tally(const char *name, uint64_t value, void *context)
{
    struct profile *out = context;
    out->tallies[out->tally_count++] = (struct profile_tally){name, value};
}

static uint64_t other_calls(const struct draft *draft)
{
    uint64_t calls = 0;
    for (uint32_t i = 1; i < draft->count; i++)
        if (draft->nodes[i].order < i && draft->nodes[draft->nodes[i].order].region->kind == REGION_OTHER)
            calls += draft->nodes[i].calls;
    return calls;
}

static bool fill_tallies(struct draft *draft, struct profile *out)
{
    out->tallies = arena_array(draft->arena, TALLY_MOST, sizeof *out->tallies);
    if (!out->tallies)
        return no_memory(draft);
    draft->from->tallies.values[TALLY_OTHER_PATHS] = other_calls(draft);
    tallies_visit(&draft->from->tallies, add_tally, out);
    return true;
}

/* Ticks: the whole time of a thread. */
static uint64_t time_of(const struct draft *draft, const struct stretch *stretch)
{
    uint64_t ticks = stretch->thread->number ? 0 : draft->shares[0].net;
    for (uint32_t i = stretch->first; stretch->thread->number && i < stretch->end; i++)
        if (draft->nodes[i].region->kind == REGION_THREAD && strcmp(draft->nodes[i].region->groups, "device") != 0)
            ticks += draft->shares[i].net;
    return ticks;
}

/* What each thread did, where there is more than one: of a single one all nodes say it. Path nodes of a member (see
 * team.h), where it was not, are left out. */
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
        return no_memory(draft);
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

static bool fill_traffic(struct draft *draft, struct profile *out)
{
    return traffic_collect(draft->from, draft->source, draft->count, out, draft->arena) || no_memory(draft);
}

/* What was found of waiting, which is not in the store. */
static bool fill_waiting(struct draft *draft, struct profile *out)
{
    return draft->from != store || operations_collect(draft->source, draft->count, out, draft->arena) ||
           no_memory(draft);
}

/* Seconds in which nobody looked, after somebody had: the observer was killed, or could not begin again. "": what is usual
 * between two looks, or by when they end. */
static const char *say_unseen(struct draft *draft, struct clock_pair end)
{
    enum { USUAL_NS = 200000000, MUCH = 10 };
    const struct observed *observed = &draft->from->observed;
    uint64_t began = GET(observed->began), covered = GET(observed->covered);
    if (!began || end.ns < began + covered + USUAL_NS || (end.ns - began - covered) * MUCH < end.ns - began)
        return "";
    return arena_printf(draft->arena, "%.3f", (double)(end.ns - began - covered) * 1e-9);
}

/* A number of this process's; "" where it is not known. */
static const char *say_ns(struct draft *draft, bool known, uint64_t ns)
{
    return known ? arena_printf(draft->arena, "%llu", (unsigned long long)ns) : "";
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
        {"host", from->host},
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
        {"clock", clock_name((enum clock_kind)from->clock)},
        {"tick_ps", arena_printf(draft->arena, "%.6f", ps)},
        {"cost_clock_ps", arena_printf(draft->arena, "%.0f", from->costs.clock * ps)},
        {"cost_timed_ps", arena_printf(draft->arena, "%.0f", from->costs.timed * ps)},
        {"cost_counted_ps", arena_printf(draft->arena, "%.0f", from->costs.counted * ps)},
        {"cost_outside_ps", arena_printf(draft->arena, "%.0f", from->costs.outside * ps)},
        {"cost_by_function_ps", arena_printf(draft->arena, "%.0f", from->costs.by_function * ps)},
        {"cost_path_ps", arena_printf(draft->arena, "%.0f", path * ps)},
        {"looks", arena_printf(draft->arena, "%llu", (unsigned long long)GET(from->observed.looks))},
        {"unseen_s", say_unseen(draft, end)},
        {"timing", from->settings.adaptive ? "adaptive" : "exact"},
        {"threads", arena_printf(draft->arena, "%u", draft->stretches ? from->thread_count : 1)},
        {"level", arena_printf(draft->arena, "%u", from->settings.level)},
    };
    out->meta = arena_alloc(draft->arena, sizeof meta);
    if (!out->meta)
        return no_memory(draft);
    for (size_t i = 0; i < sizeof meta / sizeof *meta; i++)
        if (meta[i].value && *meta[i].value)
            out->meta[out->meta_count++] = meta[i];
    return true;
}

/* The draft is complete but for the root, whose time is since `start`. */
static bool finish(struct draft *draft, uint64_t start, struct clock_pair end, struct profile *out)
{
    struct node *root = &draft->nodes[0];
    root->calls = 1;
    tree_book(root, end.ticks - start);
    struct clock_scale scale = store_scale(draft->from, end);
    draft->shares =
        shares_make(draft->from, draft->nodes, draft->count, draft->others, clock_ps(scale) / 1000, draft->arena);
    if (!draft->shares)
        return no_memory(draft);
    if (!fill_regions(draft, out) || !fill_nodes(draft, scale, out) || !fill_order(draft, out) ||
        !fill_values(draft, out) || !fill_tallies(draft, out) || !fill_rows(draft, scale, out) ||
        !fill_traffic(draft, out) || !fill_waiting(draft, out) || !fill_meta(draft, end, scale, out) ||
        !profile_normalize(out, draft->arena, draft->error))
        return false;
    uint32_t rank = (uint32_t)GET(draft->from->rank);
    return profile_set_rank(out, rank, draft->error) && profile_set_values(out, rank, draft->arena, draft->error);
}

static uint32_t count_nodes(const struct node *root)
{
    uint32_t count = 1;
    for (const struct node *node = root; (node = tree_next(root, (struct node *)(uintptr_t)node));)
        count++;
    return count;
}

/* A draft that grew piece by piece would take three times the memory. */
static bool draft_open(struct draft *draft)
{
    uint32_t count = count_nodes(draft->from->root);
    for (const struct thread *thread = draft->from->threads; thread; thread = thread->next)
        count += count_nodes(thread->tree.root);
    return draft_grow(draft, count);
}

bool collect_thread(struct store_header *from, struct thread *thread, struct clock_pair end, struct profile *out,
                    struct arena *arena, struct error *error)
{
    struct draft draft = {.from = from, .arena = arena, .error = error, .now = end.ticks};
    memset(out, 0, sizeof *out);
    if (!draft_add_tree(&draft, thread->tree.root, PROFILE_NONE))
        return false;
    add_light(&draft, thread);
    add_open(&draft, thread);
    if (!draft_spread(&draft, thread, 0, 0))
        return false;
    return finish(&draft, thread->begin, end, out);
}

bool collect_store(struct store_header *from, struct thread *mine, struct clock_pair end, struct profile *out,
                   struct arena *arena, struct error *error)
{
    struct draft draft = {.from = from, .arena = arena, .error = error, .now = end.ticks};
    memset(out, 0, sizeof *out);
    bool done =
        draft_open(&draft) && draft_add_tree(&draft, from->root, PROFILE_NONE) && draft_spread(&draft, NULL, 0, 0);
    if (done && mine)
        done = draft_add_thread(&draft, mine);
    for (struct thread *thread = from->threads; done && thread; thread = thread->next)
        if (thread->ended)
            done = draft_add_thread(&draft, thread);
    draft.others = draft.count;
    for (struct thread *thread = from->threads; done && thread; thread = thread->next)
        if (thread != mine && !thread->ended)
            done = draft_add_thread(&draft, thread);
    return done && finish(&draft, from->start.ticks + GET(from->aside), end, out);
}
