/* labels.c - see labels.h. */
#include "runtime/measure/labels.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/sampling.h"
#include "runtime/measure/store.h"

#include <string.h>

enum { FIRST_ROOM = 32, MOST_ROOM = 1 << 16 };

struct probes label_probes;

/* True when `slot` is, or has below it, the top of the stack. */
static bool is_below_top(const struct thread *thread, const struct __instr_frame *slot)
{
    const struct segment *segment = thread->segment;
    if (slot >= segment->frames && slot < segment->end)
        return slot <= thread->top;
    for (segment = segment->below; segment; segment = segment->below)
        if (slot >= segment->frames && slot < segment->end)
            return true;
    return false;
}

static bool is_gone(const struct thread *thread, const struct open_label *open)
{
    if (!open->frame)
        return false;
    if (open->state == LABEL_PAUSED)
        return !is_below_top(thread, open->below) || open->below->node != open->caller;
    return !is_below_top(thread, open->frame) || !labels_is_same(open);
}

void labels_book(struct node *node, struct node *caller, uint64_t ticks, uint32_t iteration)
{
    sampling_iteration(node, ticks<node->min, ticks> node->max, iteration);
    probe_book(node, caller, ticks);
}

/* Books a call that was paused when it ended. */
static void close_paused(const struct open_label *open)
{
    labels_book(open->node, open->caller, open->spent, open->iteration);
}

/* What was stopped too early ended when the last thing below it did. */
static void set_late_end(const struct thread *thread, struct open_label *open)
{
    open->start = open->frame->start + ((clock_now() - thread->last) & ~(uint64_t)1);
    PUT(open->frame->start, open->start);
}

uint64_t labels_close(const struct thread *thread, struct open_label *open)
{
    if (open->state == LABEL_LATE)
        set_late_end(thread, open);
    struct node *node = open->frame->node;
    uint64_t min = node->min, max = node->max, sum = node->sum;
    label_probes.leave(open->frame);
    sampling_iteration(node, node->min != min, node->max != max, open->iteration);
    return node->sum - sum;
}

/* Slot 0 of a segment is no frame: what is on top then lies in the segment below. */
static void climb_down(struct thread *thread)
{
    thread_busy++;
    while (thread->top == thread->segment->frames && thread->segment->below)
        thread_descend(thread);
    thread_busy--;
}

void labels_tidy(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    if (!stack)
        return;
    climb_down(thread);
    while (stack->count) {
        struct open_label *open = &stack->open[stack->count - 1];
        if (is_gone(thread, open)) {
            if (open->state == LABEL_PAUSED)
                close_paused(open);
        } else if (open->state == LABEL_LATE && labels_is_top(thread, open)) {
            labels_close(thread, open);
        } else {
            return;
        }
        stack->count--;
    }
}

/* Labels that are not timed and never stopped leave nothing behind by which to find that out. */
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
    open->label = label;
    open->frame = frame;
    open->start = frame ? frame->start : 0;
    open->iteration = 0;
    open->state = LABEL_OPEN;
    return open;
}

struct open_label *labels_find(const struct thread *thread, const struct __instr_region *label)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = stack ? stack->count : 0; i-- > 0;)
        if (stack->open[i].label == label && stack->open[i].state != LABEL_LATE)
            return &stack->open[i];
    return NULL;
}

static void remove_open(struct label_stack *stack, struct open_label *open)
{
    struct open_label *end = &stack->open[--stack->count];
    memmove(open, open + 1, (size_t)(end - open) * sizeof *open);
}

/* Stops the labels above `wanted`, innermost first. True when that leaves its frame on top; else a function is in
 * between. */
static bool stop_above(struct thread *thread, struct label_stack *stack, const struct open_label *wanted)
{
    while (!labels_is_top(thread, wanted)) {
        struct open_label *open = &stack->open[stack->count - 1];
        bool paused = open->frame && open->state == LABEL_PAUSED;
        if (open == wanted || (open->frame && !paused && !labels_is_top(thread, open)))
            return false;
        if (paused)
            close_paused(open);
        else if (open->frame)
            labels_close(thread, open);
        stack->count--;
        climb_down(thread);
    }
    return true;
}

bool labels_stop(struct thread *thread, struct open_label *open, uint64_t *ticks)
{
    struct label_stack *stack = thread->labels;
    bool framed = open->frame && open->state != LABEL_PAUSED, fits = !framed || labels_is_top(thread, open);
    if (framed && !fits && !stop_above(thread, stack, open)) {
        open->state = LABEL_LATE;
        *ticks = clock_now() - open->start;
        return false;
    }
    if (framed) {
        *ticks = labels_close(thread, open);
    } else if (open->frame) {
        *ticks = open->spent;
        close_paused(open);
    }
    remove_open(stack, open);
    return fits;
}

void labels_pause(struct thread *thread, struct open_label *open)
{
    open->spent = clock_now() - open->start;
    open->node = open->frame->node;
    open->state = LABEL_PAUSED;
    open->caller = open->frame[-1].node;
    probe_pop(thread, open->frame);
    climb_down(thread);
    open->below = thread->top;
}

bool labels_resume(struct thread *thread, struct open_label *open)
{
    if (thread->top + 1 == thread->segment->end) {
        thread_busy++;
        bool room = thread_climb(thread);
        thread_busy--;
        if (!room)
            return false;
    }
    struct __instr_frame *frame = thread->top + 1;
    /* As probe.c opens a frame: published before it is filled. */
    PUT(thread->top, frame);
    BARRIER();
    PUT(frame->start, UINT64_MAX);
    PUT(frame->node, open->node);
    open->frame = frame;
    open->start = (clock_now() - open->spent) & ~(uint64_t)1;
    PUT(frame->start, open->start);
    open->state = LABEL_OPEN;
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
        climb_down(thread);
    }
}

uint32_t labels_outlive(struct thread *thread, const struct __instr_frame *frame)
{
    struct label_stack *stack = thread->labels;
    if (!stack || !stack->count)
        return 0;
    const struct segment *segment = thread_segment(thread, frame);
    uint32_t expected = 0, kept = 0;
    for (uint32_t i = 0; i < stack->count; i++) {
        struct open_label *open = &stack->open[i];
        if (frame + 1 == segment->end && segment->above) {
            segment = segment->above;
            frame = segment->frames;
        }
        if (open->frame == frame + 1 && open->state != LABEL_PAUSED && !is_gone(thread, open)) {
            frame++;
            expected++;
            if (open->state == LABEL_LATE) {
                set_late_end(thread, open);
                continue;
            }
            open->state = LABEL_AGAIN;
        }
        stack->open[kept++] = *open;
    }
    stack->count = kept;
    return expected;
}

void labels_reopen(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = 0; i < stack->count; i++) {
        struct open_label *open = &stack->open[i];
        if (open->state != LABEL_AGAIN)
            continue;
        open->frame = label_probes.enter(open->label);
        open->start = open->frame ? open->frame->start : 0;
        open->state = LABEL_OPEN;
        counter_add(COUNTER_OUTLIVED, 1);
    }
}

/* A label that was open before is open in what it was open in. */
static void open_again(struct thread *thread, struct open_label *open)
{
    if (!open->frame)
        return;
    if (open->state != LABEL_PAUSED) {
        open->start = open->frame->start;
        return;
    }
    struct region *region = open->label->__state;
    struct node *node = region ? tree_child(&thread->tree, open->below->node, region) : NULL;
    open->caller = open->below->node;
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

void labels_end(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = 0; stack && i < stack->count; i++)
        if (stack->open[i].frame && stack->open[i].state == LABEL_PAUSED)
            close_paused(&stack->open[i]);
    if (stack)
        stack->count = 0;
}
