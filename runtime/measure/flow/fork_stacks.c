/* fork_stacks.c - see fork.h. */
#include "runtime/measure/flow/fork.h"

#include "runtime/machine/pages.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/tree/tree.h"

#include <string.h>

/* A shadow stack: that of a context, or a thread's only one. */
struct saved {
    struct context *context; /* null: the only one */
    struct context as_it_was;
    struct stack stack; /* a null segment: its context never ran, or is over */
    bool runs;
    size_t place_count, call_count;
};

/* A growing array in ordinary memory, because the parent goes on changing the store. */
struct array {
    void *memory;
    size_t room; /* bytes */
};

/* A saved open call with its identity, or a gap (NULL). */
struct call {
    struct region *region;
    const struct __instr_region *descriptor;
    const void *cfa;
};

static struct array stack_array, call_array;
static size_t saved_count;

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

/* Saves the open calls from the bottom up, below `end`. */
static void save_calls(struct stack at, struct call *end)
{
    for (; !stack_is_empty(at); at = stack_below(at))
        *--end = (struct call){frame_is_call(at.top) ? at.top->node->region : NULL, at.top->descriptor, at.top->cfa};
}

static struct saved saved_of(const struct thread *thread, struct context *context)
{
    struct saved saved = {.context = context, .runs = context == thread->context};
    if (saved.runs)
        saved.stack = stack_of(thread);
    else if (context->stack.top && !context->over)
        saved.stack = context->stack;
    if (context) {
        saved.as_it_was = *context;
        if (context->parent && context->parent->owner != thread)
            saved.as_it_was.parent = NULL; /* the child knows nothing of it */
        saved.place_count = context->stack.top || saved.runs ? depth_of(context->place) : 0;
    }
    saved.call_count = saved.stack.segment ? stack_count(saved.stack) : 0;
    return saved;
}

/* Saves the regions on the path to the stack's place, from the root, and its open calls. */
static void save_stack(const struct saved *saved, struct call *to)
{
    struct call *at = to + saved->place_count;
    const struct node *node = saved->as_it_was.place;
    for (size_t i = 0; i < saved->place_count; i++, node = node->parent)
        *--at = (struct call){.region = node->region};
    if (saved->stack.segment)
        save_calls(saved->stack, to + saved->place_count + saved->call_count);
}

bool fork_stacks_save(const struct thread *thread)
{
    size_t count = thread->context ? 0 : 1, total = 0;
    for (const struct context *context = thread->contexts; context; context = context->next)
        count++;
    saved_count = 0;
    if (!make_room(&stack_array, count * sizeof(struct saved)))
        return false;
    struct saved *stacks = stack_array.memory;
    if (!thread->context)
        stacks[saved_count++] = saved_of(thread, NULL);
    for (struct context *context = thread->contexts; context; context = context->next)
        if (!context->is_rest)
            stacks[saved_count++] = saved_of(thread, context);
    for (size_t i = 0; i < saved_count; i++)
        total += stacks[i].place_count + stacks[i].call_count;
    if (!make_room(&call_array, total * sizeof(struct call)))
        return false;
    struct call *at = call_array.memory;
    for (size_t i = 0; i < saved_count; i++) {
        save_stack(&stacks[i], at);
        at += stacks[i].place_count + stacks[i].call_count;
    }
    return true;
}

struct __instr_frame *fork_stacks_find(const struct __instr_region *descriptor, const void *cfa)
{
    const struct saved *saved = stack_array.memory;
    const struct call *call = call_array.memory;
    for (size_t i = 0; i < saved_count && !saved->runs; i++, saved++)
        call += saved->place_count + saved->call_count;
    if (saved == (const struct saved *)stack_array.memory + saved_count)
        return NULL;
    call += saved->place_count + saved->call_count;
    for (struct stack at = saved->stack; !stack_is_empty(at); at = stack_below(at))
        if ((--call)->descriptor == descriptor && call->cfa == cfa)
            return at.top;
    return NULL;
}

/* Opens a slot's call below `node`, and returns its node. A call that was open counts for the child, too. */
static struct node *open_slot(struct thread *thread, struct __instr_frame *frame, struct node *node,
                              const struct call *call)
{
    struct node *child = call->region ? tree_child(&thread->tree, node, call->region) : NULL;
    frame->start = call->region ? thread->begin : START_GAP;
    frame->descriptor = call->descriptor;
    frame->cfa = call->cfa;
    if (!child)
        return node;
    child->calls++;
    child->apart++;
    return child;
}

static void open_frames(struct thread *thread, struct stack stack, struct node *node, const struct call *calls)
{
    struct stack at = stack_bottom(stack);
    at.top->node = node;
    while (stack_rise(&at, stack)) {
        if (at.top == at.segment->frames + 1)
            at.top[-1].node = node;
        at.top->node = node = open_slot(thread, at.top, node, calls++);
    }
    for (struct __instr_frame *frame = stack.top + 1; frame < stack.segment->end; frame++)
        frame->start = START_FREE; /* what the parent has done since */
    stack.segment->newer = NULL;   /* if there is one, the parent may have made it since */
}

/* Restores a stack, with its times beginning now. */
static void revive(struct thread *thread, const struct saved *saved, struct node *place)
{
    struct context *context = saved->context;
    *context = saved->as_it_was;
    context->place = context->place ? place : NULL;
    context->resumed = thread->begin;
    if (context->stopped)
        context->stopped = thread->begin | 1;
    coroutines_revive(context, thread);
}

void fork_stacks_open(struct thread *thread)
{
    const struct saved *stacks = stack_array.memory;
    const struct call *calls = call_array.memory;
    for (size_t i = 0; i < saved_count; i++) {
        const struct saved *saved = &stacks[i];
        struct node *place = thread->tree.root;
        for (size_t k = 0; place && k < saved->place_count; k++)
            place = tree_plain_child(&thread->tree, place, calls[k].region);
        calls += saved->place_count;
        if (!place)
            place = thread->tree.root;
        if (saved->stack.segment)
            open_frames(thread, saved->stack, place, calls);
        calls += saved->call_count;
        if (saved->context)
            revive(thread, saved, place);
        if (saved->runs) {
            stack_use(thread, saved->stack.segment, saved->stack.top);
            thread->context = saved->context;
        }
    }
    for (struct context *context = thread->contexts; context; context = context->next)
        if (context->caller)
            context->caller = context->parent && context->parent->owner == thread && context->parent->stack.top
                                  ? context->parent->stack.top->node
                                  : NULL;
}
