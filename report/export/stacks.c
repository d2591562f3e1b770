/* stacks.c - see stacks.h. */
#include "report/export/stacks.h"

uint64_t export_nanoseconds(double picoseconds)
{
    return u64_from_double(picoseconds / 1000);
}

/* Returns a node's own time in ns, or its own value of the requested metric. */
static double weight_of(const struct export *export, uint32_t node)
{
    return export->weight ? export->weight->own[node] : export->view->nodes[node].exclusive / 1000;
}

struct stack *stacks_make(const struct export *export, uint32_t *count)
{
    const struct view *view = export->view;
    const struct profile_node *nodes = view->profile->nodes;
    uint32_t total = view->profile->node_count;
    struct stack *stacks = arena_array(export->arena, (size_t)total + 1, sizeof *stacks);
    *count = 0;
    for (uint32_t i = 0, end; i < total; i = end) {
        double below = 0;
        uint64_t calls = 0;
        end = i + 1;
        stacks[(*count)++] = (struct stack){i, false, u64_from_double(weight_of(export, i)),
                                            i ? nodes[i].calls.calls : 0}; /* nobody called the process */
        if (view->nodes[i].depth < STACK_DEEPEST)
            continue;
        for (; end < total && view->nodes[end].depth > view->nodes[i].depth; end++) {
            below += weight_of(export, end);
            calls += nodes[end].calls.calls;
        }
        if (end > i + 1)
            stacks[(*count)++] = (struct stack){i, true, u64_from_double(below), calls};
    }
    return stacks;
}

uint32_t stacks_path(const struct export *export, uint32_t node, uint32_t path[STACK_DEEPEST])
{
    uint32_t depth = export->view->nodes[node].depth, count = depth ? depth : 1;
    for (uint32_t i = count; i-- > 0; node = export->view->profile->nodes[node].parent)
        path[i] = node;
    return count;
}
