/* stack_hang.c - what is open goes on below another node, see stack.h: apart, as the tree's own functions lie between. */
#include "runtime/measure/stack.h"
#include "runtime/measure/tree.h"

/* The node that is to `parent` what `node` is to `from`, which is above it. */
static struct node *follow(struct tree *tree, struct node *parent, const struct node *from, const struct node *node)
{
    if (node == from || !node->parent)
        return parent;
    struct node *caller = tree_is_same(node, from) ? parent : follow(tree, parent, from, node->parent);
    struct node *mine = tree_plain_child(tree, caller, node->region);
    return mine ? mine : caller;
}

void stack_hang(struct tree *tree, struct stack stack, struct stack from, struct node *parent)
{
    const struct node *old = from.top->node;
    PUT(from.top->node, parent);
    while (stack_rise(&from, stack)) {
        struct __instr_frame *slot = from.top;
        struct node *was = slot->node, *node = NULL;
        if (slot == from.segment->frames + 1)
            PUT(slot[-1].node, parent);
        if (frame_is_base(slot)) {
            node = follow(tree, parent, old, was);
            PUT(slot->start, START_MOVED);
        } else if (frame_is_call(slot)) {
            node = tree_child(tree, parent, was->region);
        }
        parent = node ? node : parent;
        PUT(slot->node, parent);
        old = was;
    }
}
