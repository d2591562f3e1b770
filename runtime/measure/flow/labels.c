/* labels.c - see labels.h. */
#include "runtime/measure/flow/labels.h"
#include "common/check.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/tree/tree.h"

#include <string.h>

enum { FIRST_ROOM = 32, MOST_ROOM = 1 << 16 };

/* A slot, or slot 0 of a stack. */
static bool is_open_still(const struct thread *thread, const struct __instr_frame *slot)
{
    struct stack stack = stack_of(thread);
    return stack_find(stack, slot).segment || slot == stack_bottom(stack).top;
}

static bool is_gone(const struct thread *thread, const struct open_label *open)
{
    if (!open->frame)
        return false;
    if (open->state == LABEL_PAUSED)
        return !is_open_still(thread, open->onto) || open->onto->node != open->caller;
    return !is_open_still(thread, open->frame) || !labels_is_same(open);
}

void labels_book(struct node *node, struct node *caller, uint64_t ticks, uint32_t iteration)
{
    CHECK(node && caller && node != caller);
    tree_iteration(node, ticks<node->min, ticks> node->max, iteration);
    call_book(node, caller, ticks);
}

/* Adds a call that was paused when it ended. */
static void close_paused(const struct open_label *open)
{
    labels_book(open->node, open->caller, open->spent, open->iteration);
}

/* Ends a label that continued in another function of its caller: its two parts are added where they were. */
static uint64_t close_away(struct thread *thread, struct open_label *open)
{
    uint64_t now = clock_now(), ticks = now - open->start;
    CHECK(open->frame == thread->top && open->state == LABEL_AWAY);
    call_book_rest(open->frame->node, ticks);
    if (settings.trace)
        events_leave(thread, open->frame->node, open->frame->start, now);
    stack_leave(thread);
    close_paused(open);
    return open->spent + ticks;
}

uint64_t labels_close(struct thread *thread, struct open_label *open)
{
    if (open->state == LABEL_AWAY)
        return close_away(thread, open);
    struct node *node = open->frame->node;
    uint64_t min = node->min, max = node->max, sum = node->sum;
    call_close(thread, open->frame, clock_now() | (settings.trace ? 1 : 0));
    tree_iteration(node, node->min != min, node->max != max, open->iteration);
    return node->sum - sum;
}

void labels_tidy(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    if (!stack)
        return;
    stack_drop_gaps(thread);
    while (stack->count) {
        struct open_label *open = &stack->open[stack->count - 1];
        if (!is_gone(thread, open))
            return;
        if (open->state == LABEL_PAUSED || open->state == LABEL_AWAY)
            close_paused(open);
        stack->count--;
    }
}

/* Drops untimed labels that were never stopped, which leave no other trace. */
static void drop_untimed(struct label_stack *stack)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stack->count; i++)
        if (stack->open[i].frame)
            stack->open[kept++] = stack->open[i];
    stack->count = kept;
}

static size_t stack_size(uint32_t room)
{
    return sizeof(struct label_stack) + room * sizeof(struct open_label);
}

static struct label_stack *grow(struct thread *thread)
{
    struct label_stack *old = thread->labels;
    if (old && old->room >= MOST_ROOM)
        drop_untimed(old);
    if (old && old->count < old->room)
        return old;
    uint32_t room = old ? old->room * 2 : FIRST_ROOM;
    struct label_stack *stack = pages_map(stack_size(room));
    if (!stack)
        return NULL;
    CHECK(!old || old->count <= room);
    stack->room = room;
    if (old) {
        stack->count = old->count;
        memcpy(stack->open, old->open, old->count * sizeof old->open[0]);
        pages_unmap(old, stack_size(old->room));
    }
    thread->labels = stack;
    return stack;
}

struct open_label *labels_push(struct thread *thread, struct __instr_region *label, struct __instr_frame *frame)
{
    struct label_stack *stack = thread->labels;
    if (!stack || stack->count == stack->room)
        stack = grow(thread);
    if (!stack)
        return NULL;
    struct open_label *open = &stack->open[stack->count++];
    CHECK(stack->count <= stack->room);
    open->label = label;
    open->frame = frame;
    open->start = frame ? frame->start : 0;
    open->iteration = 0;
    open->state = LABEL_OPEN;
    open->lifted = open->rest = false;
    return open;
}

struct open_label *labels_find(const struct thread *thread, const struct __instr_region *label)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = stack ? stack->count : 0; i-- > 0;)
        if (stack->open[i].label == label)
            return &stack->open[i];
    return NULL;
}

static void remove_open(struct label_stack *stack, struct open_label *open)
{
    uintptr_t busy = thread_hold_begin();
    CHECK(stack->count && open >= stack->open && open < stack->open + stack->count);
    struct open_label *end = &stack->open[--stack->count];
    memmove(open, open + 1, (size_t)(end - open) * sizeof *open);
    thread_hold_end(busy);
}

/* Takes a label's frame out from under those of functions that continue. Their time so far stays below the label, later time goes below its
 * caller. No call may come in between, because there is no room. */
static void take_out(struct thread *thread, struct __instr_frame *slot, uint64_t now)
{
    struct stack stack = stack_of(thread), label = stack_find(stack, slot);
    CHECK(label.segment && label.top == slot);
    uintptr_t busy = thread_hold_begin();
    meter_note(thread);
    __atomic_store_n(&thread->limit, NULL, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (settings.trace)
        events_close_down(thread, stack, stack_below(label), now);
    for (struct stack at = stack; at.top != slot; at = stack_below(at))
        call_split(at.top, now);
    stack_hang(&thread->tree, stack, label, slot[-1].node);
    frame_make_gap(slot);
    labels_follow(thread->labels);
    if (settings.trace)
        events_open_up(thread, stack, label, now);
    stack_open(thread);
    thread_hold_end(busy);
}

/* Does the same and adds all time. */
static uint64_t close_under(struct thread *thread, struct open_label *open)
{
    struct node *node = open->frame->node;
    uint64_t now = clock_now(), ticks = 0;
    uint64_t min = node->min, max = node->max, sum = node->sum;
    if (open->state == LABEL_AWAY) {
        ticks = now - open->start;
        call_book_rest(node, ticks);
        close_paused(open);
        ticks += open->spent;
        take_out(thread, open->frame, now);
        return ticks;
    }
    call_split(open->frame, now);
    tree_iteration(node, node->min != min, node->max != max, open->iteration);
    ticks = node->sum - sum;
    take_out(thread, open->frame, now);
    return ticks;
}

static uint64_t close_anywhere(struct thread *thread, struct open_label *open)
{
    return labels_is_top(thread, open) ? labels_close(thread, open) : close_under(thread, open);
}

/* Moves up to the next slot that is no gap. Returns false if there is none. */
static bool rise(struct stack *at, struct stack stack)
{
    while (stack_rise(at, stack))
        if (!frame_is_gap(at->top))
            return true;
    return false;
}

/* Returns the last of the labels from `open` on whose frames are directly above each other, without a function between. */
static struct open_label *last_upon(const struct thread *thread, struct open_label *open)
{
    struct open_label *end = &thread->labels->open[thread->labels->count];
    struct stack stack = stack_of(thread), at = stack_find(stack, open->frame);
    struct open_label *last = open;
    for (struct open_label *next = open + 1; next < end; next++) {
        if (!next->frame || next->state == LABEL_PAUSED)
            continue;
        if (!rise(&at, stack) || next->frame != at.top)
            break;
        last = next;
    }
    return last;
}

bool labels_stop(struct thread *thread, struct open_label *open, bool alone, uint64_t *ticks)
{
    CHECK(thread->labels && open < thread->labels->open + thread->labels->count);
    struct label_stack *stack = thread->labels;
    if (!open->frame || open->state == LABEL_PAUSED) {
        if (open->frame) {
            *ticks = open->spent;
            close_paused(open);
        }
        remove_open(stack, open);
        return true;
    }
    struct open_label *last = alone ? open : last_upon(thread, open);
    bool fits = last == open;
    for (; last > open; last--) {
        if (!last->frame)
            continue;
        if (last->state == LABEL_PAUSED)
            close_paused(last);
        else
            close_anywhere(thread, last);
        remove_open(stack, last);
        stack_drop_gaps(thread);
    }
    *ticks = close_anywhere(thread, open);
    remove_open(stack, open);
    return fits;
}

/* Notes where a paused label continues: above the frame below its own. */
static void set_onto(struct open_label *open, struct stack at)
{
    do
        at = stack_below(at);
    while (!stack_is_empty(at) && frame_is_gap(at.top));
    open->onto = at.top;
}

void labels_pause(struct thread *thread, struct open_label *open)
{
    struct __instr_frame *slot = open->frame;
    uint64_t now = clock_now();
    if (open->state == LABEL_AWAY) {
        call_book_rest(slot->node, now - open->start);
    } else {
        open->spent = now - open->start;
        open->node = slot->node;
        open->caller = slot[-1].node;
        set_onto(open, stack_find(stack_of(thread), slot));
    }
    CHECK(open->frame == slot && open->state != LABEL_PAUSED);
    open->state = LABEL_PAUSED;
    meter_note(thread);
    if (slot == thread->top) {
        if (settings.trace)
            events_leave(thread, slot->node, slot->start, now);
        stack_leave(thread);
    } else {
        take_out(thread, slot, now);
    }
    stack_drop_gaps(thread);
}

/* Opens a frame as probe.c does: published before it is filled. */
struct __instr_frame *labels_push_frame(struct thread *thread, struct node *node, uint64_t start, uint64_t now)
{
    if (thread->top + 1 == thread->segment->end && !stack_climb(thread))
        return NULL;
    meter_note(thread);
    struct __instr_frame *frame = thread->top + 1;
    PUT(thread->top, frame);
    BARRIER();
    PUT(frame->start, START_FILLING);
    PUT(frame->node, node);
    PUT(frame->start, start);
    if (settings.trace)
        events_again(thread, frame, now);
    return frame;
}

/* Continues a label with a call that counts from `start`. */
static bool open_frame(struct thread *thread, struct open_label *open, struct node *node, uint64_t start, uint64_t now)
{
    open->frame = node ? labels_push_frame(thread, node, start, now) : NULL;
    open->start = start;
    return open->frame;
}

static struct node *node_here(struct thread *thread, struct region *region)
{
    return tree_child(&thread->tree, thread->top->node, region);
}

bool labels_resume(struct thread *thread, struct open_label *open)
{
    CHECK(open->state == LABEL_PAUSED && open->frame && open->node);
    uint64_t now = clock_now();
    struct __instr_frame *before = open->frame;
    bool here = thread->top == open->onto;
    struct node *node = here ? open->node : node_here(thread, open->node->region);
    uint64_t start = here ? now - open->spent : now;
    if (settings.trace)
        start = (start & ~(uint64_t)1) | (open->start & 1);
    if (!open_frame(thread, open, node, start, now)) {
        open->frame = before;
        return false;
    }
    open->state = here ? LABEL_OPEN : LABEL_AWAY;
    return true;
}

void labels_stop_all(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    while (stack && stack->count) {
        struct open_label *open = &stack->open[stack->count - 1];
        if (open->frame && open->state == LABEL_PAUSED)
            close_paused(open);
        else if (open->frame && labels_is_top(thread, open))
            labels_close(thread, open);
        stack->count--;
        stack_drop_gaps(thread);
    }
}

struct __instr_frame *labels_outliving(struct thread *thread, struct __instr_frame *frame)
{
    struct label_stack *labels = thread->labels;
    struct stack stack = stack_of(thread), last = stack_find(stack, frame);
    for (uint32_t i = 0; labels && i < labels->count; i++) {
        struct open_label *open = &labels->open[i];
        struct stack at = last;
        if (rise(&at, stack) && open->frame == at.top && open->state != LABEL_PAUSED && !is_gone(thread, open))
            last = at;
    }
    return last.top;
}

/* Returns whether nothing happened below a label's node. */
static bool is_bare(const struct node *node)
{
    const struct node *child = node->children;
    while (child && !child->calls && !child->sum && is_bare(child))
        child = child->sibling;
    return !child;
}

/* Takes a label's frame, which is on top, off the stack, with its time unless something below it took a part. */
static void lift_top(struct thread *thread, struct open_label *open, uint64_t now)
{
    CHECK(open->frame == thread->top && !open->lifted);
    struct node *node = thread->top->node;
    uint64_t start = thread->top->start;
    bool away = open->state == LABEL_AWAY;
    meter_note(thread);
    if (settings.trace)
        events_leave(thread, node, start, now);
    if (!away)
        open->node = node;
    open->lifted = true;
    open->rest = start_kind(start) == FRAME_REST;
    open->start = start_moment(start);
    if (!away && !open->rest)
        PUT(node->calls, node->calls - 1);
    if (!start || !is_bare(node)) {
        if (start)
            call_book_rest(node, now - open->start);
        open->start = (now & ~(uint64_t)1) | (start & 1);
    }
    stack_leave(thread);
}

uint64_t labels_lift(struct thread *thread, struct __instr_frame *frame, uint64_t now)
{
    struct label_stack *stack = thread->labels;
    uint64_t end = now;
    for (uint32_t i = stack->count; i-- > 0 && thread->top != frame;) {
        struct open_label *open = &stack->open[i];
        stack_drop_gaps(thread);
        if (thread->top == frame || open->frame != thread->top)
            continue;
        lift_top(thread, open, now);
        end = open->start < end ? open->start : end;
    }
    stack_drop_gaps(thread);
    return end;
}

/* Puts a label into the function on top now. */
static void put_down(struct thread *thread, struct open_label *open, uint64_t now)
{
    struct node *node = node_here(thread, open->node->region);
    if (open->state == LABEL_AWAY) {
        bool back = node == open->node;
        if (back)
            open->state = LABEL_OPEN;
        open_frame(thread, open, node, back ? open->start - open->spent : open->start, now);
        return;
    }
    if (node && !open->rest)
        PUT(node->calls, node->calls + 1);
    open_frame(thread, open, node, open->rest ? open->start | START_REST : open->start, now);
}

void labels_reopen(struct thread *thread, uint64_t now)
{
    struct label_stack *stack = thread->labels;
    stack_drop_gaps(thread);
    for (uint32_t i = 0; i < stack->count; i++) {
        struct open_label *open = &stack->open[i];
        if (open->lifted)
            put_down(thread, open, now);
        open->lifted = false;
    }
}

/* Opens a label again in the place in which it was open. */
static void open_again(struct thread *thread, struct open_label *open)
{
    if (!open->frame)
        return;
    if (open->state != LABEL_PAUSED) {
        open->start = open->frame->start;
        open->state = LABEL_OPEN;
        return;
    }
    struct region *region = open->label->__state;
    struct node *node = region ? tree_child(&thread->tree, open->onto->node, region) : NULL;
    open->caller = open->onto->node;
    open->node = node;
    open->spent = 0;
    if (node)
        node->calls++;
    else
        open->frame = NULL;
}

void labels_settle(struct thread *thread, struct label_stack *stack)
{
    for (uint32_t i = 0; stack && i < stack->count; i++)
        open_again(thread, &stack->open[i]);
}

void labels_postpone(struct label_stack *stack, uint64_t ticks)
{
    for (uint32_t i = 0; stack && i < stack->count; i++) {
        struct open_label *open = &stack->open[i];
        bool timed = open->frame && open->state != LABEL_PAUSED && frame_is_timed(open->frame) && labels_is_same(open);
        if (timed || open->lifted)
            open->start += ticks;
    }
}

void labels_end(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = 0; stack && i < stack->count; i++)
        if (stack->open[i].frame && (stack->open[i].state == LABEL_PAUSED || stack->open[i].state == LABEL_AWAY))
            close_paused(&stack->open[i]);
    if (stack)
        stack->count = 0;
}
