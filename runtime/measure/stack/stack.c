/* stack.c - see stack.h. */
#include "runtime/measure/stack/stack.h"

#include "common/check.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/store.h"

enum { LARGEST_SEGMENT = 1 << 20 };

struct segment *stack_segment(uint32_t frames)
{
    CHECK(frames > 1);
    struct segment *segment = store_alloc(sizeof *segment + frames * sizeof segment->frames[0]);
    if (segment)
        segment->end = segment->frames + frames;
    return segment;
}

void stack_fill(struct segment *segment, struct node *node)
{
    CHECK(node && segment->end > segment->frames);
    for (struct __instr_frame *frame = segment->frames; frame < segment->end; frame++)
        *frame = (struct __instr_frame){.node = node};
}

struct stack stack_bottom(struct stack stack)
{
    while (stack.segment->older)
        stack.segment = stack.segment->older;
    stack.top = stack.segment->frames;
    return stack;
}

struct stack stack_find(struct stack stack, const struct __instr_frame *frame)
{
    while (!(frame > stack.segment->frames && frame <= stack.top)) {
        if (!stack.segment->older)
            return (struct stack){NULL, NULL};
        stack = stack_at(stack.segment, stack.segment->frames);
    }
    return (struct stack){stack.segment, stack.segment->frames + (frame - stack.segment->frames)};
}

size_t stack_count(struct stack stack)
{
    size_t count = 0;
    for (; !stack_is_empty(stack); stack = stack_at(stack.segment, stack.segment->frames))
        count += (size_t)(stack.top - stack.segment->frames);
    return count;
}

void stack_postpone(struct stack stack, uint64_t ticks)
{
    for (; !stack_is_empty(stack); stack = stack_below(stack))
        if (frame_is_timed(stack.top))
            PUT(stack.top->start, stack.top->start + ticks);
}

struct stack stack_copy(struct stack stack, struct segment *to)
{
    struct stack copy = {to, to->frames + stack_count(stack)};
    CHECK(copy.top < to->end);
    to->older = to->newer = NULL;
    stack_fill(to, stack_bottom(stack).top->node);
    for (struct __instr_frame *slot = copy.top; slot > to->frames; stack = stack_below(stack))
        *slot-- = *stack.top;
    CHECK(stack_is_empty(stack) && copy.top < to->end);
    return copy;
}

struct stack stack_find_told(struct stack stack, const struct __instr_region *descriptor, const void *cfa)
{
    for (; !stack_is_empty(stack); stack = stack_below(stack))
        if (stack.top->descriptor == descriptor && stack.top->cfa == cfa)
            return stack;
    return (struct stack){NULL, NULL};
}

void stack_next_call(struct open_call *call)
{
    while (!stack_is_empty(call->below)) {
        struct __instr_frame *slot = call->below.top;
        call->below = stack_below(call->below);
        call->start = GET(slot->start);
        call->node = GET(slot->node);
        call->caller = GET(slot[-1].node);
        call->frame = slot;
        if (start_kind(call->start) != FRAME_GAP)
            return;
    }
    call->node = NULL;
}

struct open_call stack_calls(struct stack stack)
{
    struct open_call call = {.below = stack};
    stack_next_call(&call);
    return call;
}

/* Returns the open calls of a thread that may just be moving up to another segment, where nothing is open yet, or down from it. */
static struct stack stack_now(const struct thread *thread)
{
    struct segment *segment = __atomic_load_n(&thread->segment, __ATOMIC_ACQUIRE), *older = segment->older;
    struct __instr_frame *top = GET(thread->top);
    if (top >= segment->frames && top < segment->end)
        return stack_at(segment, top);
    bool up = older && top >= older->frames && top < older->end;
    return stack_at(segment, up ? segment->frames : segment->end - 1);
}

struct open_call stack_calls_of(const struct thread *thread)
{
    return stack_calls(stack_now(thread));
}

void stack_drop_gaps(struct thread *thread)
{
    uintptr_t busy = thread_busy_begin(false);
    for (;;) {
        if (thread->top != thread->segment->frames && frame_is_gap(thread->top))
            stack_drop(thread);
        else if (thread->top == thread->segment->frames && thread->segment->older)
            stack_descend(thread);
        else
            break;
    }
    thread_busy_set(busy);
}

/* Ordered with thread_set_all so that neither misses the other. */
void stack_open(struct thread *thread)
{
    __atomic_store_n(&thread->limit, thread->segment->end, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&thread_off, __ATOMIC_SEQ_CST))
        thread_stop(thread);
}

/* In a sandbox a signal handler may come: without room it takes the slow path, which finds the thread busy. */
void stack_use(struct thread *thread, struct segment *segment, struct __instr_frame *top)
{
    CHECK(top >= segment->frames && top < segment->end);
    uintptr_t busy = thread_hold_begin();
    __atomic_store_n(&thread->limit, NULL, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->segment, segment, __ATOMIC_RELEASE);
    __atomic_store_n(&thread->top, top, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    stack_open(thread);
    thread_hold_end(busy);
}

static bool climb(struct thread *thread)
{
    struct segment *segment = thread->segment;
    CHECK(thread->top >= segment->frames && thread->top < segment->end);
    if (!segment->newer) {
        uint64_t frames = (uint64_t)(segment->end - segment->frames) * 2;
        struct segment *newer = stack_segment(frames < LARGEST_SEGMENT ? (uint32_t)frames : LARGEST_SEGMENT);
        if (!newer)
            return false;
        stack_fill(newer, thread->tree.root);
        newer->older = segment;
        __atomic_store_n(&segment->newer, newer, __ATOMIC_RELEASE);
    }
    while (thread->top + 1 < segment->end) {
        struct __instr_frame *gap = thread->top + 1;
        frame_make_gap(gap);
        BARRIER();
        PUT(thread->top, gap);
    }
    CHECK(segment->newer->older == segment && thread->top->node);
    PUT(segment->newer->frames[0].node, thread->top->node);
    stack_use(thread, segment->newer, segment->newer->frames);
    return true;
}

bool stack_climb(struct thread *thread)
{
    uintptr_t busy = thread_hold_begin();
    bool done = climb(thread);
    thread_hold_end(busy);
    return done;
}

void stack_descend(struct thread *thread)
{
    struct segment *older = thread->segment->older;
    CHECK(older->newer == thread->segment && thread->top == thread->segment->frames);
    stack_use(thread, older, older->end - 1);
}
