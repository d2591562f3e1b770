/*
 * probe.c - see probe.h.
 *
 * Every timing and every clock gets its own probes, so that the time stamp counter is read in line. What they share is inlined
 * into them; the functions that are not inline are the slow ways, taken when a path is new, a stack segment is full, the thread
 * is unknown, or frames were left by a jump.
 *
 * A call is closed by name, where the program keeps its frame; or it is *told*: by its region, and the canonical address of its
 * function's frame (CFA). Probes by assembly keep nothing from the one end to the other, so theirs are told. Of a told call that is
 * left there may be no frame: it began while there was no room for one, or while its function was demoted (adaptive.h).
 *
 * With a trace (events.h) each end of a call is an event more. These are probes of their own, so that nothing of it is in the
 * others.
 *
 * While a probe runs, thread->probing says so to who looks from outside (see observer.h).
 */
#include "runtime/measure/probe/probe.h"
#include "common/machine.h"
#include "include/instr_abi.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/machine/vectors.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/call_inline.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/flow/prune.h"
#include "runtime/measure/flow/team.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/offsets.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>

/* --- a library call that is only counted, by a thread without a counter for it: see counts.h --- */

/* Returns the calling thread if it has to count. */
static struct thread *counting_thread(void)
{
    struct thread *thread = thread_self;
    if (thread == &thread_none)
        thread = thread_begin(NULL);
    if (!thread)
        tally_add(TALLY_NO_MEMORY, 1);
    return thread && thread_is_on(thread) ? thread : NULL;
}

static void count_call(struct __instr_region *descriptor, struct __instr_object *object)
{
    struct region *region = GET(descriptor->__state);
    if (!region)
        return;
    int saved = errno;
    bool held = thread_is_held();
    struct thread *thread =
        held || (thread_self == &thread_none && fork_count(region, descriptor, object)) ? NULL : counting_thread();
    uintptr_t busy = thread_hold_begin();
    if (held || (thread && !counts_add(thread, object, descriptor->__calls)))
        __atomic_fetch_add(&region->unmatched_calls, 1, __ATOMIC_RELAXED);
    thread_hold_end(busy);
    errno = saved;
}

/* --- */

/* Aligned to cache lines; otherwise a probe may cost half a nanosecond more. */
#define ALIGNED __attribute__((__aligned__(64)))
#define SLOW static __attribute__((__noinline__))

struct probes probe_of_labels;

/* --- slow ways in --- */

/* Finds the node of a call whose path is new, or not at the first place of the search. NULL if it can't have one. */
SLOW struct node *find_node(struct thread *thread, struct node *parent, struct region *region)
{
    if (thread_is_held()) {
        tally_add(TALLY_NESTED, 1);
        return NULL;
    }
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    prune_if_due(thread, region);
    struct node *node = tree_child(&thread->tree, parent, region);
    if (!node)
        tally_add(TALLY_NO_MEMORY, 1);
    errno = saved;
    return node;
}

/* The identity of a call; `descriptor` is NULL if its frame has a name. */
struct told {
    const struct __instr_region *descriptor;
    const void *cfa;
};

/* Opens a frame for a call that is not in its parent's table, if the stack has room. */
static struct __instr_frame *fill_slowly(struct thread *thread, struct region *region, struct told told)
{
    struct node *parent = stack_node(thread), *node;
    if (UNLIKELY(parent == thread->tree.root)) {
        if (thread->teams.member && !thread_is_held() && !(parent = team_base(&thread)))
            return NULL;
    }
    node = find_node(thread, parent, region);
    if (node && !told.descriptor)
        PUT(node->apart, node->apart + 1);
    return node ? call_open(thread, node, told.descriptor, told.cfa) : NULL;
}

SLOW void prune_asked(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    prune(thread);
}

/* Returns the thread if it is known, measures, and has room for a frame; else NULL. */
static struct thread *ready_thread(void)
{
    int saved = errno;
    struct thread *thread = thread_self;
    if (thread == &thread_none)
        thread = thread_begin(NULL);
    bool on = !thread || thread_is_on(thread);
    bool room = thread && on;
    if (room && UNLIKELY(GET(thread->tree.asked)))
        prune_asked(thread);
    if (room && thread->top + 1 >= thread->segment->end)
        room = stack_climb(thread);
    errno = saved;
    if (!room && on)
        tally_add(TALLY_NO_MEMORY, 1);
    return room ? thread : NULL;
}

SLOW struct __instr_frame *enter_slowly(struct region *region, struct told told)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame = NULL;
    if (thread->top + 1 < GET(thread->limit)) {
        frame = fill_slowly(thread, region, told);
    } else if (thread_is_held()) {
        tally_add(TALLY_NESTED, 1);
    } else if (thread == &thread_none && (frame = fork_enter(region, told.descriptor, told.cfa))) {
    } else if ((thread = ready_thread())) {
        frame = fill_slowly(thread, region, told);
    }
    if (!frame)
        PUT(thread_self->probing, 0);
    return frame;
}

static VECTORS_FUNCTION(enter_apart,
                        (uintptr_t)enter_slowly((struct region *)a,
                                                (struct told){(const struct __instr_region *)b, (const void *)c}))

    /* --- slow ways out --- */

    static bool is_open(struct thread *thread, struct __instr_frame *frame)
{
    return stack_find(stack_of(thread), frame).segment || (!thread_is_busy() && coroutine_step(thread, frame));
}

/* Closes a call that is not on top, and all above it, which were left by jumps; if it stays open, only those. */
static __attribute__((__noinline__, __cold__)) void leave_slowly(struct __instr_frame *frame, uint64_t now, bool stay)
{
    FLOATS_OF_OUR_OWN;
    if (!(frame = fork_leave(frame, stay)))
        return;
    bool settles = thread_self == &thread_none;
    struct thread *thread = thread_settled();
    if (settles) /* the child's calls began after the probe had read the clock */
        now = clock_now() | (now & 1);
    if (thread == &thread_none || !is_open(thread, frame)) {
        if (!stay)
            tally_add(TALLY_UNMATCHED, 1);
        PUT(thread->probing, 0);
        return;
    }
    uintptr_t busy = thread_busy_begin(false);
    struct __instr_frame *last = stay ? frame : labels_outliving(thread, frame);
    tally_add(TALLY_JUMPED, call_close_newer(thread, last, now));
    uint64_t end = last == frame ? now : labels_lift(thread, frame, now);
    thread_busy_set(busy);
    if (!stay)
        call_close(thread, frame, end);
    if (last != frame)
        labels_reopen(thread, now);
}

static VECTORS_FUNCTION(leave_apart, (leave_slowly((struct __instr_frame *)a, b, c), 0))

    /* The frame of a told call; null: it has none. Where it most likely has none, as its function is demoted, frames are looked at as far
 * as jumps may have left them: they belong to functions whose own frames lie deeper on the processor's stack. */
    static struct __instr_frame *find_told(struct thread *thread, struct told told)
{
    bool few = told.descriptor->__flags & __INSTR_DEMOTED || __atomic_load_n(&thread_off, __ATOMIC_RELAXED);
    struct stack stack = stack_of(thread);
    while (few && !stack_is_empty(stack) && stack.top->descriptor && stack.top->cfa < told.cfa)
        stack = stack_below(stack);
    if (few && !stack_is_empty(stack))
        return stack.top->descriptor == told.descriptor && stack.top->cfa == told.cfa ? stack.top : NULL;
    stack = stack_find_told(stack, told.descriptor, told.cfa);
    return stack.segment ? stack.top : few ? NULL : coroutine_find_told(thread, told.descriptor, told.cfa);
}

SLOW void end_slowly(struct told told, uint64_t now)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame =
        thread == &thread_none ? fork_find(told.descriptor, told.cfa) : find_told(thread, told);
    if (frame)
        leave_slowly(frame, now, false);
    PUT(thread_self->probing, 0);
}

static VECTORS_FUNCTION(end_apart, (end_slowly((struct told){(const struct __instr_region *)a, (const void *)b}, c), 0))

    /* --- the usual ways --- */

    CALL_INLINE struct __instr_frame *enter(const struct __instr_region *descriptor, struct told told,
                                            enum call_timing timing, enum call_source source)
{
    struct region *region = GET(descriptor->__state);
    if (UNLIKELY(!region))
        return NULL;
    struct thread *thread = thread_self;
    PUT(thread->probing, 1);
    struct node *node = index_find(thread->tree.index, tree_key(thread->top->node, region));
    if (UNLIKELY(!node || thread->top + 1 >= GET(thread->limit)))
        return (struct __instr_frame *)vectors_keep(enter_apart, (uintptr_t)region, (uintptr_t)told.descriptor,
                                                    (uintptr_t)told.cfa);
    if (!told.descriptor)
        PUT(node->apart, node->apart + 1);
    return call_enter(thread, node, told.descriptor, told.cfa, timing, source);
}

CALL_INLINE void leave(struct __instr_frame *frame, enum call_timing timing, enum call_source source)
{
    if (UNLIKELY(!frame))
        return;
    struct thread *thread = thread_self;
    PUT(thread->probing, 1);
    uint64_t now = call_clock(source) | (timing == TRACED);
    if (UNLIKELY(thread->top != frame))
        vectors_keep(leave_apart, (uintptr_t)frame, now, false);
    else
        call_leave(thread, frame, now, timing, source);
}

CALL_INLINE void end(struct told told, enum call_timing timing, enum call_source source)
{
    struct thread *thread = thread_self;
    PUT(thread->probing, 1);
    uint64_t now = call_clock(source) | (timing == TRACED);
    struct __instr_frame *top = thread->top;
    if (UNLIKELY(top->descriptor != told.descriptor || top->cfa != told.cfa))
        vectors_keep(end_apart, (uintptr_t)told.descriptor, (uintptr_t)told.cfa, now);
    else
        call_leave(thread, top, now, timing, source);
}

static VECTORS_FUNCTION(count_apart, (count_call((struct __instr_region *)a, (struct __instr_object *)b), (uint64_t)0))

    /* What the stub calls for a call that is counted, see counts.h. */
    void probe_count(struct __instr_region *region, struct __instr_object *object);
void probe_count(struct __instr_region *region, struct __instr_object *object)
{
    vectors_keep(count_apart, (uintptr_t)region, (uintptr_t)object, 0);
}

static void return_to_frame(struct __instr_frame *mine)
{
    struct thread *thread = thread_self;
    thread_busy_above(__builtin_frame_address(0));
    if (mine && thread->top != mine)
        leave_slowly(mine, clock_now(), true);
}

/* Defines the probes of a timing. Stubs call those of calls without a name, see probe.S. */
#define PROBES(name, timing, source)                                                                                   \
    static struct __instr_frame *enter_##name(struct __instr_region *descriptor)                                       \
    {                                                                                                                  \
        return enter(descriptor, (struct told){NULL, NULL}, timing, source);                                           \
    }                                                                                                                  \
    static void leave_##name(struct __instr_frame *frame)                                                              \
    {                                                                                                                  \
        leave(frame, timing, source);                                                                                  \
    }                                                                                                                  \
    void probe_begin_##name(struct __instr_region *descriptor, void *cfa);                                             \
    ALIGNED void probe_begin_##name(struct __instr_region *descriptor, void *cfa)                                      \
    {                                                                                                                  \
        enter(descriptor, (struct told){descriptor, cfa}, timing, source);                                             \
    }                                                                                                                  \
    void probe_end_##name(struct __instr_region *descriptor, void *cfa);                                               \
    ALIGNED void probe_end_##name(struct __instr_region *descriptor, void *cfa)                                        \
    {                                                                                                                  \
        end((struct told){descriptor, cfa}, timing, source);                                                           \
    }                                                                                                                  \
    STUBS(name)                                                                                                        \
    static const struct probes probes_##name = {enter_##name,     leave_##name,    probe_begin_##name,                 \
                                                probe_end_##name, return_to_frame, PICKED(name)};

#if MACHINE_X86_64
void probe_stub_count(void);
#define STUBS(name) void probe_stub_begin_##name(void), probe_stub_end_##name(void);
#define PICKED(name) probe_stub_begin_##name, probe_stub_end_##name, probe_stub_count
_Static_assert(offsetof(struct thread, counting) == __INSTR_COUNTS, "libraries know threads");
_Static_assert(offsetof(struct thread, top) == THREAD_TOP && offsetof(struct thread, counting) == THREAD_COUNTING,
               "and so do stubs");
_Static_assert(offsetof(struct __instr_region, __state) == REGION_STATE &&
                   offsetof(struct __instr_region, __flags) == REGION_FLAGS &&
                   offsetof(struct __instr_region, __calls) == REGION_CALLS &&
                   offsetof(struct __instr_object, __slot) == 0 && __INSTR_DEMOTED == FLAG_DEMOTED,
               "and descriptors");
_Static_assert(offsetof(struct __instr_frame, descriptor) == FRAME_DESCRIPTOR &&
                   offsetof(struct __instr_frame, cfa) == FRAME_CFA,
               "and frames");
#else
#define STUBS(name)
#define PICKED(name) NULL, NULL, NULL
#endif

PROBES(timed_tsc, TIMED, TSC)
PROBES(timed_other, TIMED, OTHER)
PROBES(timed_metered, TIMED, METERED)
PROBES(traced_tsc, TRACED, TSC)
PROBES(traced_other, TRACED, OTHER)
PROBES(traced_metered, TRACED, METERED)

struct probes probe_pick(bool tsc)
{
#if CLOCK_HAS_TSC
    call_metered_tsc = tsc;
#endif
    if (metrics_are_read())
        return settings.trace ? probes_traced_metered : probes_timed_metered;
    if (!tsc || !CLOCK_HAS_TSC)
        return settings.trace ? probes_traced_other : probes_timed_other;
    return settings.trace ? probes_traced_tsc : probes_timed_tsc;
}
