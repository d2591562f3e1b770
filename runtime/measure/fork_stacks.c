/* fork_stacks.c - see fork_stacks.h. */
#include "runtime/measure/fork_stacks.h"

#include "runtime/machine/pages.h"
#include "runtime/measure/coroutine.h"
#include "runtime/measure/light.h"

#include <string.h>

/* One shadow stack: a context's, or the only one that a thread has. */
struct stack {
    struct context *context; /* null: the only one */
    struct context saved;
    struct segment *segment; /* null: its context never ran, or is over */
    struct __instr_frame *top;
    size_t place_count, call_count;
};

/* Ordinary memory that grows: the parent goes on changing the store. */
struct array {
    void *memory;
    size_t room; /* bytes */
};

/* What is saved of an open call; of those that a base stands for the last one is the base's. */
enum { CALL_OPEN, CALL_NONE, CALL_LIGHT, CALL_BASE };
struct call {
    struct region *region;
    uint32_t what;
};

static struct array stack_array, call_array, region_array;
static size_t stack_count;

static bool make_room(struct array *array, size_t size)
{
    if (size <= array->room)
        return true;
    size_t room = (size * 2 + 0xffff) & ~(size_t)0xffff;
    void *memory = pages_map(room);
    if (!memory)
        return false;
    pages_unmap(array->memory, array->room);
    *array = (struct array){memory, room};
    return true;
}

static size_t depth_of(const struct node *node)
{
    size_t depth = 0;
    for (; node && node->parent; node = node->parent)
        depth++;
    return depth;
}

/* Below `end`, the innermost first. Their number. */
static size_t save_base(const struct __instr_frame *base, struct call *end)
{
    size_t count = 0;
    struct node *under = base[-1].node;
    for (struct node *node = base->node; node->parent && node != under; node = light_caller(node, under)) {
        count++;
        if (end)
            *--end = (struct call){node->region, count == 1 ? CALL_BASE : CALL_LIGHT};
    }
    return count;
}

/* What is open, from the bottom up, below `end`, which may be null. Its number. */
static size_t save_calls(const struct stack *stack, struct call *end)
{
    size_t count = 0;
    const struct __instr_frame *top = stack->top;
    for (const struct segment *segment = stack->segment; segment; segment = segment->older) {
        for (const struct __instr_frame *frame = top; frame > segment->frames; frame--) {
            struct call *before = end ? end - count : NULL;
            if (frame_is_base(frame->start) && frame->node != frame[-1].node) {
                count += save_base(frame, before);
                continue;
            }
            bool none = frame_is_none(frame->start) || frame_is_base(frame->start);
            if (before)
                before[-1] = (struct call){none ? NULL : frame->node->region, none ? CALL_NONE : CALL_OPEN};
            count++;
        }
        if (segment->older)
            top = segment->older->end - 1;
    }
    return count;
}

static struct stack stack_of(const struct thread *thread, struct context *context)
{
    struct stack stack = {.context = context, .segment = thread->segment, .top = thread->top};
    if (context) {
        stack.saved = *context;
        if (context->parent && context->parent->owner != thread)
            stack.saved.parent = NULL; /* the child knows nothing of it */
        stack.place_count = context->top || context == thread->context ? depth_of(context->place) : 0;
    }
    if (context != thread->context) {
        bool open = context->top && !context->over;
        stack.segment = open ? context->segment : NULL;
        stack.top = open ? context->top : NULL;
    }
    stack.call_count = stack.segment ? save_calls(&stack, NULL) : 0;
    return stack;
}

/* The regions of the way to its place, from the root up, and what is open. */
static void save_stack(const struct stack *stack, struct call *to)
{
    struct call *at = to + stack->place_count;
    const struct node *node = stack->saved.place;
    for (size_t i = 0; i < stack->place_count; i++, node = node->parent)
        *--at = (struct call){node->region, CALL_OPEN};
    save_calls(stack, to + stack->place_count + stack->call_count);
}

bool fork_stacks_save(const struct thread *thread)
{
    size_t count = thread->context ? 0 : 1, total = 0;
    for (const struct context *context = thread->contexts; context; context = context->next)
        count++;
    stack_count = 0;
    if (!make_room(&stack_array, count * sizeof(struct stack)))
        return false;
    struct stack *stacks = stack_array.memory;
    if (!thread->context)
        stacks[stack_count++] = stack_of(thread, NULL);
    for (struct context *context = thread->contexts; context; context = context->next)
        if (!context->is_rest)
            stacks[stack_count++] = stack_of(thread, context);
    for (size_t i = 0; i < stack_count; i++)
        total += stacks[i].place_count + stacks[i].call_count;
    if (!make_room(&call_array, total * sizeof(struct call)) ||
        !make_room(&region_array, total * sizeof(struct region *)))
        return false;
    struct call *at = call_array.memory;
    for (size_t i = 0; i < stack_count; i++) {
        save_stack(&stacks[i], at);
        at += stacks[i].place_count + stacks[i].call_count;
    }
    return true;
}

struct region *const *fork_stacks_regions(size_t *count)
{
    const struct stack *stacks = stack_array.memory;
    const struct call *calls = call_array.memory;
    struct region **regions = region_array.memory;
    *count = stacks[0].call_count;
    for (size_t i = 0; i < *count; i++) {
        if (calls[i].what == CALL_LIGHT || calls[i].what == CALL_BASE)
            return NULL;
        regions[i] = calls[i].region;
    }
    return regions;
}

/* Opens what a slot stands for below `node`; the node that it then has. */
static struct node *open_slot(struct thread *thread, struct __instr_frame *frame, struct node *node,
                              const struct call **calls)
{
    const struct call *call = *calls;
    bool base = call->what == CALL_LIGHT || call->what == CALL_BASE, more;
    frame->start = base ? FRAME_MOVED : call->what == CALL_NONE ? FRAME_NONE : thread->begin;
    do {
        struct node *child = NULL;
        if (base)
            child = tree_plain_child(&thread->tree, node, call->region);
        else if (call->what == CALL_OPEN)
            child = tree_child(&thread->tree, node, call->region);
        if (child) {
            node = child;
            node->calls++;
        }
        more = call->what == CALL_LIGHT;
        call++;
    } while (more);
    *calls = call;
    return node;
}

static void open_frames(struct thread *thread, const struct stack *stack, struct node *node, const struct call *calls)
{
    struct segment *segment = thread_stack_oldest(stack->segment);
    for (;; segment = segment->newer) {
        bool last = segment == stack->segment;
        struct __instr_frame *top = last ? stack->top : segment->end - 1;
        segment->frames[0].node = node;
        for (struct __instr_frame *frame = segment->frames + 1; frame <= top; frame++)
            frame->node = node = open_slot(thread, frame, node, &calls);
        if (last)
            break;
    }
    for (struct __instr_frame *frame = stack->top + 1; frame < segment->end; frame++)
        frame->start = 0;  /* what the parent has done since */
    segment->newer = NULL; /* if there is one, the parent may have made it since */
}

/* As it was, but that its time begins now. */
static void revive(struct thread *thread, const struct stack *stack, struct node *place)
{
    struct context *context = stack->context;
    *context = stack->saved;
    context->place = context->place ? place : NULL;
    context->resumed = thread->begin;
    if (context->stopped)
        context->stopped = thread->begin | 1;
    coroutines_revive(context, thread);
}

void fork_stacks_open(struct thread *thread)
{
    struct stack *stacks = stack_array.memory;
    const struct call *calls = call_array.memory;
    struct context *running = NULL;
    for (size_t i = 0; i < stack_count; i++) {
        struct stack *stack = &stacks[i];
        struct node *place = thread->tree.root;
        for (size_t k = 0; place && k < stack->place_count; k++)
            place = tree_plain_child(&thread->tree, place, calls[k].region);
        calls += stack->place_count;
        if (!place)
            place = thread->tree.root;
        if (stack->segment)
            open_frames(thread, stack, place, calls);
        calls += stack->call_count;
        if (stack->context)
            revive(thread, stack, place);
        if (stack->segment == thread->segment)
            running = stack->context;
    }
    thread->context = running;
    for (struct context *context = thread->contexts; context; context = context->next)
        if (context->caller)
            context->caller = context->parent && context->parent->owner == thread && context->parent->top
                                  ? context->parent->top->node
                                  : NULL;
}
