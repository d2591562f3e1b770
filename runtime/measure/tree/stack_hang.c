/* stack_hang.c - what is open goes on below another node, see stack.h: apart, as the tree's own functions lie between. */
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/tree/tree.h"

void stack_hang(struct tree *tree, struct stack stack, struct stack from, struct node *parent)
{
    PUT(from.top->node, parent);
    while (stack_rise(&from, stack)) {
        struct __instr_frame *slot = from.top;
        struct node *was = slot->node, *node = NULL;
        if (slot == from.segment->frames + 1)
            PUT(slot[-1].node, parent);
        if (frame_is_call(slot))
            node = tree_child(tree, parent, was->region);
        parent = node ? node : parent;
        PUT(slot->node, parent);
    }
}
