/*
 * api_open.c - what each thread has open: start, stop, pause and resume of labels.
 *
 * A label's frame lies on the thread's shadow stack among those of functions, and is opened and closed
 * by the same probes. Beside it the thread keeps a stack of `struct open`, one for each label started
 * and not yet stopped, timed or not: it knows which label a frame belongs to, the turn of an iterated
 * label, and the time before a pause.
 *
 * Frames can vanish without a stop, when a longjmp passes them. What is `open` but gone from the shadow
 * stack is found by its frame and start, and dropped when the next label comes by.
 */
#include "runtime/api/api.h"

#include "profile/region.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/word.h"
#include "runtime/measure/labels.h"
#include "runtime/measure/sampling.h"
#include "runtime/measure/store.h"

#include <string.h>

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

enum { FIRST_ROOM = 32, MOST_ROOM = 1 << 16 };

enum state {
    OPEN,
    PAUSED, /* no frame; its node and slot are remembered */
    LATE,   /* stopped inside a function that it calls: ends with that */
    AGAIN   /* its frame was closed with the function that started it: to be opened in the caller */
};

struct open {
    struct instr_label *label;
    struct __instr_frame *frame; /* null: not timed */
    uint64_t start;              /* of the frame: tells whether it still is this one */
    struct __instr_frame *below; /* while paused: the frame it goes on top of, ... */
    struct node *caller;         /* ... that frame's node, ... */
    struct node *node;           /* ... its node ... */
    uint64_t spent;              /* ... and the ticks before the pause */
    uint32_t iteration;          /* 1 + the turn's number; 0 = none */
    enum state state;
};

struct label_stack {
    uint32_t count, room;
    struct open open[];
};

struct probes api_probes;

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

/* The lowest bit of a frame's start belongs to probe.c. */
static bool is_same(const struct open *open)
{
    return ((open->frame->start ^ open->start) & ~(uint64_t)1) == 0;
}

static bool is_gone(const struct thread *thread, const struct open *open)
{
    if (!open->frame)
        return false;
    if (open->state == PAUSED)
        return !is_below_top(thread, open->below) || open->below->node != open->caller;
    return !is_below_top(thread, open->frame) || !is_same(open);
}

static bool is_top(const struct thread *thread, const struct open *open)
{
    return open->state != PAUSED && thread->top == open->frame && is_same(open);
}

/* Books a call that was paused when it ended. */
static void close_paused(const struct open *open)
{
    struct node *node = open->node;
    sampling_iteration(node, open->spent<node->min, open->spent> node->max, open->iteration);
    probe_book(node, open->caller, open->spent);
}

/* What was stopped too early ended when the last thing below it did. */
static void set_late_end(const struct thread *thread, struct open *open)
{
    open->start = open->frame->start + ((clock_now() - thread->last) & ~(uint64_t)1);
    PUT(open->frame->start, open->start);
}

/* Closes the frame, which is the top one. Returns the time it took in ticks. */
static uint64_t close_open(const struct thread *thread, struct open *open)
{
    if (open->state == LATE)
        set_late_end(thread, open);
    struct node *node = open->frame->node;
    uint64_t min = node->min, max = node->max, sum = node->sum;
    api_probes.leave(open->frame);
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

/* Drops what is gone and ends what is due from the top of the stack. */
static void tidy(struct thread *thread, struct label_stack *stack)
{
    climb_down(thread);
    while (stack->count) {
        struct open *open = &stack->open[stack->count - 1];
        if (is_gone(thread, open)) {
            if (open->state == PAUSED)
                close_paused(open);
        } else if (open->state == LATE && is_top(thread, open)) {
            close_open(thread, open);
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

static struct label_stack *grow(struct thread *thread)
{
    struct label_stack *old = thread->labels;
    if (old && old->room >= MOST_ROOM)
        drop_untimed(old);
    if (old && old->count < old->room)
        return old;
    uint32_t room = old ? old->room * 2 : FIRST_ROOM;
    struct label_stack *stack = store_alloc(sizeof *stack + room * sizeof stack->open[0]);
    if (!stack)
        return NULL;
    stack->room = room;
    if (old) {
        stack->count = old->count;
        memcpy(stack->open, old->open, old->count * sizeof old->open[0]);
    }
    thread->labels = stack;
    return stack;
}

/* The entry for `frame`; null where there is no memory. */
static struct open *push(struct thread *thread, struct instr_label *label, struct __instr_frame *frame)
{
    struct label_stack *stack = thread->labels;
    if (!stack || stack->count == stack->room)
        stack = grow(thread);
    if (!stack)
        return NULL;
    struct open *open = &stack->open[stack->count++];
    open->label = label;
    open->frame = frame;
    open->start = frame ? frame->start : 0;
    open->iteration = 0;
    open->state = OPEN;
    return open;
}

/* Calls that are not counted get no number either, so that the numbers and the calls go together. */
static uint32_t next_iteration(struct instr_label *label, long number)
{
    uint32_t iteration = __atomic_load_n(&label->iteration, __ATOMIC_RELAXED) + 1;
    if (number >= 0)
        iteration = number < (long)UINT32_MAX ? (uint32_t)number + 1 : UINT32_MAX;
    __atomic_store_n(&label->iteration, iteration, __ATOMIC_RELAXED);
    return iteration;
}

int instr_start_label_at(instr_label *label, long iteration, const char *file, int line)
{
    (void)file, (void)line;
    if (!label)
        return INSTR_OK;
    if (iteration < INSTR_IGNORE)
        return INSTR_EARGUMENT;
    if (thread_busy) {
        counter_add(COUNTER_NESTED, 1);
        return INSTR_EBUSY;
    }
    struct thread *thread = thread_self;
    struct label_stack *stack = thread->labels;
    if (stack && stack->count)
        tidy(thread, stack);
    struct __instr_frame *frame = api_probes.enter(&label->descriptor);
    thread = thread_self;
    if (thread == &thread_nobody) /* unknown so far, and the label is not to be measured */
        return INSTR_OK;
    struct open *open = push(thread, label, frame);
    if (!open) {
        api_probes.leave(frame);
        return INSTR_EMEMORY;
    }
    if (frame && iteration != INSTR_IGNORE) {
        open->iteration = next_iteration(label, iteration);
        __atomic_store_n(&label->last_start, frame->start, __ATOMIC_RELAXED);
    }
    return INSTR_OK;
}

struct __instr_frame *label_frame(const struct instr_label *label)
{
    const struct label_stack *stack = thread_self->labels;
    const struct open *open = stack && stack->count ? &stack->open[stack->count - 1] : NULL;
    return open && open->label == label ? open->frame : NULL;
}

/* What is open: the name for a message. */
static const char *top_name(const struct thread *thread)
{
    const struct node *node = thread == &thread_nobody ? NULL : thread->top->node;
    return node && node->parent ? node->region->name : NULL;
}

/* The place of `label` in the stack, the innermost if it is open more than once; -1 = not open. */
static long find(const struct label_stack *stack, const struct instr_label *label)
{
    for (long i = stack ? (long)stack->count - 1 : -1; i >= 0; i--)
        if (stack->open[i].label == label && stack->open[i].state != LATE)
            return i;
    return -1;
}

static void remove_open(struct label_stack *stack, uint32_t at)
{
    stack->count--;
    memmove(&stack->open[at], &stack->open[at + 1], (stack->count - at) * sizeof stack->open[0]);
}

/* Stops the labels above stack->open[at], innermost first. True when that leaves the frame of `at` on
 * top; else a function is in between. */
static bool stop_above(struct thread *thread, struct label_stack *stack, uint32_t at)
{
    while (!is_top(thread, &stack->open[at])) {
        struct open *open = &stack->open[stack->count - 1];
        if (open == &stack->open[at] || (open->frame && open->state != PAUSED && !is_top(thread, open)))
            return false;
        if (open->frame && open->state == PAUSED)
            close_paused(open);
        else if (open->frame)
            close_open(thread, open);
        stack->count--;
        climb_down(thread);
    }
    return true;
}

static int stop_slowly(struct thread *thread, struct instr_label *label, uint64_t *ticks, const char *file, int line)
{
    struct label_stack *stack = thread->labels;
    if (stack)
        tidy(thread, stack);
    const char *top = top_name(thread);
    long at = find(stack, label);
    if (at < 0)
        return label_mismatch(INSTR_ENOTOPEN, "stop", label, top, file, line);
    struct open *open = &stack->open[at];
    if (!open->frame || open->state == PAUSED) {
        if (open->frame) {
            *ticks = open->spent;
            close_paused(open);
        }
        remove_open(stack, (uint32_t)at);
        return INSTR_OK;
    }
    if (is_top(thread, open)) {
        *ticks = close_open(thread, open);
        remove_open(stack, (uint32_t)at);
        return INSTR_OK;
    }
    if (stop_above(thread, stack, (uint32_t)at)) {
        *ticks = close_open(thread, open);
        remove_open(stack, (uint32_t)at);
    } else {
        open->state = LATE;
        *ticks = clock_now() - open->start;
    }
    return label_mismatch(INSTR_EORDER, "stop", label, top, file, line);
}

static double seconds_of(uint64_t ticks)
{
    struct clock_scale scale = clock_scale_between((enum clock_kind)store->clock, store->start, clock_pair_now());
    return (double)ticks * (double)scale.ps_fixed * 0x1p-40 * 1e-12;
}

int instr_stop_label_at(instr_label *label, double *seconds, const char *file, int line)
{
    if (seconds)
        *seconds = 0;
    if (!label)
        return INSTR_OK;
    if (thread_busy)
        return INSTR_EBUSY;
    struct thread *thread = thread_self;
    struct label_stack *stack = thread->labels;
    struct open *open = stack && stack->count ? &stack->open[stack->count - 1] : NULL;
    int result = INSTR_OK;
    uint64_t ticks = 0;
    if (LIKELY(open && open->label == label && open->frame && open->state == OPEN && is_top(thread, open))) {
        ticks = close_open(thread, open);
        stack->count--;
    } else if (thread != &thread_nobody) {
        result = stop_slowly(thread, label, &ticks, file, line);
    }
    if (seconds)
        *seconds = seconds_of(ticks);
    return result;
}

int instr_start_at(const char *name, const char *file, int line)
{
    instr_label *label = instr_label_get(name);
    if (label)
        return instr_start_label_at(label, INSTR_IGNORE, file, line);
    return !name ? INSTR_EARGUMENT : thread_busy ? INSTR_EBUSY : INSTR_EMEMORY;
}

int instr_stop_at(const char *name, const char *file, int line)
{
    instr_label *label = instr_label_get(name);
    if (label)
        return instr_stop_label_at(label, NULL, file, line);
    return !name ? INSTR_EARGUMENT : thread_busy ? INSTR_EBUSY : INSTR_EMEMORY;
}

/* What is to be paused or resumed. *open is null, without a failure, where nothing is measured. */
static int find_open(const char *what, instr_label *label, struct open **open, const char *file, int line)
{
    *open = NULL;
    if (!label)
        return INSTR_OK;
    if (thread_busy)
        return INSTR_EBUSY;
    struct thread *thread = thread_self;
    if (thread->labels)
        tidy(thread, thread->labels);
    long at = find(thread->labels, label);
    if (at < 0)
        return label_mismatch(INSTR_ENOTOPEN, what, label, top_name(thread), file, line);
    struct open *found = &thread->labels->open[at];
    *open = found->frame ? found : NULL;
    return INSTR_OK;
}

int instr_pause_label_at(instr_label *label, const char *file, int line)
{
    struct open *open;
    int result = find_open("pause", label, &open, file, line);
    if (result != INSTR_OK || !open || open->state == PAUSED)
        return result;
    struct thread *thread = thread_self;
    if (!is_top(thread, open))
        return label_mismatch(INSTR_EORDER, "pause", label, top_name(thread), file, line);
    open->spent = clock_now() - open->start;
    open->node = open->frame->node;
    open->state = PAUSED;
    open->caller = open->frame[-1].node;
    probe_pop(thread, open->frame);
    climb_down(thread);
    open->below = thread->top;
    return INSTR_OK;
}

int instr_resume_label_at(instr_label *label, const char *file, int line)
{
    struct open *open;
    int result = find_open("resume", label, &open, file, line);
    if (result != INSTR_OK || !open || open->state != PAUSED)
        return result;
    struct thread *thread = thread_self;
    if (thread->top != open->below || thread->top->node != open->caller)
        return label_mismatch(INSTR_EORDER, "resume", label, top_name(thread), file, line);
    if (thread->top + 1 == thread->segment->end) {
        thread_busy++;
        bool room = thread_climb(thread);
        thread_busy--;
        if (!room)
            return INSTR_EMEMORY;
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
    open->state = OPEN;
    return INSTR_OK;
}

int instr_add(instr_label *label, double seconds)
{
    if (!label)
        return INSTR_OK;
    if (!(seconds >= 0 && seconds < 1e9))
        return INSTR_EARGUMENT;
    if (thread_busy)
        return INSTR_EBUSY;
    struct __instr_frame *frame = api_probes.enter(&label->descriptor);
    if (!frame)
        return INSTR_OK;
    struct thread *thread = thread_self;
    struct open open = {.node = frame->node, .caller = frame[-1].node, .spent = (uint64_t)(seconds / seconds_of(1))};
    probe_pop(thread, frame);
    close_paused(&open);
    return INSTR_OK;
}

void label_stop_all(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    while (stack && stack->count) {
        struct open *open = &stack->open[stack->count - 1];
        if (open->frame && open->state == PAUSED)
            close_paused(open);
        else if (open->frame && is_top(thread, open))
            close_open(thread, open);
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
        struct open *open = &stack->open[i];
        if (frame + 1 == segment->end && segment->above) {
            segment = segment->above;
            frame = segment->frames;
        }
        if (open->frame == frame + 1 && open->state != PAUSED && !is_gone(thread, open)) {
            frame++;
            expected++;
            if (open->state == LATE) {
                set_late_end(thread, open);
                continue;
            }
            open->state = AGAIN;
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
        struct open *open = &stack->open[i];
        if (open->state != AGAIN)
            continue;
        open->frame = api_probes.enter(&open->label->descriptor);
        open->start = open->frame ? open->frame->start : 0;
        open->state = OPEN;
        counter_add(COUNTER_OUTLIVED, 1);
    }
}

void labels_end(struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    for (uint32_t i = 0; stack && i < stack->count; i++)
        if (stack->open[i].frame && stack->open[i].state == PAUSED)
            close_paused(&stack->open[i]);
    if (stack)
        stack->count = 0;
}
