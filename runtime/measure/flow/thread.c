/* thread.c - see thread.h. */
#include "runtime/measure/flow/thread.h"
#include "common/check.h"

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/beside/self_samples.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/flow/team_settle.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/memory_limit.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static THREAD_LOCAL uint32_t number; /* 1 + the thread's; it may begin more than once */

struct tree thread_process;
struct region *thread_region;

static struct thread *spare; /* of ended threads, by `next` */
static pthread_key_t key;
static bool main_is_known;

/* The first steps of a new thread, taken from here by the wrapper of its start routine. */
struct start_record {
    void (*start)(void); /* of either type */
    void *argument;
    struct node *place;
    struct start_record *next;
};
static struct start_record *spare_starts;

/* In a child of fork, forgets the reusable records of other threads. */
static void forget(void)
{
    number = store->thread_count = 1;
    spare = NULL;
    spare_starts = NULL;
}

struct lock thread_lock = LOCK(LOCK_THREADS, forget);

static void link_thread(struct thread *thread)
{
    CHECK(thread != store->threads && thread->tree.root);
    thread->next = store->threads;
    thread->link = &store->threads;
    if (thread->next)
        thread->next->link = &thread->next;
    __atomic_store_n(&store->threads, thread, __ATOMIC_RELEASE);
}

static void unlink_thread(struct thread *thread)
{
    CHECK(*thread->link == thread);
    *thread->link = thread->next;
    if (thread->next)
        thread->next->link = thread->link;
}

static struct thread *thread_new(void)
{
    struct thread *thread = spare;
    if (thread) {
        CHECK(thread->ended || !thread->top || stack_is_empty(stack_of(thread)));
        spare = thread->next;
        return thread;
    }
    thread = store_alloc((sizeof *thread + 63) & ~(size_t)63);
    if (!thread || !(thread->segment = stack_segment(STACK_FRAMES)) || !tree_init(&thread->tree, thread_region))
        return NULL;
    return thread;
}

/* Adds a thread's tree to the process's. */
static void fold(struct thread *thread)
{
    store->fold.thread = thread;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    unlink_thread(thread);
    tree_fold(&thread_process, thread->place, &thread->tree);
    counts_fold(thread);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    store->fold.thread = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    tree_clear(&thread->tree);
    thread->next = spare;
    spare = thread;
}

static void part(struct thread *thread)
{
    counts_leave(thread);
}

void thread_end(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    uintptr_t busy = thread_hold_begin();
    team_settle(thread);
    thread_self = &thread_none;
    uint64_t now = clock_now();
    lock_take(&thread_lock); /* sources have a list of threads */
    part(thread);
    meter_end(thread);
    self_samples_end(thread);
    lock_give(&thread_lock);
    coroutines_end(thread, now);
    if (settings.trace)
        events_end(thread);
    lock_take(&thread_lock);
    struct node *root = thread->tree.root;
    if (thread->place->region == thread_region) {
        uint64_t ticks = now - thread->begin;
        root->calls = root->timed = 1;
        root->sum = root->min = root->max = ticks;
        root->squares = wide_add_square((struct u128){0, 0}, ticks);
    }
    if (store->kept_count < THREADS_KEPT && memory_limit_is_far()) {
        store->kept_count++;
        index_close(&thread->tree);
        thread->ended = true;
    } else {
        fold(thread);
    }
    lock_give(&thread_lock);
    thread_hold_end(busy);
}

/* Ends a thread. Other destructors of thread-specific data may be instrumented, so they run first; but not until the last round, which
 * sanitizers use. The key's value counts the rounds; thread_begin starts it. */
static void thread_key_gone(void *value)
{
    int saved = errno;
    uintptr_t round = (uintptr_t)value;
    if (round < PTHREAD_DESTRUCTOR_ITERATIONS - 1 && pthread_setspecific(key, (void *)(round + 1)) == 0) {
        errno = saved;
        return;
    }
    thread_busy_set(0); /* what a handler ended will never go on */
    if (thread_self != &thread_none)
        thread_end(thread_self);
    errno = saved;
}

bool thread_is_on(struct thread *thread)
{
    if (__atomic_load_n(&thread_off, __ATOMIC_RELAXED))
        return false;
    if (!__atomic_load_n(&thread->limit, __ATOMIC_RELAXED))
        stack_open(thread);
    /* A stop that comes just now, as the observer's, has the next call come the slow way: this one is measured all the same. */
    return !__atomic_load_n(&thread_off, __ATOMIC_RELAXED);
}

bool thread_start(void)
{
    struct region *root = regions_own("(process)", REGION_ROOT);
    thread_region = regions_own("thread", REGION_THREAD);
    tree_other = regions_own("(other paths)", REGION_OTHER);
    store->counted.group = regions_own("(in their callers)", REGION_OTHER);
    store->short_children = regions_own("short children", REGION_THREAD);
    if (!root || !thread_region || !tree_other || !store->counted.group || !store->short_children ||
        !tree_init(&thread_process, root) || pthread_key_create(&key, thread_key_gone) != 0)
        return false;
    store->root = thread_process.root;
    return true;
}

int thread_system_id(void)
{
    return sandbox_is_entered() ? 0 : (int)syscall(SYS_gettid);
}

bool thread_is_alone(void)
{
    long mine = syscall(SYS_gettid);
    for (const struct thread *thread = store->threads; thread; thread = thread->next)
        if (!thread->ended && thread->system_id != mine)
            return false;
    return true;
}

struct thread *thread_begin(struct node *place)
{
    if (!steps.settle())
        return NULL;
    if (thread_self != &thread_none)
        return thread_self;
    uintptr_t busy = thread_hold_begin();
    lock_take(&thread_lock);
    struct thread *thread = thread_new();
    bool member = place && place == thread_process.root;
    if (thread && !place) {
        place = thread_process.root;
        if (main_is_known)
            place = tree_plain_child(&thread_process, place, thread_region);
    }
    if (thread && place) {
        main_is_known = true;
        CHECK(!thread->segment->older && thread->tree.root);
        thread->place = place;
        thread->tree.root->region = place->region;
        thread->tree.apart = member;
        stack_fill(thread->segment, thread->tree.root);
        thread->top = thread->segment->frames;
        counts_begin(thread);
        stack_open(thread);
        thread->begin = thread->last = clock_now();
        meter_begin(thread);
        thread->asked = NULL;
        memset(thread->watched.stood, 0, sizeof thread->watched.stood);
        thread->context = thread->contexts = NULL;
        thread->teams = (struct teams){.member = member, .last = thread->teams.last};
        if (!number)
            number = ++store->thread_count;
        thread->number = number - 1;
        thread->ended = false;
        thread->events = EVENTS_NONE;
        thread->system_id = thread_system_id();
        self_samples_begin(thread);
        link_thread(thread);
    }
    lock_give(&thread_lock);
    if (thread && place && pthread_setspecific(key, (void *)1) == 0)
        thread_self = thread;
    thread_hold_end(busy);
    return thread_self == thread ? thread : NULL;
}

struct node *thread_place(struct thread *thread, struct node *node)
{
    if (thread->asked == node)
        return thread->answer;
    CHECK(node && thread->place);
    struct node *place = tree_follow(&thread_process, thread->place, thread->tree.root, node);
    thread->asked = place ? node : NULL;
    thread->answer = place;
    return place;
}

static struct start_record start_take(struct start_record *from)
{
    lock_take(&thread_lock);
    struct start_record record = *from;
    from->next = spare_starts;
    spare_starts = from;
    lock_give(&thread_lock);
    return record;
}

static struct start_record start_begin(void *from)
{
    struct start_record record = start_take(from);
    if (thread_self == &thread_none)
        thread_begin(record.place);
    return record;
}

static void *start_run(void *from)
{
    struct start_record record = start_begin(from);
    return ((void *(*)(void *))record.start)(record.argument);
}

static int start_run_c11(void *from)
{
    struct start_record record = start_begin(from);
    return ((int (*)(void *))record.start)(record.argument);
}

static struct start_record *start_new(void (*start)(void), void *argument)
{
    struct thread *thread = thread_self;
    struct start_record *record = NULL;
    lock_take(&thread_lock);
    struct node *place = thread_process.root;
    if (thread != &thread_none)
        place = thread_place(thread, stack_node(thread));
    if (place)
        place = tree_plain_child(&thread_process, place, thread_region);
    if (place && (record = spare_starts))
        spare_starts = record->next;
    else if (place)
        record = store_alloc(sizeof *record);
    if (record)
        *record = (struct start_record){start, argument, place, NULL};
    lock_give(&thread_lock);
    return record;
}

int thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    struct start_record *record = steps.settle() ? start_new((void (*)(void))start, argument) : NULL;
    if (!record)
        return pthread_create(id, attributes, start, argument);
    int result = pthread_create(id, attributes, start_run, record);
    if (result != 0)
        start_take(record);
    return result;
}

int thread_create_c11(thrd_t *id, thrd_start_t start, void *argument)
{
    struct start_record *record = steps.settle() ? start_new((void (*)(void))start, argument) : NULL;
    if (!record)
        return thrd_create(id, start, argument);
    int result = thrd_create(id, start_run_c11, record);
    if (result != thrd_success)
        start_take(record);
    return result;
}

bool thread_count_in(const struct __instr_link *link)
{
    lock_take(&thread_lock);
    bool done = counts_make_room();
    __atomic_store_n(&thread_none.counting, counts_none, __ATOMIC_RELEASE);
    done = done && counts_open(link);
    lock_give(&thread_lock);
    return done;
}

void thread_count_no_more(const struct __instr_link *link)
{
    lock_take(&thread_lock);
    counts_close(link);
    lock_give(&thread_lock);
}

void thread_part_all(void)
{
    lock_take(&thread_lock);
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        part(thread);
    lock_give(&thread_lock);
}

void thread_sample_no_more(void)
{
    lock_take(&thread_lock);
    self_samples_stop();
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        self_samples_end(thread);
    lock_give(&thread_lock);
}

/* Switches counting; functions exist at level 1. Under thread_lock. */
static void switch_counts(void)
{
    bool on = !GET(thread_off) && GET(settings.level) > 0;
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        if (!thread->ended)
            counts_switch(thread, on);
}

void thread_apply_level(void)
{
    lock_take(&thread_lock);
    switch_counts();
    lock_give(&thread_lock);
}

void thread_set_all(bool on)
{
    lock_take(&thread_lock);
    __atomic_store_n(&thread_off, !on, __ATOMIC_SEQ_CST);
    switch_counts();
    /* Only the thread itself knows its segment: it goes on when it finds no room. */
    for (struct thread *thread = store->threads; thread && !on; thread = thread->next)
        thread_stop(thread);
    lock_give(&thread_lock);
}

void postpone(uint64_t ticks)
{
    struct thread *thread = thread_self;
    uintptr_t busy = thread_hold_begin();
    if (thread == &thread_none || thread->number == 0)
        PUT(store->aside, store->aside + ticks);
    if (thread != &thread_none) {
        if (thread->number)
            PUT(thread->begin, thread->begin + ticks);
        PUT(thread->last, thread->last + ticks);
        if (settings.trace)
            events_aside(thread, ticks);
        labels_postpone(thread->labels, ticks);
        stack_postpone(stack_of(thread), ticks);
        coroutines_postpone(thread, ticks);
    }
    thread_hold_end(busy);
}
