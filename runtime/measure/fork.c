/* fork.c - see fork.h. */
#include "runtime/measure/fork.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/pages.h"
#include "runtime/measure/communicators.h"
#include "runtime/measure/coroutine.h"
#include "runtime/measure/fork_stacks.h"
#include "runtime/measure/regions.h"
#include "runtime/measure/store.h"
#include "runtime/measure/thread.h"
#include "runtime/measure/traffic.h"
#include "runtime/write/output.h"
#include "runtime/write/periodic.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

static THREAD_LOCAL struct thread *before; /* what thread_self was, in the thread that forked */
static struct thread *forked;              /* the same, for any thread */
static _Atomic bool waiting;               /* the store is still the parent's */
static bool held, lost;

/* What the child needs of the store, which goes on changing in the parent: the header, the thread that forks, and its
 * shadow stacks (fork_stacks.c). Regions themselves never change. */
static struct store_header saved_header;
static struct thread saved_thread;

static void release(void)
{
    if (!held)
        return;
    store_hold(false);
    communicators_hold(false);
    traffic_hold(false);
    regions_hold(false);
    coroutines_hold(false);
    pthread_mutex_unlock(&thread_lock);
    output_hold(false);
}

static void save(void)
{
    struct thread *thread = thread_self;
    saved_header = *store;
    if (thread == &thread_nobody)
        return;
    saved_thread = *thread;
    if (!fork_stacks_save(thread)) {
        release();
        held = false; /* the child is not measured */
    }
}

/* In a signal handler that came while the thread was in the runtime a lock may be its own: such a child
 * is not measured. */
void fork_prepare(void)
{
    held = !thread_busy;
    if (!held)
        return;
    output_hold(true);
    pthread_mutex_lock(&thread_lock);
    coroutines_hold(true);
    regions_hold(true);
    traffic_hold(true);
    communicators_hold(true);
    store_hold(true);
    if (!waiting)
        save();
}

void fork_parent(void)
{
    release();
}

void fork_child(void)
{
    if (!waiting) /* else a child's child, and `before` stays */
        before = forked = thread_self == &thread_nobody ? NULL : thread_self;
    thread_self = &thread_nobody;
    waiting = true;
    pages_forked();
    lost |= !held;
    release();
}

static bool empty_store(void)
{
    struct thread *thread = forked;
    saved_header.pid = store->pid;
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
    thread_forget();
    coroutines_forget();
    traffic_forget();
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
    memset(thread->cache, 0, sizeof thread->cache);
    if (!tree_renew(&thread->tree))
        return false;
    thread->tree.root->region = thread_process.root->region;
    fork_stacks_open(thread);
    return true;
}

const struct __instr_frame *fork_top(void)
{
    return waiting && before ? saved_thread.top : NULL;
}

bool fork_settle(void)
{
    if (lost)
        return false;
    if (!waiting && !before)
        return true;
    int saved = errno;
    thread_busy++;
    pthread_mutex_lock(&thread_lock);
    bool settled = waiting && store_again(saved_header.used) && empty_store();
    if (settled)
        waiting = false;
    lost = waiting;
    pthread_mutex_unlock(&thread_lock);
    if (!waiting && before) {
        thread_self = before;
        before = NULL;
    }
    thread_busy--;
    if (settled)
        periodic_again();
    errno = saved;
    return !waiting;
}
