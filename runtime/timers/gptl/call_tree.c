/*
 * call_tree.c - see print.h.
 *
 * Placed below its most frequent parent, a timer could be below itself. GPTL leaves it out of the tree then; here it goes below the first parent
 * that does not close a ring, and at last below the root.
 */
#include "runtime/timers/gptl/print.h"

#include "runtime/timers/gptl/options.h"

#include <stdlib.h>
#include <string.h>

static bool is_below(const struct timer *top, const struct timer *timer)
{
    if (top == timer)
        return true;
    for (int i = 0; i < top->child_count; i++)
        if (is_below(top->children[i], timer))
            return true;
    return false;
}

/* Adds a child. Returns 1 if that would be a ring, -1 if there is no memory. */
static int add_child(struct timer *parent, struct timer *child)
{
    if (is_below(child, parent))
        return 1;
    struct timer **children = realloc(parent->children, (size_t)(parent->child_count + 1) * sizeof(struct timer *));
    if (!children)
        return -1;
    parent->children = children;
    children[parent->child_count++] = child;
    return 0;
}

/* Returns the index of the chosen parent, or -1 for all. */
static int chosen_parent(const struct timer *timer)
{
    int most = 0;
    switch (options.method) {
    case GPTLfirst_parent:
        return 0;
    case GPTLlast_parent:
        return timer->parent_count - 1;
    case GPTLfull_tree:
        return -1;
    default:
        for (int i = 1; i < timer->parent_count; i++)
            if (timer->parents[i].calls > timer->parents[most].calls)
                most = i;
        return most;
    }
}

static int place(struct timers *timers, struct timer *timer)
{
    int chosen = timer->parent_count > 0 ? chosen_parent(timer) : 0;
    bool all = chosen < 0, placed = false;
    int result = 1;
    if (timer->parent_count > 0 && !all) {
        result = add_child(timer->parents[chosen].timer, timer);
        placed = result == 0;
    }
    for (int i = 0; i < timer->parent_count && result >= 0 && (all || !placed); i++) {
        result = add_child(timer->parents[i].timer, timer);
        placed |= result == 0;
    }
    return placed || result < 0 ? result : add_child(&timers->root, timer);
}

bool call_tree_build(struct timers *timers)
{
    for (struct timer *timer = &timers->root; timer; timer = timer->next)
        timer->child_count = 0;
    for (struct timer *timer = timers->root.next; timer; timer = timer->next)
        if (place(timers, timer) < 0)
            return false;
    return true;
}

int call_tree_depth(const struct timer *timer, int depth)
{
    int most = depth;
    for (int i = 0; i < timer->child_count; i++) {
        int below = call_tree_depth(timer->children[i], depth + 1);
        most = below > most ? below : most;
    }
    return most;
}

int call_tree_width(const struct timer *timer, int depth, int indent)
{
    int most = (int)strlen(timer->name) + indent * depth;
    for (int i = 0; i < timer->child_count; i++) {
        int below = call_tree_width(timer->children[i], depth + 1, indent);
        most = below > most ? below : most;
    }
    return most;
}

void call_tree_visit(const struct timer *timer, int depth, call_tree_visitor *visitor, void *context)
{
    if (depth >= 0)
        visitor(timer, depth, context);
    for (int i = 0; i < timer->child_count; i++)
        call_tree_visit(timer->children[i], depth + 1, visitor, context);
}
