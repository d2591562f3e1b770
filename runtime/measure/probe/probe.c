/*
 * probe.c - see probe.h.
 *
 * Every timing and every clock gets its own enter and leave, so that the time stamp counter is read in
 * line. What they share is inlined into them; the functions that are not inline are the slow ways,
 * taken when a path is new, a stack segment is full, the thread is unknown, or frames were left by a
 * jump.
 *
 * With a trace (events.h) calls are timed as with exact timing, and each end of one is an event more. These are probes of
 * their own, so that nothing of it is in the others.
 *
 * With adaptive timing a frame's start is START_COUNTED where the call is only counted: so are those of frames that are free,
 * and nothing has to be stored. Most such calls have no frame at all (light.h).
 *
 * While a probe runs, thread->probing says so to who looks from outside (see observer.h); for stubs in the program see light.h.
 */
#include "runtime/measure/probe/probe.h"

#include "base/machine.h"
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
#include "runtime/measure/probe/count_call.h"
#include "runtime/measure/probe/offsets.h"
#include "runtime/measure/stack/light.h"
#include "runtime/measure/store/budget.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/light_table.h"
#include "runtime/measure/tree/adaptive.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>

/* To cache lines: elsewhere they can cost half a nanosecond more. */
#define ALIGNED __attribute__((__aligned__(64)))

struct probes probe_of_labels;

/* The node of a call whose path is new, or not where it is looked for first. Null: can't have one. */
static __attribute__((__noinline__)) struct node *find_node(struct thread *thread, struct node *parent,
                                                            struct region *region)
{
    if (thread_is_held()) {
        tally_add(TALLY_NESTED, 1);
        return NULL;
    }
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    bool tiny = adaptive_knows_tiny(region);
    struct node *passing = tiny ? tree_passing(&thread->tree, parent, region) : NULL, *node = passing;
    if (!passing) {
        prune_if_due(thread, region);
        node = tree_child(&thread->tree, parent, region);
    }
    if (node && !node->calls)
        node->counted = tiny;
    if (!node)
        tally_add(TALLY_NO_MEMORY, 1);
    else if (node != passing && light_wanted && light_enough(parent, node) && light_may_put(thread))
        light_table_put(thread, parent, node, false);
    errno = saved;
    return node;
}

/* Opens a frame for a call that is not in its parent's table, where the stack has room. */
static struct __instr_frame *fill_slowly(struct thread *thread, struct region *region)
{
    struct node *parent = stack_node(thread), *node;
    if (UNLIKELY(parent == thread->tree.root)) {
        if (thread->teams.member && !thread_is_held() && !(parent = team_base(&thread)))
            return NULL;
    }
    node = find_node(thread, parent, region);
    return node ? call_open(thread, node) : NULL;
}

static VECTORS_FUNCTION(drop_passed_apart, (stack_drop_passed((struct thread *)a), 0))

    static __attribute__((__noinline__)) void prune_asked(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    prune(thread);
}

/* A counted call is to be found by stubs from now on; of what folds only they know whether it is found. */
CALL_INLINE bool light_misses(struct thread *thread, const struct node *caller, const struct node *node, bool framed)
{
    bool misses = light_enough(caller, node) ? !light_find(thread, tree_key(tree_path(caller), node->region))
                                             : thread->light && !framed && light_counts(caller, node);
    return misses && light_may_put(thread);
}

/* For a thread that is known, measures, and has room for a frame; null: it is not. */
static struct thread *ready_thread(void)
{
    int saved = errno;
    struct thread *thread = thread_self;
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    if (thread)
        budget_apply();
    bool on = !thread || thread_is_on(thread);
    bool room = thread && on;
    if (room && UNLIKELY(GET(thread->tree.asked)))
        prune_asked(thread);
    if (room)
        stack_drop_passed(thread);
    if (room && thread->top + 2 >= thread->segment->end)
        room = stack_climb(thread);
    errno = saved;
    if (!room && on)
        tally_add(TALLY_NO_MEMORY, 1);
    return room ? thread : NULL;
}

static __attribute__((__noinline__)) struct __instr_frame *enter_slowly(struct region *region)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame = NULL;
    if (thread->top + 2 < GET(thread->limit)) {
        frame = fill_slowly(thread, region);
    } else if (thread_is_held()) {
        tally_add(TALLY_NESTED, 1);
    } else if (thread == &thread_nobody && (frame = fork_enter(region))) {
    } else if ((thread = ready_thread())) {
        frame = fill_slowly(thread, region);
    }
    if (!frame)
        PUT(thread_self->probing, 0);
    return frame;
}

static VECTORS_FUNCTION(enter_apart, (uintptr_t)enter_slowly((struct region *)a))

    /* What the stub's enter gave for a call without a frame. */
    CALL_INLINE bool is_path(const struct __instr_frame *frame)
{
    return (uintptr_t)frame & 1;
}

static void make_light(struct thread *thread, const struct node *caller, struct node *node)
{
    if (!thread_is_held())
        light_table_put(thread, caller, node, !tree_leads_to(node, caller));
}

static VECTORS_FUNCTION(make_light_apart, (make_light((struct thread *)a, (struct node *)b, (struct node *)c), 0))

    static VECTORS_FUNCTION(end_light_apart, (light_end((struct thread *)a), 0))

        static
    __attribute__((__noinline__, __cold__)) void leave_slowly(struct __instr_frame *frame, uint64_t now, bool stay)
{
    FLOATS_OF_OUR_OWN;
    if (!(frame = fork_leave(frame, stay)))
        return;
    bool settles = thread_self == &thread_nobody;
    struct thread *thread = thread_settled();
    if (settles) /* the child's calls began after the probe had read the clock */
        now = clock_now() | (now & 1);
    uintptr_t path = is_path(frame) ? (uintptr_t)frame : 0;
    if (path)
        frame = thread == &thread_nobody ? NULL : light_base(thread, path);
    if (!frame || thread == &thread_nobody ||
        (!stack_find(stack_of(thread), frame).segment && (thread_is_busy() || !coroutine_step(thread, frame)))) {
        if (!stay)
            tally_add(TALLY_UNMATCHED, 1);
        PUT(thread->probing, 0);
        return;
    }
    if (!stay)
        stack_drop_passed(thread);
    stack_forget_path(thread);
    uintptr_t busy = thread_busy_begin(false);
    struct __instr_frame *last = stay ? frame : labels_outliving(thread, frame);
    tally_add(TALLY_JUMPED, call_close_newer(thread, last, now));
    uint64_t end = last == frame ? now : labels_lift(thread, frame, now);
    thread_busy_set(busy);
    if (path)
        light_step(thread, frame, path);
    else if (!stay)
        call_close(thread, frame, end);
    if (last != frame)
        labels_reopen(thread, now);
}

static VECTORS_FUNCTION(leave_apart, (leave_slowly((struct __instr_frame *)a, b, c), 0))

    /* Calls without frames are entered by stubs alone: whoever asks for a frame by name may look into it (`framed`). */
    CALL_INLINE
    struct __instr_frame *enter(struct region *region, enum call_timing timing, enum call_source source, bool framed)
{
    struct thread *thread = thread_self;
    PUT(thread->probing, 1);
    if (timing == ADAPTIVE && framed && UNLIKELY(stack_path(thread)))
        vectors_keep(end_light_apart, (uintptr_t)thread, 0, 0);
    struct node *caller = timing == ADAPTIVE ? stack_node(thread) : thread->top->node;
    uint64_t key = tree_key(tree_path(caller), region);
    struct node *node = index_find(thread->tree.index, key);
    if (UNLIKELY(!node || thread->top + 2 >= GET(thread->limit)))
        return (struct __instr_frame *)vectors_keep(enter_apart, (uintptr_t)region, 0, 0);
    if (timing == ADAPTIVE && node->counted && light_wanted && light_misses(thread, caller, node, framed))
        vectors_keep(make_light_apart, (uintptr_t)thread, (uintptr_t)caller, (uintptr_t)node);
    if (timing == ADAPTIVE && UNLIKELY(!GET(thread->mask)))
        light_go_on(thread);
    if (timing == ADAPTIVE && !framed && !stack_path(thread))
        light_begin(thread);
    if (timing == ADAPTIVE && !node->counted && UNLIKELY(stack_live_top(thread) != thread->top))
        vectors_keep(drop_passed_apart, (uintptr_t)thread, 0, 0);
    return call_enter(thread, node, timing, source);
}

CALL_INLINE struct __instr_frame *enter_by_descriptor(const struct __instr_region *descriptor, enum call_timing timing,
                                                      enum call_source source)
{
    struct region *region = GET(descriptor->__state);
    return region ? enter(region, timing, source, true) : NULL;
}

CALL_INLINE void leave(struct __instr_frame *frame, enum call_timing timing, enum call_source source)
{
    if (UNLIKELY(!frame))
        return;
    struct thread *thread = thread_self;
    if (timing == ADAPTIVE && is_path(frame)) {
        if (stack_path(thread))
            PUT(thread->path, (uintptr_t)frame);
        else
            vectors_keep(leave_apart, (uintptr_t)frame, call_clock(source), false);
        return;
    }
    if (timing == ADAPTIVE && !UNLIKELY(frame->start != START_COUNTED || thread->top != frame)) {
        stack_leave_counted(thread, frame);
        return;
    }
    PUT(thread->probing, 1);
    uint64_t now = call_clock(source) | (timing == TRACED);
    if (UNLIKELY(thread->top != frame))
        vectors_keep(leave_apart, (uintptr_t)frame, now, false);
    else
        call_leave(thread, frame, now, timing, source);
}

static VECTORS_FUNCTION(count_apart,
                        (count_call((const struct __instr_region *)a, (struct __instr_self *)b), (uint64_t)0))

    /* What the stub calls for a call that is counted by function, see counts.h. */
    void probe_count(const struct __instr_region *region, struct __instr_self *self);
void probe_count(const struct __instr_region *region, struct __instr_self *self)
{
    vectors_keep(count_apart, (uintptr_t)region, (uintptr_t)self, 0);
}

/* A timing's probes in C, by descriptor and by region; the latter are what its stubs call, see probe.S. */
#define PROBES(name, timing, source)                                                                                   \
    struct __instr_frame *probe_enter_##name(struct region *region);                                                   \
    ALIGNED struct __instr_frame *probe_enter_##name(struct region *region)                                            \
    {                                                                                                                  \
        return enter(region, timing, source, false);                                                                   \
    }                                                                                                                  \
    static struct __instr_frame *enter_##name(struct __instr_region *descriptor)                                       \
    {                                                                                                                  \
        return enter_by_descriptor(descriptor, timing, source);                                                        \
    }                                                                                                                  \
    void probe_leave_##name(struct __instr_frame *frame);                                                              \
    ALIGNED void probe_leave_##name(struct __instr_frame *frame)                                                       \
    {                                                                                                                  \
        leave(frame, timing, source);                                                                                  \
    }                                                                                                                  \
    STUBS(name)

#if MACHINE_X86_64
void probe_stub_count(void);
#define STUBS(name) void probe_stub_enter_##name(void), probe_stub_leave_##name(void);
#define PICKED(name)                                                                                                   \
    (struct probes)                                                                                                    \
    {                                                                                                                  \
        enter_##name, probe_leave_##name, resync, probe_stub_enter_##name, probe_stub_leave_##name, probe_stub_count   \
    }
_Static_assert(offsetof(struct thread, probing) == __INSTR_PROBING && offsetof(struct thread, light) == __INSTR_LIGHT &&
                   offsetof(struct thread, path) == __INSTR_PATH && offsetof(struct thread, slots) == __INSTR_SLOTS &&
                   offsetof(struct thread, mask) == __INSTR_MASK && offsetof(struct thread, counting) == __INSTR_COUNTS,
               "probes by assembly know threads");
_Static_assert(offsetof(struct thread, top) == THREAD_TOP && offsetof(struct thread, probing) == THREAD_PROBING &&
                   offsetof(struct thread, light) == THREAD_LIGHT && offsetof(struct thread, path) == THREAD_PATH &&
                   offsetof(struct thread, slots) == THREAD_SLOTS && offsetof(struct thread, mask) == THREAD_MASK &&
                   offsetof(struct thread, limit) == THREAD_LIMIT && offsetof(struct thread, labels) == THREAD_LABELS &&
                   offsetof(struct thread, counting) == THREAD_COUNTING,
               "and so do stubs");
_Static_assert(offsetof(struct __instr_region, __state) == REGION_STATE &&
                   offsetof(struct __instr_region, __flags) == REGION_FLAGS && __INSTR_NUMBER_SHIFT == 8 &&
                   offsetof(struct __instr_unit, __slot) == 0 && offsetof(struct __instr_self, __ahead) == 0 &&
                   COUNTS_FIRST == __INSTR_NUMBER_FIRST,
               "and what is counted by function");
_Static_assert(sizeof(struct __instr_frame) == FRAME_SIZE && offsetof(struct __instr_frame, node) == FRAME_NODE &&
                   offsetof(struct __instr_frame, start) == FRAME_START && START_BASE == FRAME_BASE_START,
               "and frames");
_Static_assert(__INSTR_SLOT == SLOT_SIZE && __INSTR_SLOT_PATH == SLOT_PATH && __INSTR_SLOT_CALLS == SLOT_CALLS &&
                   __INSTR_LIGHT_FACTOR == SLOT_FACTOR && LIGHT_FRAMED == SLOT_FRAMED && TREE_NO_PATH == NO_PATH,
               "they are the same for both");
_Static_assert(sizeof(struct light_slot) == __INSTR_SLOT && offsetof(struct light_slot, key) == 0 &&
                   offsetof(struct light_slot, path) == __INSTR_SLOT_PATH &&
                   offsetof(struct light_slot, calls) == __INSTR_SLOT_CALLS,
               "and their tables");
#else
#define STUBS(name)
#define PICKED(name)                                                                                                   \
    (struct probes)                                                                                                    \
    {                                                                                                                  \
        enter_##name, probe_leave_##name, resync, NULL, NULL, NULL                                                     \
    }
#endif

PROBES(exact_tsc, EXACT, TSC)
PROBES(exact_other, EXACT, OTHER)
PROBES(exact_metered, EXACT, METERED)
PROBES(adaptive_tsc, ADAPTIVE, TSC)
PROBES(adaptive_other, ADAPTIVE, OTHER)
PROBES(adaptive_metered, ADAPTIVE, METERED)
PROBES(traced_tsc, TRACED, TSC)
PROBES(traced_other, TRACED, OTHER)
PROBES(traced_metered, TRACED, METERED)

static void resync(struct __instr_frame *mine)
{
    struct thread *thread = thread_self;
    thread_busy_above(__builtin_frame_address(0));
    if (!mine || is_path(mine))
        return;
    if (thread->top != mine)
        leave_slowly(mine, clock_now(), true);
    else if (stack_path(thread))
        PUT(thread->path, tree_path(mine->node));
}

struct probes probe_pick(bool adaptive, bool tsc)
{
    light_wanted = adaptive && !settings.trace && MACHINE_X86_64; /* where there are stubs */
#if CLOCK_HAS_TSC
    call_metered_tsc = tsc;
#endif
    if (metrics_are_read())
        return settings.trace ? PICKED(traced_metered) : adaptive ? PICKED(adaptive_metered) : PICKED(exact_metered);
    if (settings.trace)
        return tsc && CLOCK_HAS_TSC ? PICKED(traced_tsc) : PICKED(traced_other);
    if (!tsc || !CLOCK_HAS_TSC)
        return adaptive ? PICKED(adaptive_other) : PICKED(exact_other);
    return adaptive ? PICKED(adaptive_tsc) : PICKED(exact_tsc);
}
