/* fork.c - see fork.h. */
#include "runtime/measure/flow/fork.h"

#include "runtime/machine/big_stack.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/beside/self_samples.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/context.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/memory_limit.h"
#include "runtime/measure/store/short_calls.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SHORT_NS = 100000000 }; /* a profile costs less than a hundredth of that */

static THREAD_LOCAL struct thread *before; /* what thread_self was, in the thread that forked */
static THREAD_LOCAL bool settling;
static struct thread *forked;  /* the same as `before`, for any thread */
static atomic_bool waiting;    /* the store is still the parent's */
static THREAD_LOCAL bool held; /* all locks, by this thread */
static bool lost;

/* A call that the child makes before it has settled; its functions leave a call by its address here. After settling: the call's real frame. */
struct first {
    struct region *region;                   /* null: `frame` was left, or all above it, if it stays */
    const struct __instr_region *descriptor; /* how the call is told, see stack.h */
    const void *cfa;
    const struct __instr_object *object; /* of a call that is only counted */
    struct __instr_frame *frame;
    uint64_t begin, end; /* ticks; 0: it did not end before something else began */
    bool stays;
    bool counted;   /* it is only counted */
    bool told;      /* the parent's store has it, see short_calls.h */
    bool elsewhere; /* it is in the parent's profile */
};
enum { FIRSTS = 1024 };
static struct first firsts[FIRSTS];
static size_t first_count;
static struct clock_pair first_start;
static pid_t first_owner;
static bool may_keep; /* the child, such calls */
static bool kept;     /* once it has settled: some may still be left */
static pthread_mutex_t settle_lock = PTHREAD_MUTEX_INITIALIZER;

static void (*settled_functions[FORK_SETTLED])(void);

static bool keeps_calls(void)
{
    return waiting && first_count && !kept;
}

/* The child's copy of the parts of the store that the parent goes on changing: the header, the forking thread, and its shadow stacks
 * (fork_stacks.c). Regions never change. */
static struct store_header saved_header;
static struct thread saved_thread;

/* Saves them. Returns false if there is no memory; the child is then not measured. */
static bool save(void)
{
    struct thread *thread = thread_self;
    relaxed_copy(&saved_header, store, sizeof saved_header);
    if (thread == &thread_none)
        return true;
    saved_thread = *thread;
    if (!fork_stacks_save(thread))
        return false;
    store->parent = true;
    may_keep = !kept && *store_path() && !settings.snapshot[0] && !thread->contexts && !thread->teams.member &&
               !(thread->labels && thread->labels->count);
    return true;
}

/* Takes all locks with signals blocked. A handler's functions may want a lock, and may find the child dead before its parent is back. The C
 * library blocks signals for a part of that time only. */
static void hold(void)
{
    thread_hold_begin();
    lock_take_all();
    held = true;
}

static void unhold(void)
{
    held = false;
    lock_give_all();
    thread_hold_end(0);
}

/* Empties the counters, so that from here on they count for the child. */
static void empty_sections(void)
{
    if (waiting) {
        fork_leaves_calls();
        return;
    }
    lock_take(&thread_lock);
    counts_fold_sections();
    lock_give(&thread_lock);
}

/* Prepares a fork. In a signal handler that interrupted the runtime a lock may be held by this thread; such a child is not measured. */
void fork_prepare(void)
{
    if (thread_is_busy())
        return;
    fork_take_calls(); /* the child's child starts with none */
    empty_sections();
    hold();
    if (!waiting && !save())
        unhold();
}

void fork_in_parent(void)
{
    if (!held)
        return;
    unhold();
    steps.renew_observer();
}

/* Gives up measuring this process, and keeps whatever it still does, such as an interrupted probe, away from the parent's store. */
static void lose(void)
{
    lost = true;
    lock_end();
    if (sandbox_is_entered())
        tallies_leave(); /* no more of the store is written without a thread that is known */
    else
        store_private();
}

void fork_in_child(void)
{
    if (!waiting) /* else a child's child, and `before` stays */
        before = forked = thread_self == &thread_none ? NULL : thread_self;
    counts_forked(thread_self);
    thread_self = &thread_none;
    waiting = true;
    if (!kept)
        first_count = 0;
    pages_forked();
    if (held)
        unhold();
    else
        lose();
}

bool fork_start(void)
{
    return pthread_atfork(fork_prepare, fork_in_parent, fork_in_child) == 0;
}

void fork_register(void (*settled)(void))
{
    size_t i = 0;
    while (i < FORK_SETTLED && settled_functions[i] && settled_functions[i] != settled)
        i++;
    if (i < FORK_SETTLED)
        settled_functions[i] = settled;
}

static bool empty_store(void)
{
    struct thread *thread = forked;
    saved_header.pid = store->pid;
    saved_header.self = store->self;
    saved_header.observed = store->observed;
    *store = saved_header;
    counts_forget(); /* first: what a handler calls from here on is the child's */
    store->written = false;
    store->job_ns = 0;
    store->forked = true;
    store->fold = (struct store_fold){.thread = NULL};
    store->threads = NULL;
    store->parent = false;
    store->sampled = NULL;
    short_calls_forget();
    store->kept_count = 0;
    tallies_clear();
    store->start = store->last[0] = first_count && !kept ? first_start : clock_pair_now();
    store->newest = 0;
    lock_forget_all();
    index_close(&thread_process);
    if (thread)
        index_close(&saved_thread.tree);
    memory_limit_clear();
    if (!tree_renew(&thread_process))
        return false;
    store->root = thread_process.root;
    if (!thread)
        return true;
    *thread = saved_thread;
    thread->next = NULL;
    thread->link = &store->threads;
    store->threads = thread;
    thread->place = thread_process.root;
    thread->begin = thread->last = store->start.ticks;
    thread->asked = NULL;
    counts_forget_thread(thread);
    counts_begin(thread);
    counts_take_over(thread);
    thread->number = 0;
    thread->system_id = thread_system_id();
    thread->context = thread->contexts = NULL;
    thread->teams.member = false;
    thread->teams.owner = NULL;
    thread->events = EVENTS_NONE;
    if (!tree_renew(&thread->tree))
        return false;
    thread->tree.root->region = thread_process.root->region;
    meter_fork(thread);
    thread->samples = NULL;
    thread->samples_period = 0;
    self_samples_begin(thread);
    fork_stacks_open(thread);
    labels_settle(thread, thread->labels);
    for (struct context *context = thread->contexts; context; context = context->next)
        if (context != thread->context)
            labels_settle(thread, context->labels);
    return true;
}

static bool is_first(const struct __instr_frame *frame)
{
    const void *address = frame;
    return address >= (const void *)firsts && address < (const void *)(firsts + FIRSTS);
}

static struct __instr_frame *frame_of(struct __instr_frame *frame)
{
    return is_first(frame) ? ((const struct first *)(void *)frame)->frame : frame;
}

/* Puts a call kept by the child into its own tree and stack, in which the calls open at the fork are open again. */
static void begin_first(struct thread *thread, struct first *first)
{
    if (first->counted) {
        if (!first->elsewhere && !counts_add(thread, first->object, first->descriptor->__calls))
            tally_add(TALLY_NO_MEMORY, 1);
        return;
    }
    bool room = thread->top + 1 < thread->segment->end || stack_climb(thread);
    struct node *node = room ? tree_child(&thread->tree, thread->top->node, first->region) : NULL;
    if (!node) {
        tally_add(TALLY_NO_MEMORY, 1);
        return;
    }
    node->calls += !first->elsewhere;
    node->apart += !first->elsewhere && !first->descriptor;
    first->frame = stack_push(thread, node, first->descriptor, first->cfa);
    PUT(first->frame->start, first->begin & ~(uint64_t)1);
    if (first->elsewhere)
        frame_make_rest(first->frame, first->begin);
    if (first->end)
        call_close(thread, first->frame, first->end);
}

static void end_first(struct thread *thread, const struct first *first)
{
    struct __instr_frame *frame = frame_of(first->frame);
    if (!stack_find(stack_of(thread), frame).segment) {
        tally_add(TALLY_UNMATCHED, !first->stays);
        return;
    }
    tally_add(TALLY_JUMPED, call_close_newer(thread, frame, first->end));
    if (!first->stays)
        call_close(thread, frame, first->end);
    struct first *ended = is_first(first->frame) ? (struct first *)(void *)first->frame + first->stays : firsts;
    for (; ended < first; ended++)
        ended->end = first->end;
}

/* Continues a call that is still open in the child. */
static void go_on(struct thread *thread, const struct first *first)
{
    kept = true;
    if (settings.trace && first->frame && !first->elsewhere)
        PUT(first->frame->start, first->frame->start | (events_enter(thread, first->frame->node, clock_now() | 1) & 1));
}

static void take_over(struct thread *thread)
{
    for (size_t i = 0; i < first_count; i++)
        if (firsts[i].region)
            begin_first(thread, &firsts[i]);
        else
            end_first(thread, &firsts[i]);
    for (size_t i = 0; i < first_count; i++)
        if (!firsts[i].end)
            go_on(thread, &firsts[i]);
    if (!kept)
        first_count = 0;
}

/* Subtracts from the child's counters the calls that the parent has counted by now. */
static void take_calls_back(void)
{
    for (size_t i = 0; i < first_count; i++) {
        struct first *first = &firsts[i];
        first->elsewhere = first->told && !short_calls_take_back(first->region);
        if (first->elsewhere && first->descriptor && !first->counted && first->descriptor->__calls->__calls)
            first->descriptor->__calls->__calls--;
    }
    if (first_count)
        short_calls_take_back(store->short_children);
}

/* Settles the child in the calling thread alone; `*settled` becomes true if it has a store of its own. */
static void settle(void *settled)
{
    settling = true;
    if (!kept)
        take_calls_back();
    bool done = store_again(saved_header.used) && empty_store();
    settling = false;
    if (done)
        waiting = false;
    else
        lose();
    *(bool *)settled = done;
}

static bool begin_to_keep(void)
{
    first_start = clock_pair_now();
    first_owner = getpid();
    return short_calls_add(saved_header.short_children, 1);
}

/* Hands over calls counted in the program's section but not kept one by one. */
static void leave_counted(struct region *region, uint64_t calls)
{
    if (!first_count && first_owner != getpid())
        begin_to_keep();
    for (size_t i = 0; i < first_count; i++)
        calls -= calls && firsts[i].region == region && firsts[i].told && !firsts[i].counted && firsts[i].descriptor;
    if (calls)
        short_calls_add(region, calls);
}

bool fork_leaves_calls(void)
{
    if (!waiting || kept || sandbox_is_entered())
        return keeps_calls();
    uint64_t calls;
    for (struct region *region; may_keep && (region = counts_take_next(&calls));)
        leave_counted(region, calls);
    return keeps_calls() || first_owner == getpid();
}

bool fork_ends_early(void)
{
    bool late = keeps_calls() && clock_pair_now().ns - first_start.ns >= SHORT_NS;
    return !late && fork_leaves_calls();
}

void fork_take_calls(void)
{
    if (keeps_calls() && first_owner == getpid())
        fork_settle();
}

/* Returns whether this process may keep one more call. */
static bool has_room(void)
{
    return waiting && before && !lost && may_keep && first_count < FIRSTS && !sandbox_is_entered() &&
           thread_is_on(&saved_thread) && !saved_header.metrics.count; /* most are not counted before they are opened */
}

/* Keeps a call. A library's call counts itself after its beginning, which arrives here too (fork_count). */
static struct __instr_frame *keep_call(struct first first)
{
    first.told = first.counted || !first.descriptor || counts_in_section(first.descriptor->__calls);
    if (!has_room() || (!first_count && !begin_to_keep()) || (first.told && !short_calls_add(first.region, 1)))
        return NULL;
    first.begin = clock_now();
    first.end = first.counted ? first.begin : 0;
    firsts[first_count] = first;
    return (struct __instr_frame *)(void *)&firsts[first_count++];
}

/* Keeps a call without a system call, because a child may make many calls before exec. A signal handler that comes meanwhile is not measured. */
static struct __instr_frame *keep(struct first first)
{
    int saved = errno;
    uintptr_t busy = thread_busy_begin(true);
    struct __instr_frame *frame = keep_call(first);
    thread_busy_set(busy);
    errno = saved;
    return frame;
}

struct __instr_frame *fork_enter(struct region *region, const struct __instr_region *descriptor, const void *cfa)
{
    return keep((struct first){.region = region, .descriptor = descriptor, .cfa = cfa});
}

bool fork_count(struct region *region, const struct __instr_region *descriptor, const struct __instr_object *object)
{
    return keep((struct first){.region = region, .descriptor = descriptor, .object = object, .counted = true});
}

struct __instr_frame *fork_find(const struct __instr_region *descriptor, const void *cfa)
{
    if (!waiting || !before)
        return NULL;
    for (size_t i = first_count; i-- > 0;)
        if (firsts[i].region && !firsts[i].end && firsts[i].descriptor == descriptor && firsts[i].cfa == cfa)
            return (struct __instr_frame *)(void *)&firsts[i];
    return fork_stacks_find(descriptor, cfa);
}

/* Ends kept calls and frames; other calls have none. */
static bool keep_end(struct __instr_frame *frame, bool stays)
{
    struct first *last = first_count ? &firsts[first_count - 1] : NULL;
    if (is_first(frame) ? !keeps_calls() : !stack_find(stack_of(&saved_thread), frame).segment)
        return false;
    if (last && (void *)frame == last && last->region && !stays) {
        last->end = clock_now();
        return true;
    }
    if (!has_room() || (!first_count && !begin_to_keep()))
        return false;
    firsts[first_count++] = (struct first){.frame = frame, .end = clock_now(), .stays = stays};
    return true;
}

struct __instr_frame *fork_leave(struct __instr_frame *frame, bool stay)
{
    if (waiting && before && frame && !thread_is_held()) {
        if (!first_count && stay && frame == saved_thread.top)
            return NULL; /* vfork may be made of fork, and the child only calls exec */
        int saved = errno;
        uintptr_t busy = thread_busy_begin(true);
        bool done = keep_end(frame, stay);
        thread_busy_set(busy);
        errno = saved;
        if (done)
            return NULL;
        if (is_first(frame))
            fork_settle();
    }
    return frame_of(frame);
}

bool fork_settle(void)
{
    if (lost)
        return false;
    if (settling || (!waiting && !before))
        return true;
    if (waiting && sandbox_is_entered()) { /* a store of its own is not to be had */
        lose();
        return false;
    }
    int saved = errno;
    uintptr_t busy = thread_hold_begin();
    pthread_mutex_lock(&settle_lock);
    bool now = false;
    if (waiting)
        big_stack_run(settle, &now);
    pthread_mutex_unlock(&settle_lock);
    if (!waiting && before) {
        thread_self = before;
        before = NULL;
    }
    if (now && !kept)
        take_over(thread_self);
    for (size_t i = 0; now && i < FORK_SETTLED && settled_functions[i]; i++)
        settled_functions[i]();
    thread_hold_end(busy);
    errno = saved;
    return !waiting;
}
