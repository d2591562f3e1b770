/*
 * store_print.c - `call store_print()` in gdb: what the store holds. In builds for development alone, see common/check.h.
 *
 * Each thread with its open calls, the innermost first, and its tree: calls, timed calls and ticks of each node.
 */
#include "common/check.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#if INSTR_CHECKS

static void print_tree(const struct node *root)
{
    for (struct node *node = (struct node *)(uintptr_t)root; node; node = tree_next(root, node)) {
        int depth = 0;
        for (const struct node *above = node; above != root; above = above->parent)
            depth++;
        dprintf(STDERR_FILENO, "  %*s%s: %" PRIu64 " calls, %" PRIu64 " timed, %" PRIu64 " ticks%s%s\n", 2 * depth, "",
                node->region->name, node->calls, node->timed, node->sum, node->folds ? ", folds" : "",
                node->region->demoted ? ", demoted" : "");
    }
}

static void print_stack(const struct thread *thread)
{
    for (struct open_call call = stack_calls_of(thread); call.node; stack_next_call(&call))
        dprintf(STDERR_FILENO, "  open: %s since %" PRIu64 "\n", call.node->region->name, start_moment(call.start));
}

/* For a debugger; nothing else calls it. */
__attribute__((__used__)) void store_print(void);
void store_print(void)
{
    dprintf(STDERR_FILENO, "store of process %d: %" PRIu64 " bytes, %" PRIu64 " in its file\n", store->pid, store->used,
            store->kept);
    for (const struct thread *thread = store->threads; thread; thread = thread->next) {
        dprintf(STDERR_FILENO, "thread %u%s, %u nodes\n", thread->number, thread->ended ? " (ended)" : "",
                thread->tree.count);
        print_stack(thread);
        print_tree(thread->tree.root);
    }
    dprintf(STDERR_FILENO, "threads that ended\n");
    print_tree(store->root);
}

#endif
