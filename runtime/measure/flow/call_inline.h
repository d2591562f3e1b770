/*
 * call_inline.h - what call.h does, as far as it is inlined into probes: for each timing and each source of time.
 *
 * Fields that another thread may read while a profile is made are stored with relaxed atomics, which cost nothing and keep the
 * reader from seeing half a number.
 */
#ifndef INSTR_CALL_INLINE_H
#define INSTR_CALL_INLINE_H

#include "runtime/machine/clock.h"
#include "runtime/machine/vectors.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/tree/adaptive.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define CALL_INLINE static inline __attribute__((__always_inline__))

/* METERED: any clock, with metrics read beside it (meter.h). KEPT: any clock, with vector registers already saved. */
enum call_source { TSC, OTHER, METERED, KEPT };
enum call_timing { TIMED, TRACED };

/* Slow ways, by vectors_keep. */
vectors_function call_clock_apart, call_meter_before, call_meter_after, call_event_begins, call_event_ends,
    call_leave_apart;

#if CLOCK_HAS_TSC
extern bool call_metered_tsc; /* METERED: the clock is the time stamp counter */
#endif

enum { CALL_LENGTHY = 1000 }; /* times what is tiny: a region may have lengthy calls */

CALL_INLINE uint64_t call_apart(enum call_source source, vectors_function *function, uint64_t a, uint64_t b, uint64_t c)
{
    return source == KEPT ? function(a, b, c) : vectors_keep(function, a, b, c);
}

CALL_INLINE uint64_t call_clock(enum call_source source)
{
#if CLOCK_HAS_TSC
    if (source == TSC || (source == METERED && call_metered_tsc))
        return clock_tsc();
#endif
    return source == KEPT ? clock_now() : vectors_keep(call_clock_apart, 0, 0, 0);
}

/* Writes the next word of a thread's events, then publishes it; see events.h for the order. */
CALL_INLINE void call_event_put(struct events *events, uint64_t moment, uint32_t count, uint32_t word)
{
    PUT(events->state, moment + count + 1);
    BARRIER();
    PUT(events->words[count], word);
}

/* Reports a call that begins at this odd moment. Returns its start: an even moment if the call is not in the trace. */
CALL_INLINE uint64_t call_event_enter(struct thread *thread, struct node *node, uint64_t now, enum call_source source)
{
    struct events *events = &thread->events;
    uint32_t code = GET(node->region->trace);
    uint64_t state = GET(events->state), moment = now << EVENTS_BITS;
    uint32_t count = state & EVENTS_SLOWLY;
    uint64_t passed = moment - (state - count);
    if (UNLIKELY((code & 3) != EVENTS_SHORT || passed >> EVENTS_BITS >= TRACE_SHORT_TICKS || count >= EVENTS_MOST)) {
        if (code != EVENTS_NOT)
            return call_apart(source, call_event_begins, (uintptr_t)thread, (uintptr_t)node, now);
        events->filtered++;
        return now & ~(uint64_t)1;
    }
    call_event_put(events, moment, count, (uint32_t)(passed >> EVENTS_BITS << 16) | code);
    return now;
}

CALL_INLINE void call_event_leave(struct thread *thread, const struct __instr_frame *frame, uint64_t now)
{
    struct events *events = &thread->events;
    uint64_t state = GET(events->state), moment = now << EVENTS_BITS;
    uint32_t count = state & EVENTS_SLOWLY;
    uint64_t passed = moment - (state - count);
    if (!(frame->start & 1))
        return;
    if (UNLIKELY(passed >> (EVENTS_BITS + 31) || now - frame->start < events->shortest || count >= EVENTS_MOST))
        vectors_keep(call_event_ends, (uintptr_t)thread, (uintptr_t)frame, now);
    else
        call_event_put(events, moment, count, (uint32_t)(passed >> EVENTS_BITS << 1) | 1);
}

/* Returns whether the call's caller is not the parent of its node. */
CALL_INLINE bool call_is_folded(const struct __instr_frame *frame, const struct node *node)
{
    return frame[-1].node != node->parent;
}

/* Publishes and fills a frame for a known node; `told` identifies the call. */
CALL_INLINE struct __instr_frame *call_enter(struct thread *thread, struct node *node,
                                             const struct __instr_region *descriptor, const void *cfa,
                                             enum call_timing timing, enum call_source source)
{
    if (source == METERED && UNLIKELY(meter_is_read(node)))
        vectors_keep(call_meter_before, (uintptr_t)thread, 0, 0);
    struct __instr_frame *frame = stack_push(thread, node, descriptor, cfa);
    PUT(node->calls, node->calls + 1);
    PUT(frame->start, START_FILLING);
    uint64_t now = call_clock(source);
    PUT(frame->start, timing == TRACED ? call_event_enter(thread, node, now | 1, source) : now);
    PUT(thread->probing, 0);
    return frame;
}

/* Moves the time of a folded call from its caller's account to its node's. */
CALL_INLINE void call_book_folded(struct node *node, struct node *caller, uint64_t ticks)
{
    PUT(node->extra->folded, node->extra->folded + ticks);
    PUT(node->extra->moved_in, node->extra->moved_in + ticks);
    PUT(caller->extra->moved_out, caller->extra->moved_out + ticks);
}

/* Notes a long call, unless the tree was pruned meanwhile. The next call is reviewed, because waiting calls are few and the observer has to
 * begin for them, too. */
static __attribute__((__noinline__, __cold__)) void call_note_lengthy(const struct __instr_frame *frame, uint64_t ticks)
{
    uint8_t *times = &frame->node->region->lengthy;
    adaptive_note(frame->node->region, 1, ticks);
    if (adaptive_tiny) /* calibration is over */
        PUT(frame->node->review, 1);
    if (frame->start > thread_self->tree.pruned.ticks && GET(*times) < UINT8_MAX)
        PUT(*times, (uint8_t)(*times + 1));
}

/* Books a timed call. */
CALL_INLINE void call_book_frame(const struct __instr_frame *frame, struct node *node, uint64_t ticks)
{
    PUT(node->timed, node->timed + 1);
    PUT(node->sum, node->sum + ticks);
    struct u128 squares = wide_add_square(node->squares, ticks);
    PUT(node->squares.low, squares.low);
    PUT(node->squares.high, squares.high);
    if (ticks < node->min)
        PUT(node->min, ticks);
    if (ticks > node->max) {
        PUT(node->max, ticks);
        if (UNLIKELY(ticks > CALL_LENGTHY * adaptive_tiny))
            call_note_lengthy(frame, ticks);
    }
    if (UNLIKELY(node->folds) && call_is_folded(frame, node))
        call_book_folded(node, frame[-1].node, ticks);
}

/* Adds a timed frame's time and takes the frame off the stack. */
CALL_INLINE void call_leave(struct thread *thread, struct __instr_frame *frame, uint64_t now, enum call_timing timing,
                            enum call_source source)
{
    struct node *node = frame->node;
    uint64_t ticks = now - frame->start;
    if (UNLIKELY((int64_t)ticks < 0 || node->review <= 1)) {
        vectors_keep(call_leave_apart, (uintptr_t)thread, (uintptr_t)frame, now);
        return;
    }
    node->review--;
    if (timing == TRACED)
        call_event_leave(thread, frame, now);
    call_book_frame(frame, node, ticks);
    if (source == METERED && UNLIKELY(meter_is_read(node) || ticks >= meter_least))
        vectors_keep(call_meter_after, (uintptr_t)thread, (uintptr_t)node, ticks);
    PUT(thread->last, now);
    stack_leave(thread);
}

#endif
