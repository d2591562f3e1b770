/*
 * events.c - see events.h.
 *
 * A call that goes on elsewhere, as a label that a function leaves behind or a coroutine that waits, is closed where it was and opened again
 * where it continues. So a thread's events always nest, and the pieces of a call add up to its time.
 */
#include "runtime/measure/beside/events.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/stack/labels_open.h"

#include <stdatomic.h>

static const struct subscriber *subscriber;

void events_subscribe(const struct subscriber *to)
{
    subscriber = to;
    thread_self->events = EVENTS_NONE;
}

void events_end(struct thread *thread)
{
    subscriber->end(thread);
}

_Atomic uint64_t events_left[TRACE_LEFT_COUNT];

void events_left_out(struct thread *thread, enum trace_left why, uint64_t calls)
{
    if (thread && thread->events.buffer)
        thread->events.buffer->left[why] += calls;
    else
        atomic_fetch_add_explicit(&events_left[why], calls, memory_order_relaxed);
}

static uint64_t time_of(uint64_t state, uint64_t now)
{
    return now - (uint64_t)((int64_t)((now << EVENTS_BITS) - (state & ~(uint64_t)EVENTS_SLOWLY)) >> EVENTS_BITS);
}

uint32_t events_count(const struct events *events, uint64_t now, uint64_t *last)
{
    uint64_t state = GET(events->state);
    bool fast = (state & EVENTS_SLOWLY) != EVENTS_SLOWLY;
    *last = fast ? time_of(state, now) : GET(events->last);
    return fast ? (uint32_t)(state & EVENTS_SLOWLY) : GET(events->count);
}

/* Returns how many ticks passed before an event. */
static uint64_t ticks_of(const uint32_t *word)
{
    if (*word & 1)
        return *word >> 1;
    if (*word & 2)
        return *word >> 16;
    switch (*word >> 2 & 15) {
    case TRACE_WAIT:
        return (uint64_t)(*word >> 6) << 32 | word[1];
    case TRACE_ENTER:
    case TRACE_AGAIN:
        return word[1];
    default:
        return 0;
    }
}

uint32_t events_whole(const struct events *events, uint64_t now, uint64_t *last)
{
    uint64_t latest;
    uint32_t count = events_count(events, now, &latest), at = events->written, size = 0;
    *last = events->buffer->base;
    for (; at < count; at += size) {
        uint32_t word = GET(events->words[at]);
        size = word & 3 ? 1 : 2;
        if (!word || at + size > count)
            break;
        *last += ticks_of(&events->words[at]);
    }
    return at;
}

bool events_hold(struct events *events, uint64_t now)
{
    if (events->held)
        return false;
    PUT(events->held, 1);
    BARRIER();
    uint64_t last;
    uint32_t count = events_count(events, now, &last);
    PUT(events->last, last);
    PUT(events->count, count);
    BARRIER();
    PUT(events->state, (uint64_t)EVENTS_SLOWLY);
    BARRIER();
    return true;
}

void events_release(struct events *events)
{
    BARRIER();
    if (events->on)
        PUT(events->state, events->last << EVENTS_BITS | events->count);
    BARRIER();
    PUT(events->held, 0);
}

static void put_word(struct events *events, uint32_t word)
{
    events->words[events->count] = word;
    PUT(events->count, events->count + 1);
}

void events_put(struct events *events, enum trace_word word, uint64_t number)
{
    put_word(events, (uint32_t)word << 2 | (uint32_t)(number >> 32) << 6);
    put_word(events, (uint32_t)number);
}

/* Returns the ticks since the event before, below `most`; larger differences get a word of their own. */
static uint32_t pass(struct events *events, uint64_t now, uint64_t most)
{
    uint64_t ticks = (int64_t)(now - events->last) > 0 ? now - events->last : 0;
    PUT(events->last, events->last + ticks);
    if (ticks < most)
        return (uint32_t)ticks;
    events_put(events, TRACE_WAIT, ticks);
    return 0;
}

/* Makes room while the events are held. Returns 0 if something can be written, else as the subscriber's make_room. */
static unsigned make_room(struct thread *thread, uint64_t now)
{
    const struct events *events = &thread->events;
    return events->on && events->count < EVENTS_MOST ? 0 : subscriber->make_room(thread, now);
}

static uint32_t code_of(struct region *region)
{
    uint32_t code = GET(region->trace);
    if (!code) {
        code = subscriber->name(region);
        PUT(region->trace, code);
    }
    return code;
}

static void put_enter(struct events *events, uint32_t number, uint64_t now)
{
    if (number < TRACE_SHORT_REGIONS) {
        put_word(events, pass(events, now, TRACE_SHORT_TICKS) << 16 | number << 2 | 2);
    } else {
        uint32_t ticks = pass(events, now, UINT32_MAX);
        events_put(events, TRACE_ENTER, (uint64_t)number << 32 | ticks);
    }
}

/* Reports a call to plug-ins. The call begins after they are done. */
static uint64_t tell_enter(struct thread *thread, struct node *node, uint64_t now)
{
    code_of(node->region);
    bool told = subscriber->tell(thread, node, EVENT_ENTER);
    uint64_t start = told ? clock_now() | 1 : now & ~(uint64_t)1;
    if (thread->events.below && !thread->events.below_start) /* it is this call, and known by its start */
        thread->events.below_start = start;
    events_release(&thread->events);
    return start;
}

uint64_t events_enter(struct thread *thread, struct node *node, uint64_t now)
{
    struct events *events = &thread->events;
    if (!events_hold(events, now)) {
        events_left_out(thread, TRACE_LEFT_BUSY, 1);
        return now & ~(uint64_t)1;
    }
    if (settings.told)
        return tell_enter(thread, node, now);
    uint32_t code = code_of(node->region);
    unsigned why = code == EVENTS_NOT ? 1 + TRACE_LEFT_FILTER : make_room(thread, now);
    if (!why && (code & 3) == EVENTS_ASK)
        why = subscriber->ask(thread, node, now);
    if (!why)
        put_enter(events, code >> 2, now);
    else
        events_left_out(thread, (enum trace_left)(why - 1), 1);
    events_release(events);
    return why ? now & ~(uint64_t)1 : now;
}

/* Removes the beginning of a call that was too short, if nothing was written after it. */
static bool take_back(struct thread *thread, const struct node *node, uint64_t start, uint64_t now)
{
    struct events *events = &thread->events;
    uint32_t number = node->region->trace >> 2, words = number < TRACE_SHORT_REGIONS ? 1 : 2;
    if (now - start >= events->shortest || events->last != start || events->count < events->written + words)
        return false;
    const uint32_t *at = &events->words[events->count - words];
    PUT(events->last, events->last - (words == 1 ? at[0] >> 16 : at[1]));
    PUT(events->count, events->count - words);
    events_left_out(thread, TRACE_LEFT_SHORT, 1);
    return true;
}

void events_leave(struct thread *thread, const struct node *node, uint64_t start, uint64_t now)
{
    struct events *events = &thread->events;
    if (!(start & 1))
        return;
    /* Who holds them, as this call began before that, was left by a jump out of a handler. */
    if (!events_hold(events, now))
        PUT(events->state, (uint64_t)EVENTS_SLOWLY);
    if (settings.told)
        subscriber->tell(thread, node, EVENT_LEAVE);
    else if (!take_back(thread, node, start, now) && !make_room(thread, now))
        put_word(events, pass(events, now, (uint64_t)1 << 31) << 1 | 1);
    events_release(events);
}

static bool is_in_trace(const struct __instr_frame *frame)
{
    return frame->start & 1 && frame_is_timed(frame);
}

static void put_again(struct events *events, const struct __instr_frame *frame, uint64_t now)
{
    uint32_t ticks = pass(events, now, UINT32_MAX);
    events_put(events, TRACE_AGAIN, (uint64_t)(code_of(frame->node->region) >> 2) << 32 | ticks);
}

void events_again(struct thread *thread, const struct __instr_frame *frame, uint64_t now)
{
    if (!is_in_trace(frame) || !events_hold(&thread->events, now))
        return;
    if (settings.told)
        subscriber->tell(thread, frame->node, EVENT_AGAIN);
    else if (!make_room(thread, now))
        put_again(&thread->events, frame, now);
    events_release(&thread->events);
}

void events_close_down(struct thread *thread, struct stack stack, struct stack from, uint64_t now)
{
    for (; stack.top != from.top; stack = stack_below(stack))
        if (is_in_trace(stack.top))
            events_leave(thread, stack.top->node, stack.top->start, now);
}

void events_open_up(struct thread *thread, struct stack stack, struct stack from, uint64_t now)
{
    while (stack_rise(&from, stack))
        events_again(thread, from.top, now);
}

/* Marks a frame as not in the trace. */
static void leave_out(struct __instr_frame *frame)
{
    PUT(frame->start, frame->start & ~(uint64_t)1);
}

void events_drop(struct stack stack)
{
    for (; !stack_is_empty(stack); stack = stack_below(stack))
        if (is_in_trace(stack.top))
            leave_out(stack.top);
}

void events_aside(struct thread *thread, uint64_t ticks)
{
    struct events *events = &thread->events;
    if (!events->on || !events_hold(events, clock_now()))
        return;
    if (!make_room(thread, events->last))
        events_put(events, TRACE_ASIDE, ticks);
    events_release(events);
}

/* Marks a frame so that its call is in the trace from now on. */
static void take_frame(struct __instr_frame *frame)
{
    if (frame_is_timed(frame) && code_of(frame->node->region) != EVENTS_NOT)
        PUT(frame->start, frame->start | 1);
}

uint32_t events_begin(struct thread *thread, bool take, uint64_t now)
{
    struct events *events = &thread->events;
    struct stack stack = stack_of(thread), at = stack_bottom(stack);
    uint32_t most = events->count + (EVENTS_MOST - events->count) / 2, count = 0;
    while (stack_rise(&at, stack)) {
        if (take)
            take_frame(at.top);
        if (!is_in_trace(at.top))
            continue;
        if (events->count < most) {
            put_again(events, at.top, now);
            count++;
        } else {
            leave_out(at.top);
        }
    }
    labels_follow(thread->labels);
    return count;
}
