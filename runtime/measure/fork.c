/* fork.c - see fork.h. */
#include "runtime/measure/fork.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/coroutine.h"
#include "runtime/measure/fork_stacks.h"
#include "runtime/measure/labels.h"
#include "runtime/measure/lock.h"
#include "runtime/measure/store.h"
#include "runtime/measure/thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

static THREAD_LOCAL struct thread *before; /* what thread_self was, in the thread that forked */
static THREAD_LOCAL bool settling;
static struct thread *forked; /* the same as `before`, for any thread */
static atomic_bool waiting;   /* the store is still the parent's */
static bool held, lost;
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
    saved_header = *store;
    if (thread == &thread_nobody)
        return true;
    saved_thread = *thread;
    return fork_stacks_save(thread);
}

/* In a signal handler that came while the thread was in the runtime a lock may be its own: such a child
 * is not measured. */
static void prepare(void)
{
    held = !thread_busy;
    if (!held)
        return;
    lock_take_all();
    if (!waiting && !save()) {
        lock_give_all();
        held = false;
    }
}

static void in_parent(void)
{
    if (held)
        lock_give_all();
}

/* This process is not measured. What goes on in it, as an interrupted probe, is kept from the parent's store. */
static void lose(void)
{
    lost = true;
    lock_end();
    if (sandbox_is_entered())
        counters_leave(); /* no more of the store is written without a thread that is known */
    else
        store_part();
}

static void in_child(void)
{
    if (!waiting) /* else a child's child, and `before` stays */
        before = forked = thread_self == &thread_nobody ? NULL : thread_self;
    thread_self = &thread_nobody;
    waiting = true;
    pages_forked();
    if (held)
        lock_give_all();
    else
        lose();
}

bool fork_start(void)
{
    return pthread_atfork(prepare, in_parent, in_child) == 0;
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
    saved_header.observed = store->observed;
    *store = saved_header;
    store->written = false;
    store->job_ns = 0;
    store->forked = true;
    store->fold = (struct store_fold){.thread = NULL};
    store->threads = NULL;
    store->kept_count = 0;
    counters_clear();
    store->start = store->last[0] = clock_pair_now();
    store->newest = 0;
    lock_forget_all();
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
    thread->number = 0;
    thread->context = thread->contexts = NULL;
    thread->teams.member = false;
    thread->teams.owner = NULL;
    if (!tree_renew(&thread->tree))
        return false;
    thread->tree.root->region = thread_process.root->region;
    fork_stacks_open(thread);
    thread->now = (uintptr_t)thread->top->node;
    labels_settle(thread, thread->labels);
    for (struct context *context = thread->contexts; context; context = context->next)
        if (context != thread->context)
            labels_settle(thread, context->labels);
    return true;
}

const struct __instr_frame *fork_top(void)
{
    return waiting && before ? saved_thread.top : NULL;
}

/* The calling thread alone; true when the child has a store of its own. */
static bool settle(void)
{
    settling = true;
    bool done = store_again(saved_header.used) && empty_store();
    settling = false;
    if (done)
        waiting = false;
    else
        lose();
    return done;
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
    pthread_mutex_lock(&settle_lock);
    bool now = waiting && settle();
    pthread_mutex_unlock(&settle_lock);
    if (!waiting && before) {
        thread_self = before;
        before = NULL;
    }
    for (size_t i = 0; now && i < FORK_SETTLED && settled_functions[i]; i++)
        settled_functions[i]();
    thread_busy--;
    errno = saved;
    return !waiting;
}
