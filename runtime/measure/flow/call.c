/* call.c - see call.h. */
#include "runtime/measure/flow/call.h"
#include "common/check.h"

#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/call_inline.h"

/* Limit in tiny calls: the rest of a function's call is reported if it is longer than this, or has calls below it. */
enum { LONG_REST = 10 };

#if CLOCK_HAS_TSC
bool call_metered_tsc;
#endif

static void event_ends(struct thread *thread, const struct __instr_frame *frame, uint64_t now)
{
    events_leave(thread, frame->node, frame->start, now);
}

VECTORS_FUNCTION(call_clock_apart, clock_now())
VECTORS_FUNCTION(call_meter_before, (meter_note((struct thread *)a), 0))
VECTORS_FUNCTION(call_meter_after, (meter_leave((struct thread *)a, (struct node *)b, c), 0))
VECTORS_FUNCTION(call_event_begins, events_enter((struct thread *)a, (struct node *)b, c))
VECTORS_FUNCTION(call_event_ends, (event_ends((struct thread *)a, (const struct __instr_frame *)b, c), 0))

struct __instr_frame *call_open(struct thread *thread, struct node *node, const struct __instr_region *descriptor,
                                const void *cfa)
{
    /* Not by its limit, which may be null just now for the next call to come the slow way. */
    if (__atomic_load_n(&thread_off, __ATOMIC_RELAXED) || thread->top + 2 >= thread->segment->end)
        return NULL;
    if (meter_is_read(node))
        meter_note(thread);
    return call_enter(thread, node, descriptor, cfa, settings.trace ? TRACED : TIMED, KEPT);
}

void call_book(struct node *node, struct node *caller, uint64_t ticks)
{
    CHECK(node && node != caller);
    struct __instr_frame frames[] = {{.node = caller}, {.node = node}};
    call_book_frame(&frames[1], node, ticks);
}

void call_book_rest(struct node *node, uint64_t ticks)
{
    PUT(node->sum, node->sum + ticks);
}

static void book_rest(const struct __instr_frame *frame, uint64_t now)
{
    uint64_t ticks = now - start_moment(frame->start);
    const struct region *region = frame->node->region;
    bool all = frame->node->children || region->kind == REGION_LABEL || region->flags & __INSTR_PIECES;
    if ((int64_t)ticks > 0 && (all || ticks > LONG_REST * adaptive_tiny))
        call_book_rest(frame->node, ticks);
}

void call_split(struct __instr_frame *frame, uint64_t now)
{
    CHECK(frame->node);
    uint64_t start = frame->start;
    if (start == START_FREE || !frame_is_call(frame))
        return;
    if (frame_kind(frame) == FRAME_REST)
        book_rest(frame, now);
    else
        call_book_frame(frame, frame->node, now > start ? now - start : 0);
    frame_make_rest(frame, now);
}

/* Handles rare cases: the call began elsewhere, the clock ran backwards, or adaptive timing has to review the node. */
static __attribute__((__noinline__)) void close_special(struct thread *thread, struct __instr_frame *frame,
                                                        uint64_t now)
{
    FLOATS_OF_OUR_OWN;
    struct node *node = frame->node;
    enum frame_kind kind = frame_kind(frame);
    if (settings.trace && frame->start & 1 && kind != FRAME_GAP)
        events_leave(thread, node, frame->start, now);
    if (kind == FRAME_REST || kind == FRAME_GAP) {
        if (kind == FRAME_REST) {
            book_rest(frame, now);
            meter_note(thread);
        }
        PUT(thread->last, now);
        stack_leave(thread);
        return;
    }
    uint64_t ticks = now - frame->start;
    if ((int64_t)ticks < 0) {
        tally_add(TALLY_CLOCK_BACK, 1);
        ticks = 0;
    }
    call_book_frame(frame, node, ticks);
    if (thread->meter)
        meter_leave(thread, node, ticks);
    PUT(thread->last, now);
    stack_drop(thread);
    if (node->review <= 1 || !--node->review)
        adaptive_review(node);
    PUT(thread->probing, 0);
}

VECTORS_FUNCTION(call_leave_apart, (close_special((struct thread *)a, (struct __instr_frame *)b, c), 0))

void call_close(struct thread *thread, struct __instr_frame *frame, uint64_t now)
{
    if (frame->start == START_FILLING) /* a jump out of a signal handler that came while it was opened */
        PUT(frame->start, now & ~(uint64_t)1);
    close_special(thread, frame, now);
}

uint64_t call_close_newer(struct thread *thread, struct __instr_frame *frame, uint64_t now)
{
    CHECK(frame);
    uint64_t jumped = 0;
    while (thread->top != frame) {
        if (thread->top == thread->segment->frames) {
            stack_descend(thread);
        } else {
            jumped += frame_is_call(thread->top);
            call_close(thread, thread->top, now);
        }
    }
    return jumped;
}

void call_close_all(struct thread *thread, uint64_t now)
{
    call_close_newer(thread, stack_bottom(stack_of(thread)).top, now);
}
