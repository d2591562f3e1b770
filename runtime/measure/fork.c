/* fork.c - see fork.h. */
#include "runtime/measure/fork.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/quiet.h"
#include "runtime/machine/roomy.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/bound.h"
#include "runtime/measure/call.h"
#include "runtime/measure/context.h"
#include "runtime/measure/counts.h"
#include "runtime/measure/events.h"
#include "runtime/measure/fork_stacks.h"
#include "runtime/measure/index.h"
#include "runtime/measure/labels.h"
#include "runtime/measure/light.h"
#include "runtime/measure/light_table.h"
#include "runtime/measure/meter.h"
#include "runtime/measure/slate.h"
#include "runtime/measure/steps.h"
#include "runtime/measure/store.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/thread.h"
#include "runtime/measure/tree.h"

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
static bool may_write; /* the child, on a slate */
static struct slate *slate;
/* Once it has settled: the slate that there was, and what the frames on it became, which functions will leave. */
static struct slate *taken;
static struct __instr_frame *real[SLATE_FRAMES];
static pthread_mutex_t settle_lock = PTHREAD_MUTEX_INITIALIZER;

static void (*settled_functions[FORK_SETTLED])(void);

/* What the child needs of the store, which goes on changing in the parent: the header, the thread that forks, and its
 * shadow stacks (fork_stacks.c). Regions themselves never change. */
static struct store_header saved_header;
static struct thread saved_thread;

/* False: no memory, and the child is not measured. */
static bool save(void)
{
    struct thread *thread = thread_self;
    word_copy(&saved_header, store, sizeof saved_header);
    if (thread == &thread_nobody)
        return true;
    saved_thread = *thread;
    if (!fork_stacks_save(thread))
        return false;
    may_write = !taken && !thread->contexts && !thread->teams.member && !(thread->labels && thread->labels->count);
    return true;
}

/* While the thread holds all locks no handler of the program's may come, whose functions may want one: the child can be
 * dead, and the signal here, before its parent is back. The C library keeps signals away for a part of that time only. */
static void hold(void)
{
    thread_busy++;
    quiet_begin();
    lock_take_all();
    held = true;
}

static void unhold(void)
{
    held = false;
    lock_give_all();
    thread_busy--;
    quiet_end();
}

/* In a signal handler that came while the thread was in the runtime a lock may be its own: such a child
 * is not measured. */
void fork_prepare(void)
{
    if (thread_busy)
        return;
    fork_take_slate(); /* the child's child starts with an empty one */
    if (thread_self != &thread_nobody) {
        light_end(thread_self);
        thread_busy++;
        slates_ready();
        thread_busy--;
    }
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

/* This process is not measured. What goes on in it, as an interrupted probe, is kept from the parent's store. */
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
        before = forked = thread_self == &thread_nobody ? NULL : thread_self;
    thread_self = &thread_nobody;
    waiting = true;
    slate = NULL;
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
    memset(store->slates, 0, sizeof store->slates);
    store->kept_count = 0;
    tallies_clear();
    store->start = store->last[0] = slate ? slate->start : clock_pair_now();
    store->newest = 0;
    lock_forget_all();
    index_close(&thread_process);
    if (thread)
        index_close(&saved_thread.tree);
    bound_clear();
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
    light_table_none(thread);
    counts_forget_thread(thread);
    thread->number = 0;
    thread->context = thread->contexts = NULL;
    thread->teams.member = false;
    thread->teams.owner = NULL;
    thread->events = EVENTS_NONE;
    if (!tree_renew(&thread->tree))
        return false;
    thread->tree.root->region = thread_process.root->region;
    meter_fork(thread);
    fork_stacks_open(thread);
    labels_settle(thread, thread->labels);
    for (struct context *context = thread->contexts; context; context = context->next)
        if (context != thread->context)
            labels_settle(thread, context->labels);
    return true;
}

/* Finds the nodes of the thread's tree that those on the slate are, from that of slot 1 on; null: no memory. */
static void find_counterparts(struct thread *thread)
{
    struct tree *tree = &thread->tree;
    struct node *nodes = slate->nodes;
    struct stack at = stack_of(thread);
    for (uint32_t slot = slate->forked; slot > 1; slot--, at = stack_below(at)) {
        struct node *mine = at.top->node;
        for (uint32_t i = slate->ends[slot]; i > slate->ends[slot - 1]; i--, mine = mine->parent)
            nodes[i].counterpart = mine;
    }
    nodes[slate->ends[1]].counterpart = at.top->node;
    for (uint32_t i = slate->ends[slate->forked] + 1; i < slate->node_count; i++) {
        struct node *parent = nodes[i].parent->counterpart;
        nodes[i].counterpart = parent ? tree_plain_child(tree, parent, nodes[i].region) : NULL;
    }
}

/* Functions were left that had been open at the fork: here they are open, and counted, again. */
static void leave_base(struct thread *thread)
{
    for (uint32_t slot = slate->forked; slot > slate->base; slot--) {
        if (frame_is_call(thread->top))
            call_book(thread->top->node, thread->top[-1].node, slate->rests[slot]);
        for (uint32_t i = slate->ends[slot]; i > slate->ends[slot - 1]; i--)
            slate->nodes[i].sum -= slate->rests[slot];
        call_pop(thread, thread->top);
    }
}

/* What stands on the slate goes to the thread's own tree and stack, where the frames that were open at the fork are open
 * again already. */
static void take_over(struct thread *thread)
{
    struct __instr_frame *frames = slate->frames;
    thread_busy++;
    find_counterparts(thread);
    leave_base(thread);
    for (uint32_t i = slate->base + 1; i <= slate->top; i++)
        frames[i].node->calls--;
    for (uint32_t i = slate->ends[1] + 1; i < slate->node_count; i++) {
        struct node *mine = slate->nodes[i].counterpart;
        if (mine)
            tree_add(mine, &slate->nodes[i]);
        else
            tally_add(TALLY_NO_MEMORY, slate->nodes[i].calls);
    }
    for (uint32_t i = slate->base + 1; i <= slate->top; i++) {
        struct node *mine = frames[i].node->counterpart;
        real[i] = mine ? call_open(thread, mine) : NULL;
        if (!real[i])
            tally_add(TALLY_NO_MEMORY, 1);
        else if (real[i]->start)
            PUT(real[i]->start, (frames[i].start & ~(uint64_t)1) | (real[i]->start & 1)); /* whose beginning was told */
    }
    if (slate->top > slate->base)
        taken = slate;
    slate = NULL;
    thread_busy--;
}

/* The calling thread alone; `*settled` is true when the child has a store of its own. */
static void settle(void *settled)
{
    char old[PATH_MAX];
    uint32_t *seen = slate ? slate_move(slate) : NULL;
    if (slate && !seen)
        return; /* the parent will book it */
    /* The parent has ended, and left its store for its children: nobody needs its name any more. Two of them that
     * settle at a time see each other do so. */
    bool orphan = store->written && !slates_in_use();
    snprintf(old, sizeof old, "%s", store_path());
    settling = true;
    bool done = store_again(saved_header.used) && empty_store();
    settling = false;
    if (seen)
        slate_moved(seen);
    if (orphan && done && *old)
        unlink(old);
    if (done)
        waiting = false;
    else
        lose();
    *(bool *)settled = done;
}

static bool has_slate(void)
{
    return waiting && slate && slate_is_mine(slate);
}

bool fork_leaves_slate(void)
{
    if (!has_slate() || store->written)
        return false;
    slate->last = clock_now();
    return true;
}

bool fork_ends_on_slate(void)
{
    return has_slate() && clock_pair_now().ns - slate->start.ns < SHORT_NS && fork_leaves_slate() &&
           slate_hand_over(slate);
}

void fork_take_slate(void)
{
    if (has_slate())
        fork_settle();
}

/* The slot on the slate of a frame that is open there. 0: it is none of them. */
static size_t place_on_slate(const struct __instr_frame *frame)
{
    if (frame > slate->frames && frame < slate->frames + SLATE_FRAMES)
        return (size_t)(frame - slate->frames);
    struct stack all = stack_of(&saved_thread), at = stack_find(all, frame);
    size_t place = at.segment ? stack_count(at) + slate->forked : 0, below = stack_count(all);
    return place > below + 1 && place - below <= slate->base ? place - below : 0;
}

/* Whether this process writes on a slate, if need be from now on. */
static bool write_on_slate(void)
{
    if (!waiting || !before || lost || !may_write || sandbox_is_entered() || !thread_is_on(&saved_thread))
        return false;
    if (saved_header.metrics.count) /* a slate has no room for them, and most are not counted before they are opened */
        return false;
    return slate || (slate = slate_claim(&saved_header, fork_stacks_path()));
}

struct __instr_frame *fork_enter(struct region *region)
{
    int saved = errno;
    thread_busy++;
    struct __instr_frame *frame = write_on_slate() ? slate_enter(slate, region) : NULL;
    thread_busy--;
    errno = saved;
    return frame;
}

struct __instr_frame *fork_leave(struct __instr_frame *frame, bool stay)
{
    if (taken && frame > taken->frames && frame < taken->frames + SLATE_FRAMES)
        frame = real[frame - taken->frames];
    if (!waiting || !before || !frame || thread_busy)
        return frame;
    if (!slate && stay && frame == saved_thread.top)
        return NULL; /* vfork may be made of fork, and the child only calls exec */
    int saved = errno;
    thread_busy++;
    size_t place = write_on_slate() ? place_on_slate(frame) : 0;
    if (place)
        slate_leave(slate, place, stay);
    thread_busy--;
    errno = saved;
    return place ? NULL : frame;
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
    thread_busy++;
    quiet_begin();
    pthread_mutex_lock(&settle_lock);
    bool now = false;
    if (waiting)
        roomy_run(settle, &now);
    pthread_mutex_unlock(&settle_lock);
    quiet_end();
    if (!waiting && before) {
        thread_self = before;
        before = NULL;
    }
    if (now && slate)
        take_over(thread_self);
    for (size_t i = 0; now && i < FORK_SETTLED && settled_functions[i]; i++)
        settled_functions[i]();
    thread_busy--;
    errno = saved;
    return !waiting;
}
