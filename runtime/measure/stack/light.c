/* light.c - see light.h. */
#include "runtime/measure/stack/light.h"

bool light_wanted;

static void put_base(struct thread *thread, struct node *node)
{
    if (node == thread->top->node || (thread->top + 1 == thread->segment->end && !stack_climb(thread)))
        return;
    struct __instr_frame *base = thread->top + 1;
    frame_make_base(base, node);
    BARRIER();
    PUT(thread->top, base);
    BARRIER();
    frame_make_base(base, node); /* a handler may have used the slot */
}

/* Where there is no memory for a base, those calls are left without one: what leave brings then says nothing. */
void light_end(struct thread *thread)
{
    struct node *node;
    while ((node = stack_path(thread))) {
        put_base(thread, node);
        stack_forget_path(thread);
        put_base(thread, node); /* with a path a handler's call takes along the base that it lies upon */
    }
}

/* A call was left that the base stands for, and the way back is to `node`. */
static bool leads_to(const struct __instr_frame *base, const struct node *node)
{
    if (frame_kind(base) == FRAME_MOVED)
        return true;
    for (const struct node *open = base->node; open; open = open->parent) {
        bool beside = tree_is_other(open) && tree_is_same(open, node);
        if (beside || tree_is_same(open, base[-1].node))
            return beside;
        if (open->parent == node)
            return true;
    }
    return false;
}

struct __instr_frame *light_base(const struct thread *thread, uintptr_t path)
{
    struct stack at = stack_of(thread);
    while (!stack_is_empty(at) && !(frame_is_base(at.top) && leads_to(at.top, tree_node(path))))
        at = stack_below(at);
    return stack_is_empty(at) ? NULL : at.top;
}

/* Where nodes were exchanged: the word names one of the old. */
static struct node *step_back(const struct __instr_frame *base, const struct node *old)
{
    struct node *node = base->node;
    return tree_is_other(old) || node == base[-1].node ? node : tree_caller(node);
}

void light_step(struct thread *thread, struct __instr_frame *base, uintptr_t path)
{
    struct node *node = frame_kind(base) == FRAME_BASE ? tree_node(path) : step_back(base, tree_node(path));
    PUT(base->node, node);
    if (node != base[-1].node || tree_is_other(tree_node(path)))
        return;
    frame_make_gap(base);
    if (thread->top == base)
        stack_drop(thread);
}
