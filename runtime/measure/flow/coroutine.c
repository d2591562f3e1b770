/* coroutine.c - see coroutine.h. */
#include "runtime/measure/flow/coroutine.h"
#include "common/check.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { BUCKETS = 1024, FRAMES = 48, ARGUMENTS = 12 };

static struct context *buckets[BUCKETS];
static struct context *spare, *spare_empty; /* with a stack and without */
static uint64_t serial;                     /* given last */
static uint32_t generation;                 /* of contexts: each fork begins another */

/* In a child of fork there are no contexts until those of the forking thread are restored. */
static void forget(void)
{
    memset(buckets, 0, sizeof buckets);
    spare = spare_empty = NULL;
    generation++;
}

/* Guards everything above, and thread->contexts. */
static struct lock lock = LOCK(LOCK_COROUTINES, forget);

/* The context that continues when a function returns. */
struct ticket {
    struct context *context; /* null: it is not measured */
    uint64_t serial;
};

static struct context **bucket_of(const void *key)
{
    return &buckets[(uintptr_t)key / 16 % BUCKETS];
}

/* Removes the key from its context and returns the context, or NULL. */
static struct context *take(const void *key)
{
    for (struct context **link = bucket_of(key); *link; link = &(*link)->bucket)
        if ((*link)->key == key) {
            struct context *context = *link;
            CHECK(context->serial);
            *link = context->bucket;
            context->key = NULL;
            return context;
        }
    return NULL;
}

static void put(struct context *context, const void *key)
{
    CHECK(key && (!context->key || context->key == key) && !context->over);
    context->key = key;
    context->bucket = *bucket_of(key);
    *bucket_of(key) = context;
}

static void unlink_context(struct context *context)
{
    CHECK(*context->link == context);
    *context->link = context->next;
    if (context->next)
        context->next->link = context->link;
}

static void give_to(struct context *context, struct thread *thread)
{
    CHECK(thread && context->serial);
    context->owner = thread;
    context->next = thread->contexts;
    context->link = &thread->contexts;
    if (context->next)
        context->next->link = &context->next;
    thread->contexts = context;
}

/* Makes a context; only one with a shadow stack of its own gets memory for it. */
static struct context *context_new(struct thread *thread, struct context *parent)
{
    struct context **list = parent && spare ? &spare : &spare_empty;
    struct context *context = *list;
    if (context)
        *list = context->bucket;
    else if (!(context = store_alloc(sizeof *context)))
        return NULL;
    *context = (struct context){.stack.segment = context->stack.segment,
                                .labels = context->labels,
                                .parent = parent,
                                .serial = ++serial,
                                .generation = generation};
    if (parent)
        parent->children++;
    give_to(context, thread);
    return context;
}

static void make_spare(struct context *context)
{
    struct context **list = context->stack.segment ? &spare : &spare_empty;
    CHECK(!context->key);
    if (context->stack.segment)
        context->stack = stack_bottom(context->stack);
    context->serial = 0;
    context->bucket = *list;
    *list = context;
}

/* Ends a context. It is reused as soon as nothing hangs below it. */
static void retire(struct context *context)
{
    while (context) {
        struct context *parent = context->parent;
        context->over = true;
        if (context->children)
            return;
        unlink_context(context);
        make_spare(context);
        CHECK(!parent || parent->children);
        if (parent)
            parent->children--;
        context = parent && parent->over ? parent : NULL;
    }
}

static void set_parent(struct context *context, struct context *parent)
{
    struct context *old = context->parent;
    if (old == parent)
        return;
    CHECK(parent != context && !parent->over);
    parent->children++;
    context->parent = parent;
    if (old && --old->children == 0 && old->over)
        retire(old);
}

static void save(const struct thread *thread, struct context *context)
{
    context->stack = stack_of(thread);
    context->labels = thread->labels;
}

static void load(struct thread *thread, const struct context *context)
{
    CHECK(context->stack.segment && context->stack.top);
    stack_use(thread, context->stack.segment, context->stack.top);
    thread->labels = context->labels;
}

/* Closes the frames of a context that will never run again. */
static void close_frames(struct thread *thread, struct context *context)
{
    if (!context->stack.segment || !context->stack.top || context->owner != thread || context->over)
        return;
    struct context running = {0};
    if (settings.trace && context->stopped)
        events_drop(context->stack);
    save(thread, &running);
    load(thread, context);
    call_close_all(thread, context->stopped ? context->stopped : clock_now());
    labels_end(thread);
    save(thread, context);
    load(thread, &running);
}

/* Gives up a context, unless it waits for the running one: it may continue in an unseen way. */
static void abandon(struct thread *thread, struct context *context)
{
    if (!context->parent || (context->stack.top && !context->stopped))
        return;
    close_frames(thread, context);
    if (context->owner == thread)
        retire(context);
}

/* Returns the context that it hangs below, if that is this thread's. */
static struct context *parent_of(const struct context *context)
{
    struct context *parent = context->parent;
    return parent && parent->owner == context->owner ? parent : NULL;
}

static void start_clock(struct context *context, uint64_t now)
{
    uint64_t passed = (now - context->stopped) & ~(uint64_t)1; /* the lowest bit of a start stays, see events.h */
    labels_postpone(context->labels, passed);
    stack_postpone(context->stack, passed);
    context->stopped = 0;
    context->resumed = now;
    context->caller = parent_of(context) ? context->parent->stack.top->node : NULL;
}

void coroutines_postpone(struct thread *thread, uint64_t ticks)
{
    struct context *context = thread->context ? parent_of(thread->context) : NULL;
    for (; context && !context->stopped; context = parent_of(context)) {
        labels_postpone(context->labels, ticks);
        stack_postpone(context->stack, ticks);
    }
}

static void stop_clock(struct context *context, uint64_t now)
{
    struct node *place = context->place, *caller = context->caller;
    context->stopped = now | 1;
    if (!parent_of(context) || place == caller || !tree_extra(place) || !tree_extra(caller))
        return;
    PUT(place->extra->moved_in, place->extra->moved_in + now - context->resumed);
    PUT(caller->extra->moved_out, caller->extra->moved_out + now - context->resumed);
}

static bool is_empty(const struct context *context)
{
    return stack_is_empty(context->stack);
}

/* Resumes the frames of a context, and of its ancestors up to a running one, outermost first. */
static void open_up(struct thread *thread, const struct context *context, const struct context *runs, uint64_t now)
{
    if (!context || context == runs)
        return;
    open_up(thread, parent_of(context), runs, now);
    events_open_up(thread, context->stack, stack_bottom(context->stack), now);
}

/* Makes `to` the running context. */
static void switch_to(struct thread *thread, struct context *to)
{
    struct context *from = thread->context, *common = to;
    uint64_t now = clock_now();
    meter_note(thread);
    save(thread, from);
    for (; common && common->stopped; common = parent_of(common))
        start_clock(common, now);
    for (struct context *left = from; left && left != common; left = parent_of(left)) {
        stop_clock(left, now);
        if (settings.trace)
            events_close_down(thread, left->stack, stack_bottom(left->stack), now);
    }
    if (settings.trace)
        open_up(thread, to, common, now);
    load(thread, to);
    CHECK(to->owner == thread && !to->over);
    thread->context = to;
    if (from != to && from->parent && !from->key && is_empty(from))
        retire(from);
}

/* Begins the first run of a context, on an empty stack above what is open here. */
static bool begin(struct thread *thread, struct context *context)
{
    struct node *place = thread->top->node;
    struct segment *segment = context->stack.segment ? context->stack.segment : stack_segment(FRAMES);
    if (!segment)
        return false;
    CHECK(place && !context->stack.top);
    stack_fill(segment, place);
    context->stack = (struct stack){segment, segment->frames};
    context->place = place;
    context->stopped = 1;
    return true;
}

/* Leaves a copy of its frames in its thread, which alone may change its tree and will close them. */
static void leave_behind(const struct context *context, uint64_t now)
{
    size_t count = stack_count(context->stack);
    struct context *rest = context_new(context->owner, context->parent);
    if (!rest)
        return;
    struct segment *segment = rest->stack.segment;
    if (!segment || segment->end - segment->frames <= (ptrdiff_t)count)
        segment = stack_segment((uint32_t)(count < FRAMES ? FRAMES : count + 1));
    rest->is_rest = true;
    if (!segment) {
        retire(rest);
        return;
    }
    rest->stopped = context->stopped ? context->stopped : now | 1;
    rest->stack = stack_copy(context->stack, segment);
}

static void close_rests(struct thread *thread)
{
    while (thread->contexts && thread->contexts->is_rest) {
        close_frames(thread, thread->contexts);
        retire(thread->contexts);
    }
}

/* Restarts a context here if its frames' nodes belong to another thread's tree. */
static void adopt(struct thread *thread, struct context *context)
{
    if (context->owner == thread)
        return;
    struct node *node = thread->top->node;
    struct stack at = stack_bottom(context->stack);
    uint64_t now = clock_now();
    tally_add_named("coroutines that went on in another thread", 1);
    leave_behind(context, now);
    set_parent(context, thread->context);
    unlink_context(context);
    give_to(context, thread);
    context->place = node;
    stack_hang(&thread->tree, context->stack, at, node);
    while (stack_rise(&at, context->stack))
        if (frame_is_call(at.top))
            at.top->start = (now & ~(uint64_t)1) | (at.top->start & 1);
    context->stopped = now | 1;
}

/* Returns the context for `to`, ready to run, or NULL if it is unknown. */
static struct context *find_target(struct thread *thread, const ucontext_t *to, bool fresh)
{
    struct context *context = take(to);
    if (!context && fresh)
        context = context_new(thread, thread->context);
    if (!context)
        return NULL;
    if (context->stack.top) {
        adopt(thread, context);
        return context;
    }
    set_parent(context, thread->context);
    unlink_context(context);
    give_to(context, thread);
    if (begin(thread, context))
        return context;
    retire(context);
    return NULL;
}

/* Returns the calling thread, with a context for what it runs; NULL if it is not measured. */
static struct thread *known_thread(void)
{
    struct thread *thread = thread_settled();
    if (thread == &thread_none || thread_is_busy())
        return NULL;
    lock_take(&lock);
    close_rests(thread);
    if (thread->context || (thread->context = context_new(thread, NULL)))
        return thread;
    lock_give(&lock);
    return NULL;
}

static void release(void)
{
    lock_give(&lock);
}

/* Called before control continues in `to`. The running context is saved in `from`, or ended if that is NULL. */
static __attribute__((__noinline__)) struct ticket go(const ucontext_t *from, const ucontext_t *to)
{
    int saved = errno;
    struct thread *thread = known_thread();
    if (!thread)
        return (struct ticket){NULL, 0};
    struct context *mine = thread->context, *stale = from ? take(from) : NULL;
    struct ticket ticket = {mine, mine->serial};
    if (stale && stale != mine)
        abandon(thread, stale);
    if (from)
        put(mine, from);
    struct context *target = find_target(thread, to, from != NULL);
    if (target)
        switch_to(thread, target);
    if (target && !from && target != mine && !mine->over)
        abandon(thread, mine);
    release();
    errno = saved;
    return ticket;
}

/* Called when control is back, perhaps in an unseen way, perhaps in another thread. */
static __attribute__((__noinline__)) void come(struct ticket ticket)
{
    int saved = errno;
    struct thread *thread = ticket.context ? known_thread() : NULL;
    if (!thread)
        return;
    struct context *mine = ticket.context;
    if (mine->generation == generation && ticket.serial == mine->serial) {
        if (mine->key)
            take(mine->key);
        if (thread->context != mine) {
            adopt(thread, mine);
            switch_to(thread, mine);
        }
    }
    release();
    errno = saved;
}

static int swap(ucontext_t *from, const ucontext_t *to)
{
    struct ticket ticket = go(from, to);
    int result = swapcontext(from, to);
    come(ticket);
    return result;
}

static int set(const ucontext_t *to)
{
    go(NULL, to);
    return setcontext(to);
}

/* Stands in for makecontext. Arguments are declared as int, but programs also pass pointers where these have the size of long. */
static void make(ucontext_t *made, void (*start)(void), int count, ...)
{
    int saved = errno;
    long a[ARGUMENTS] = {0};
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count && i < ARGUMENTS; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    struct thread *thread = known_thread();
    if (thread) {
        struct context *stale = take(made), *context;
        if (stale)
            abandon(thread, stale);
        if ((context = context_new(thread, thread->context)))
            put(context, made);
        release();
    }
    errno = saved;
    makecontext(made, start, count, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
}

void (*coroutine_find(const char *name))(void)
{
    if (strcmp(name, "swapcontext") == 0)
        return (void (*)(void))swap;
    if (strcmp(name, "setcontext") == 0)
        return (void (*)(void))set;
    if (strcmp(name, "makecontext") == 0)
        return (void (*)(void))make;
    return NULL;
}

bool coroutine_step(struct thread *thread, const struct __instr_frame *frame)
{
    if (!thread->context)
        return false;
    lock_take(&lock);
    struct context *context = thread->contexts;
    while (context && (context == thread->context || !context->stack.top || context->over ||
                       !stack_find(context->stack, frame).segment))
        context = context->next;
    if (context) {
        if (context->key)
            take(context->key);
        switch_to(thread, context);
    }
    lock_give(&lock);
    return context;
}

struct __instr_frame *coroutine_find_told(struct thread *thread, const struct __instr_region *descriptor,
                                          const void *cfa)
{
    struct __instr_frame *frame = NULL;
    if (!thread->context || thread_is_busy())
        return NULL;
    lock_take(&lock);
    for (struct context *context = thread->contexts; context && !frame; context = context->next)
        if (context != thread->context && !context->is_rest && context->stack.top && !context->over)
            frame = stack_find_told(context->stack, descriptor, cfa).top;
    lock_give(&lock);
    return frame;
}

void coroutines_end(struct thread *thread, uint64_t now)
{
    call_close_all(thread, now);
    labels_end(thread);
    if (!thread->context)
        return;
    lock_take(&lock);
    struct context *running = thread->context;
    for (struct context *context = thread->contexts; context; context = context->next) {
        if (context->key)
            take(context->key);
        if (context != running)
            close_frames(thread, context);
    }
    /* The running one's stack remains the thread's. */
    running->stack.segment = NULL;
    running->labels = NULL;
    while (thread->contexts) {
        struct context *context = thread->contexts;
        thread->contexts = context->next;
        make_spare(context);
    }
    thread->context = NULL;
    lock_give(&lock);
}

void coroutines_hold(bool hold)
{
    if (hold)
        lock_take(&lock);
    else
        lock_give(&lock);
}

void coroutines_revive(struct context *context, struct thread *thread)
{
    context->generation = generation;
    give_to(context, thread);
    if (context->key)
        put(context, context->key);
}
