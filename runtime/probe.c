/*
 * probe.c - see probe.h.
 *
 * Every clock gets its own enter and leave, so that the processor's counter is read in line. What they
 * share is inlined into them; the functions that are not inline are the slow ways, taken when a path is
 * new, a stack segment is full, the thread is unknown, or frames were left by a jump.
 *
 * Fields that another thread may read while a profile is made are stored with relaxed atomics, which
 * cost nothing and keep the reader from seeing half a number.
 */
#include "runtime/probe.h"

#include "runtime/clock.h"
#include "runtime/counters.h"

#include <errno.h>

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define PUT(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELAXED)
#define BARRIER() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define INLINE static inline __attribute__((__always_inline__))
#define SLOW static __attribute__((__noinline__, __cold__))

enum source { COUNTER, OTHER };

INLINE uint64_t read_clock(enum source source)
{
#if CLOCK_HAS_COUNTER
    if (source == COUNTER)
        return clock_counter();
#endif
    (void)source;
    return clock_now();
}

/* The node of a call whose path is new, or whose parent has many children. Null: can't have one. */
static __attribute__((__noinline__)) struct node *find_node(struct thread *thread, struct node *parent,
                                                            struct region *region)
{
    if (thread_busy) {
        counter_add(COUNTER_NESTED, 1);
        return NULL;
    }
    thread_busy = 1;
    int saved = errno;
    struct node *node = tree_child(&thread->tree, parent, region);
    if (!node)
        counter_add(COUNTER_NO_MEMORY, 1);
    else if (node->region == region)
        thread->cache[region->index % THREAD_CACHE] = (struct cached){parent, node};
    errno = saved;
    thread_busy = 0;
    return node;
}

/* Opens a frame where the stack has room. */
INLINE struct __instr_frame *open_frame(struct thread *thread, struct region *region, enum source source)
{
    struct __instr_frame *frame = thread->top + 1;
    struct node *parent = thread->top->node;
    PUT(thread->top, frame);
    BARRIER();
    PUT(frame->node, parent);
    struct node *node = parent->last;
    if (UNLIKELY(node->region != region)) {
        const struct cached *cached = &thread->cache[region->index % THREAD_CACHE];
        node = cached->node;
        if (cached->parent != parent || node->region != region) {
            node = find_node(thread, parent, region);
            if (!node) {
                PUT(thread->top, frame - 1);
                return NULL;
            }
        }
        parent->last = node;
    }
    PUT(frame->start, UINT64_MAX);
    BARRIER();
    PUT(frame->node, node);
    PUT(node->calls, node->calls + 1);
    if (UNLIKELY(node->cyclic))
        node->cyclic++;
    uint64_t now = read_clock(source);
    PUT(frame->start, now);
    return frame;
}

SLOW struct __instr_frame *enter_slowly(struct __instr_region *descriptor, enum source source)
{
    struct region *region = descriptor->__state;
    if (!region)
        return NULL;
    if (thread_busy) {
        counter_add(COUNTER_NESTED, 1);
        return NULL;
    }
    int saved = errno;
    struct thread *thread = thread_self;
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    bool room = thread && thread->limit;
    if (room && thread->top + 1 >= thread->limit) {
        thread_busy = 1;
        room = thread_climb(thread);
        thread_busy = 0;
    }
    errno = saved;
    if (!room) {
        if (!thread || thread->limit)
            counter_add(COUNTER_NO_MEMORY, 1);
        return NULL;
    }
    return open_frame(thread, region, source);
}

/* Books what a frame cost and takes it off the stack. */
INLINE void close_frame(struct thread *thread, struct __instr_frame *frame, uint64_t now)
{
    struct node *node = frame->node;
    uint64_t ticks = now - frame->start;
    if (UNLIKELY((int64_t)ticks < 0)) {
        counter_add(COUNTER_CLOCK_BACK, 1);
        ticks = 0;
    }
    PUT(node->timed, node->timed + 1);
    PUT(node->sum, node->sum + ticks);
    struct wide squares = wide_add(node->squares, wide_multiply(ticks, ticks));
    PUT(node->squares.low, squares.low);
    PUT(node->squares.high, squares.high);
    if (ticks < node->min)
        PUT(node->min, ticks);
    if (ticks > node->max)
        PUT(node->max, ticks);
    if (UNLIKELY(node->cyclic) && --node->cyclic > 1)
        PUT(node->nested, node->nested + ticks);
    PUT(thread->last, now);
    BARRIER();
    PUT(thread->top, frame - 1);
}

/* Closes frames until `frame` is the top one; returns how many of them had been left by a jump. */
static uint64_t close_above(struct thread *thread, struct __instr_frame *frame, uint64_t now)
{
    uint64_t jumped = 0;
    while (thread->top != frame) {
        if (thread->top == thread->segment->frames) {
            thread_descend(thread);
        } else {
            close_frame(thread, thread->top, now);
            jumped++;
        }
    }
    return jumped;
}

SLOW void leave_slowly(struct __instr_frame *frame, uint64_t now, bool stay)
{
    struct thread *thread = thread_self;
    if (thread == &thread_nobody || !thread_segment(thread, frame)) {
        if (!stay)
            counter_add(COUNTER_UNMATCHED, 1);
        return;
    }
    thread_busy++;
    counter_add(COUNTER_JUMPED, close_above(thread, frame, now));
    thread_busy--;
    if (!stay)
        close_frame(thread, frame, now);
}

void probe_close_all(struct thread *thread, uint64_t now)
{
    struct segment *lowest = thread->segment;
    while (lowest->below)
        lowest = lowest->below;
    close_above(thread, lowest->frames, now);
}

INLINE struct __instr_frame *enter(struct __instr_region *descriptor, enum source source)
{
    struct thread *thread = thread_self;
    struct region *region = descriptor->__state;
    if (UNLIKELY(thread->top + 1 >= thread->limit || !region))
        return enter_slowly(descriptor, source);
    return open_frame(thread, region, source);
}

INLINE void leave(struct __instr_frame *frame, enum source source)
{
    if (UNLIKELY(!frame))
        return;
    uint64_t now = read_clock(source);
    struct thread *thread = thread_self;
    if (UNLIKELY(thread->top != frame))
        leave_slowly(frame, now, false);
    else
        close_frame(thread, frame, now);
}

static struct __instr_frame *enter_counter(struct __instr_region *descriptor)
{
    return enter(descriptor, COUNTER);
}

static void leave_counter(struct __instr_frame *frame)
{
    leave(frame, COUNTER);
}

static struct __instr_frame *enter_other(struct __instr_region *descriptor)
{
    return enter(descriptor, OTHER);
}

static void leave_other(struct __instr_frame *frame)
{
    leave(frame, OTHER);
}

static void resync(struct __instr_frame *mine)
{
    if (mine && thread_self->top != mine)
        leave_slowly(mine, clock_now(), true);
}

struct probes probe_pick(bool counter)
{
    struct probes probes = {enter_counter, leave_counter, resync};
    if (!counter || !CLOCK_HAS_COUNTER)
        probes = (struct probes){enter_other, leave_other, resync};
    return probes;
}
