/* draft.c - see draft.h. */
#include "runtime/collect/draft.h"

#include "common/check.h"
#include "runtime/machine/relaxed.h"
#include "runtime/measure/beside/heap.h"
#include "runtime/measure/flow/team_settle.h"
#include "runtime/measure/stack/context.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/short_calls.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <string.h>

bool draft_no_memory(struct draft *draft)
{
    return error_set(draft->error, ERROR_INTERNAL, "no memory for the profile");
}

static bool draft_grow(struct draft *draft, uint32_t room)
{
    draft->nodes =
        arena_grow(&draft->scratch, draft->nodes, draft->room * sizeof *draft->nodes, room * sizeof *draft->nodes);
    draft->source =
        arena_grow(&draft->scratch, draft->source, draft->room * sizeof *draft->source, room * sizeof *draft->source);
    draft->room = room;
    return (draft->nodes && draft->source) || draft_no_memory(draft);
}

/* Copies the parts of a node that are needed here. Another thread may be changing it; parts that only that thread needs are not written for
 * others. */
static void copy_node(struct node *to, const struct node *from)
{
    *to = (struct node){.region = from->region};
    to->calls = GET(from->calls);
    to->apart = GET(from->apart);
    to->timed = GET(from->timed);
    to->sum = GET(from->sum);
    relaxed_copy(&to->squares, &from->squares, sizeof to->squares);
    to->min = GET(from->min);
    to->max = GET(from->max);
    to->folds = GET(from->folds);
    to->flags = GET(from->flags);
    to->looked = GET(from->looked);
    to->looked_probe = GET(from->looked_probe);
    to->ran = GET(from->ran);
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
    struct node_values *copy = arena_alloc(&draft->scratch, size);
    if (copy)
        relaxed_copy(copy, from, size);
    for (uint32_t i = 0; copy && i < draft->from->metrics.count; i++)
        copy->of[i] = value_of(draft, from, i);
    return copy;
}

static void add_values(const struct draft *draft, struct node_values *to, const struct node_values *from)
{
    for (uint32_t i = 0; to && from && i < draft->from->metrics.count; i++) {
        uint64_t value = value_of(draft, from, i);
        if (draft->from->metrics.on[i].rule == METRIC_SUM)
            to->of[i] += value;
        else if (value > to->of[i])
            to->of[i] = value;
    }
}

/* Copies one node, and remembers its place in the node itself. */
static bool draft_add(struct draft *draft, struct node *node, uint32_t parent)
{
    if (draft->count == draft->room && !draft_grow(draft, draft->room ? draft->room * 2 : 256))
        return false;
    CHECK(draft->count < draft->room && (parent < draft->count || !draft->count));
    struct node *copy = &draft->nodes[draft->count];
    copy_node(copy, node);
    copy->order = parent;
    const struct extra *extra = copy->extra;
    if (extra) {
        copy->extra = arena_alloc(&draft->scratch, sizeof *copy->extra);
        if (!copy->extra)
            return draft_no_memory(draft);
        relaxed_copy(copy->extra, extra, sizeof *extra);
    }
    if (copy->values && !(copy->values = copy_values(draft, copy->values)))
        return draft_no_memory(draft);
    draft->source[draft->count] = node;
    node->order = draft->count++;
    return true;
}

/* Returns whether the draft has the node. If another thread is just making it, `order` may have any value; the draft then has another node at
 * that place, or none. The thread sanitizer need not know. */
__attribute__((__no_sanitize__("thread"))) static bool draft_has(const struct draft *draft, const struct node *node)
{
    return node->order < draft->count && draft->source[node->order] == node;
}

/* Returns whether the node only marks a place at which a label that continued elsewhere began, or at which a call continued for a moment. */
static bool is_bare(const struct node *node)
{
    if ((node->region->kind != REGION_LABEL && node->region->kind != REGION_FUNCTION) || GET(node->calls) ||
        GET(node->sum))
        return false;
    const struct node *child = __atomic_load_n(&node->children, __ATOMIC_ACQUIRE);
    while (child && is_bare(child))
        child = child->sibling;
    return !child;
}

bool draft_add_stay(struct draft *draft, struct draft_stay stay)
{
    size_t size = sizeof *draft->stays;
    if (draft->stay_count == draft->stay_room) {
        uint32_t room = draft->stay_room ? 2 * draft->stay_room : 16;
        draft->stays = arena_grow(&draft->scratch, draft->stays, draft->stay_room * size, room * size);
        draft->stay_room = room;
    }
    if (draft->stays)
        draft->stays[draft->stay_count++] = stay;
    return draft->stays || draft_no_memory(draft);
}

/* Adds parts of other threads below the thread's place in the region. */
static bool draft_add_part(struct draft *draft, const struct node *part)
{
    uint32_t node = part->parent->order;
    if (strcmp(part->region->groups, TEAM_OTHERS) == 0 && draft->nodes[node].region->kind == REGION_THREAD)
        node = draft->nodes[node].order;
    return draft_add_stay(draft, (struct draft_stay){part, NULL, node, PROFILE_NONE, draft->thread});
}

/* Adds everything below `root`, whose place in the draft is known. A node that seemed bare a moment ago may have children now. */
static bool draft_add_below(struct draft *draft, struct node *root)
{
    for (struct node *node = tree_next(root, root); node; node = tree_next(root, node)) {
        bool known = node->parent == root || draft_has(draft, node->parent);
        bool part = node->region->kind == REGION_PART;
        if (known && !is_bare(node) &&
            !(part ? draft_add_part(draft, node) : draft_add(draft, node, node->parent->order)))
            return false;
    }
    return true;
}

bool draft_add_tree(struct draft *draft, struct node *root, uint32_t parent)
{
    return draft_add(draft, root, parent) && draft_add_below(draft, root);
}

/* Returns the node's copy in the draft; NULL for a node made after the tree was copied. For a retired node it is its heir's copy. */
static struct node *copy_of(const struct draft *draft, const struct node *node)
{
    if (node && !draft_has(draft, node))
        node = tree_heir(node);
    return node && draft_has(draft, node) ? &draft->nodes[node->order] : NULL;
}

/* Moves time as probe.c does for a folded call; `caller` is NULL for another call. */
static void move_time(struct node *copy, struct node *caller, uint64_t ticks)
{
    if (!copy->folds || !caller || !copy->extra || !caller->extra)
        return;
    copy->extra->folded += ticks;
    copy->extra->moved_in += ticks;
    caller->extra->moved_out += ticks;
}

/* Adds open calls as if they ended now. A node made after the tree was copied is not in the draft, and neither is its call. */
static void add_open_calls(struct draft *draft, struct open_call call)
{
    for (; call.node; stack_next_call(&call)) {
        struct node *copy = copy_of(draft, call.node);
        if (!copy)
            continue;
        copy->flags |= NODE_OPEN;
        enum frame_kind kind = start_kind(call.start);
        uint64_t start = start_moment(call.start), ticks = start < draft->now ? draft->now - start : 0;
        if (kind == FRAME_REST) {
            copy->sum += ticks;
        } else if (kind != FRAME_FREE && copy->timed < copy->calls) {
            tree_book(copy, ticks);
            move_time(copy, call.caller == call.node->parent ? NULL : copy_of(draft, call.caller), ticks);
        }
    }
}

/* Adds open calls. Those of a suspended context end when it was suspended. */
void draft_add_open(struct draft *draft, const struct thread *thread)
{
    uint64_t now = draft->now;
    draft->now = team_settle_until(thread, now);
    add_open_calls(draft, stack_calls_of(thread));
    for (const struct context *context = thread->contexts; context; context = context->next)
        if (context != thread->context && context->stack.top && !context->over) {
            draft->now = context->stopped ? context->stopped : now;
            add_open_calls(draft, stack_calls(context->stack));
        }
    draft->now = now;
}

/* Returns the node's place in the draft, or PROFILE_NONE. */
static uint32_t place_of(const struct draft *draft, uint64_t node)
{
    const struct node *copy = node ? copy_of(draft, (const struct node *)(uintptr_t)node) : NULL;
    return copy ? (uint32_t)(copy - draft->nodes) : PROFILE_NONE;
}

bool draft_add_stood(struct draft *draft, const struct thread *thread)
{
    bool done = true;
    for (unsigned i = 0; done && i < OBSERVED_STOOD; i++) {
        const struct stood *stood = &thread->watched.stood[i];
        uint32_t node = GET(stood->looks) ? place_of(draft, GET(stood->node)) : PROFILE_NONE;
        if (node != PROFILE_NONE)
            done = draft_add_stay(
                draft, (struct draft_stay){NULL, stood, node, place_of(draft, GET(stood->holder)), thread->number});
    }
    return done;
}

/* Adds counts on retired nodes, made by code that still held them. */
static void add_retired(struct draft *draft, const struct thread *thread)
{
    for (const struct node *node = thread->tree.fallow; node; node = node->sibling) {
        struct node *copy = tree_is_blank(node) ? NULL : copy_of(draft, node), own;
        if (!copy)
            continue;
        copy_node(&own, node);
        tree_add_own(copy, &own);
        add_values(draft, copy->values, node->values);
    }
}

void draft_add_beside(struct draft *draft, const struct thread *thread)
{
    add_retired(draft, thread);
}

/* Adds the thread's own node, as if the thread ended now. */
static void add_thread_time(struct draft *draft, const struct thread *thread)
{
    struct node *copy = &draft->nodes[thread->tree.root->order];
    copy->calls = 1;
    copy->flags |= NODE_OPEN;
    tree_book(copy, thread->begin < draft->now ? draft->now - thread->begin : 0);
}

/* Makes a node that only the draft has; returns UINT32_MAX if there is no memory. */
static uint32_t draft_make(struct draft *draft, struct region *region, uint64_t calls, uint32_t parent, uint8_t flags)
{
    struct node *node = arena_alloc(&draft->scratch, sizeof *node);
    if (!node)
        return UINT32_MAX;
    *node = (struct node){.region = region, .calls = calls, .flags = flags, .min = UINT64_MAX};
    return draft_add(draft, node, parent) ? draft->count - 1 : UINT32_MAX;
}

static void add_counts(uint64_t *calls, uint64_t end, const struct counted_unit *unit, const struct counts *counts)
{
    for (uint32_t i = 0; i < unit->count; i++) {
        uint32_t place = GET(unit->places[i]), region = place & ~COUNTS_OFF;
        if (region && region < end)
            calls[region] += counts_made(&counts->of[i], place);
    }
}

static void add_ended_threads(const struct store_header *from, uint64_t *calls, uint64_t end)
{
    uint32_t units = __atomic_load_n(&from->counted.unit_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < units; i++) {
        const struct counts *gone = __atomic_load_n(&from->counted.units[i].gone, __ATOMIC_ACQUIRE);
        if (gone)
            add_counts(calls, end, &from->counted.units[i], gone);
    }
    for (uint64_t place = 1; place < end; place++)
        calls[place] += from->counted.regions[place] ? GET(from->counted.regions[place]->unmatched_calls) : 0;
    if (from == store)
        counts_add_sections(calls, end);
}

/* Returns the calls of each function counted by function, by place: of the thread, or (NULL) of ended threads. NULL if there is no memory. */
static uint64_t *sum_counts(struct draft *draft, const struct thread *thread, uint64_t end)
{
    const struct store_header *from = draft->from;
    uint64_t *calls = arena_array(&draft->scratch, end + 1, sizeof *calls);
    if (calls && !thread)
        add_ended_threads(from, calls, end);
    const struct counts *counts = calls && thread ? __atomic_load_n(&thread->counts, __ATOMIC_ACQUIRE) : NULL;
    for (; counts; counts = counts->next)
        add_counts(calls, end, &from->counted.units[counts->unit], counts);
    return calls;
}

/* Returns a node of this region below `parent` in the draft, or NULL. */
static struct node *child_of(const struct draft *draft, uint32_t parent, const struct region *region)
{
    for (uint32_t i = parent + 1; i < draft->count; i++)
        if (draft->nodes[i].order == parent && draft->nodes[i].region == region)
            return &draft->nodes[i];
    return NULL;
}

/* The nodes of a draft that belong to one thread, or to the process's tree. */
struct range {
    uint32_t first, end;
};

static bool is_sampled(const struct draft *draft, const struct node *node)
{
    return node >= draft->from->sampled && node < draft->from->sampled + SAMPLED_NODES;
}

/* Puts sampled nodes where the tree would have them, below nodes that are in `nodes` or from `made` on. Even in a damaged store the chain of
 * callers ends. Returns false if there is no memory. */
static bool place_sampled(struct draft *draft, struct range nodes, uint32_t made, const struct node *sampled, int depth)
{
    const struct node *all = draft->from->sampled, *caller = GET(sampled->parent);
    struct region *region = __atomic_load_n(&sampled->region, __ATOMIC_ACQUIRE);
    uint32_t *place = &draft->sampled[sampled - all], parent = PROFILE_NONE;
    if (*place || !region || !depth)
        return true;
    if (!is_sampled(draft, caller))
        parent = place_of(draft, (uintptr_t)caller);
    else if (!place_sampled(draft, nodes, made, caller, depth - 1))
        return false;
    else if (draft->sampled[caller - all])
        parent = draft->sampled[caller - all];
    if (parent == PROFILE_NONE || parent < nodes.first || (parent >= nodes.end && parent < made))
        return true;
    const struct node *there = child_of(draft, parent, region);
    *place = there ? (uint32_t)(there - draft->nodes) : draft_make(draft, region, 0, parent, 0);
    if (*place == UINT32_MAX)
        return false;
    struct node *node = &draft->nodes[*place];
    node->looked += GET(sampled->looked);
    node->looked_probe += GET(sampled->looked_probe);
    node->ran += GET(sampled->ran);
    for (const struct node *at = sampled; is_sampled(draft, at); at = GET(at->parent))
        draft->nodes[draft->sampled[at - all]].sampled += GET(sampled->looked) + GET(sampled->looked_probe);
    return true;
}

/* Adds calls without frames that samples found below these nodes. */
static bool add_sampled(struct draft *draft, struct range nodes)
{
    enum { MOST_DEEP = 128 };
    const struct node *all = draft->from->sampled;
    uint32_t made = draft->count;
    if (all && !draft->sampled)
        draft->sampled = arena_array(&draft->scratch, SAMPLED_NODES, sizeof *draft->sampled);
    bool done = !all || draft->sampled;
    for (uint32_t i = 0; all && done && i < SAMPLED_NODES; i++)
        done = place_sampled(draft, nodes, made, &all[i], MOST_DEEP);
    return done;
}

/* The known calls of one function in a thread, or in the process's tree. */
struct called {
    uint64_t framed;     /* calls with frames */
    uint64_t left, rest; /* calls without frames that have no path yet; and the measure of the paths to come */
};

static uint64_t framed_of(const struct node *node)
{
    return node->calls > node->apart ? node->calls - node->apart : 0;
}

static struct called *called_of(const struct draft *draft, const struct node *node, struct called *called)
{
    return node->region->place && node->region->place < draft->places ? &called[node->region->place] : NULL;
}

/* Returns the weight of a path: how long samples found the function there. With few samples, calls with frames count more. */
static uint64_t measure_of(const struct node *node, const struct called *called)
{
    enum { FEW_NS = 20000000 };
    uint64_t framed = framed_of(node);
    return node->sampled + (framed ? wide_whole((double)FEW_NS * (double)framed / (double)called->framed) : 0);
}

/* Divides calls without frames among the paths of the function. */
static void share_calls(struct draft *draft, struct range nodes, struct called *called)
{
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        struct called *mine = called_of(draft, &draft->nodes[i], called);
        if (mine)
            mine->rest += measure_of(&draft->nodes[i], mine);
    }
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        struct node *node = &draft->nodes[i];
        struct called *mine = called_of(draft, node, called);
        uint64_t own = mine && mine->left ? measure_of(node, mine) : 0;
        if (!own)
            continue;
        uint64_t calls =
            own < mine->rest ? wide_whole((double)mine->left * ((double)own / (double)mine->rest)) : mine->left;
        node->calls += calls;
        mine->left -= calls;
        mine->rest -= own;
        node->flags |= calls ? NODE_SPREAD : 0;
    }
}

/* Computes for each function the calls with frames, and the others. A thread that began or ended in the middle of a call may have its frame
 * but not its count, which is then in the process's counts. */
static void tell_called(struct draft *draft, struct range nodes, struct called *called, const uint64_t *counted,
                        bool whole)
{
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        struct called *mine = called_of(draft, &draft->nodes[i], called);
        if (mine)
            mine->framed += framed_of(&draft->nodes[i]);
    }
    for (uint64_t place = 1; place < draft->places; place++) {
        struct called *mine = &called[place];
        uint64_t framed = mine->framed + (whole ? draft->uncounted[place] : 0);
        mine->left = counted[place] > framed ? counted[place] - framed : 0;
        if (!whole && framed > counted[place])
            draft->uncounted[place] += framed - counted[place];
    }
}

bool draft_add_counts(struct draft *draft, const struct thread *thread, uint32_t first, uint32_t root)
{
    const struct store_header *from = draft->from;
    if (!draft->uncounted) {
        draft->places = from->counted.group ? __atomic_load_n(&from->counted.end, __ATOMIC_ACQUIRE) : 0;
        draft->uncounted = arena_array(&draft->scratch, draft->places + 1, sizeof *draft->uncounted);
    }
    uint64_t *counted = sum_counts(draft, thread, draft->places);
    struct called *called = arena_array(&draft->scratch, draft->places + 1, sizeof *called);
    struct range nodes = {first, thread ? draft->count : draft->of_process};
    if (!draft->uncounted || !counted || !called || !add_sampled(draft, nodes))
        return draft_no_memory(draft);
    nodes.end = thread ? draft->count : nodes.end;
    tell_called(draft, nodes, called, counted, !thread);
    share_calls(draft, nodes, called);
    uint32_t group = 0;
    for (uint64_t place = 1; place < draft->places; place++) {
        struct region *region = called[place].left ? from->counted.regions[place] : NULL;
        if (region && !group)
            group = draft_make(draft, from->counted.group, 0, root, NODE_IN_CALLERS);
        if (region && (group == UINT32_MAX ||
                       draft_make(draft, region, called[place].left, group, NODE_IN_CALLERS) == UINT32_MAX))
            return draft_no_memory(draft);
    }
    return true;
}

bool draft_add_short_calls(struct draft *draft)
{
    struct region *all = draft->from->short_children;
    uint64_t children = all ? short_calls_of(all) : 0, calls;
    uint32_t group = children ? draft_make(draft, all, children, 0, 0) : 0;
    bool done = group != UINT32_MAX;
    for (struct region *region = draft->from->regions; group && done && region; region = region->next)
        if (region != all && (calls = short_calls_of(region)))
            done = draft_make(draft, region, calls, group, 0) != UINT32_MAX;
    return done || draft_no_memory(draft);
}

bool draft_add_thread(struct draft *draft, struct thread *thread)
{
    struct node *place = thread->place;
    uint32_t first = draft->count;
    draft->thread = thread->number;
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
        add_values(draft, draft->nodes[0].values, root->values);
        if (!draft_add_below(draft, root))
            return false;
    }
    draft_add_beside(draft, thread);
    if (!draft_add_counts(draft, thread, first, place->parent ? first : 0))
        return false;
    if (!thread->ended)
        draft_add_open(draft, thread);
    size_t old = draft->stretch_count * sizeof *draft->stretches;
    draft->stretches = arena_grow(&draft->scratch, draft->stretches, old, old + sizeof *draft->stretches);
    if (!draft->stretches)
        return draft_no_memory(draft);
    draft->stretches[draft->stretch_count++] = (struct stretch){thread, first, draft->count};
    return true;
}

static uint32_t count_nodes(const struct node *root)
{
    uint32_t count = 1;
    for (const struct node *node = root; (node = tree_next(root, (struct node *)(uintptr_t)node));)
        count++;
    return count;
}

bool draft_open(struct draft *draft)
{
    uint32_t count = count_nodes(draft->from->root);
    for (const struct thread *thread = draft->from->threads; thread; thread = thread->next)
        count += count_nodes(thread->tree.root);
    return draft_grow(draft, count + count / 8 + 256); /* threads go on, and functions may be counted without a path */
}
