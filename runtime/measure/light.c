/* light.c - see light.h. */
#include "runtime/measure/light.h"

bool light_wanted;

/* Where there is no memory for a base, those calls are left without one: what leave brings then says nothing. */
void light_end(struct thread *thread)
{
    struct node *node = light_open(thread);
    if (!node)
        return;
    thread_busy++;
    light_forget(thread);
    if (node != thread->top->node && (thread->top + 1 < thread->segment->end || thread_climb(thread))) {
        struct __instr_frame *base = thread->top + 1;
        light_fill_base(base, node);
        BARRIER();
        PUT(thread->top, base);
        BARRIER();
        light_fill_base(base, node); /* a handler may have used the slot */
    }
    thread_busy--;
}

bool light_is_labelled(const struct thread *thread, const struct __instr_frame *frame)
{
    const struct __instr_frame *first = thread->segment->frames, *label = frame;
    while (frame != first && (frame_is_none(frame->start) || frame->node->region->kind == REGION_LABEL))
        frame--;
    return frame != label && (frame == first ? thread->segment->older != NULL : frame_is_base(frame->start));
}

static bool is_under(const struct node *node, const struct node *other)
{
    while (node && !tree_is_same(node, other))
        node = node->parent;
    return node;
}

struct __instr_frame *light_top(const struct thread *thread, struct __instr_frame *top)
{
    const struct node *open = light_open(thread);
    while (open && top > thread->segment->frames && !is_under(open, GET(top->node)))
        top--;
    return top;
}

/* A call was left that the base stands for, and the way back is to `node`. */
static bool leads_to(const struct __instr_frame *base, const struct node *node)
{
    if (base->start == FRAME_MOVED)
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
    struct __instr_frame *top = thread->top;
    for (struct segment *segment = thread->segment; segment; segment = segment->older) {
        for (struct __instr_frame *frame = top; frame > segment->frames; frame--)
            if (frame_is_base(frame->start) && leads_to(frame, tree_node(path)))
                return frame;
        if (segment->older)
            top = segment->older->end - 1;
    }
    return NULL;
}

/* Where nodes were exchanged: the word names one of the old. */
static struct node *step_back(const struct __instr_frame *base, const struct node *old)
{
    struct node *node = base->node;
    return tree_is_other(old) || node == base[-1].node ? node : tree_caller(node);
}

void light_step(struct thread *thread, struct __instr_frame *base, uintptr_t path)
{
    struct node *node = base->start == FRAME_BASE ? tree_node(path) : step_back(base, tree_node(path));
    PUT(base->node, node);
    if (node != base[-1].node || tree_is_other(tree_node(path)))
        return;
    PUT(base->start, FRAME_NONE);
    if (thread->top == base)
        light_drop(thread);
}

struct node *light_follow(struct tree *tree, struct node *parent, const struct node *from, const struct node *node)
{
    if (node == from || !node->parent)
        return parent;
    struct node *caller = tree_is_same(node, from) ? parent : light_follow(tree, parent, from, node->parent);
    struct node *mine = tree_plain_child(tree, caller, node->region);
    return mine ? mine : caller;
}
