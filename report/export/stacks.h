/*
 * stacks.h - call paths for the formats that write each as a list of frames.
 *
 * Each list repeats all frames above, so a deep tree would fill a disk. Therefore everything below STACK_DEEPEST levels is one stack.
 */
#ifndef INSTR_REPORT_EXPORT_STACKS_H
#define INSTR_REPORT_EXPORT_STACKS_H

#include "report/export/export.h"

enum { STACK_DEEPEST = 512 };
#define STACK_DEEPER "(deeper)" /* the frame below */

/* The weight of one stack: the node's own time and its inclusive time in ns, or a metric instead. */
struct stack {
    uint32_t node;
    bool deeper;
    uint64_t weight, calls;
};

/* Returns the stacks of all nodes in their order. */
struct stack *stacks_make(const struct export *export, uint32_t *count);

/* Fills in the nodes from the root's child (for the root, from the root) to `node`. Returns their number. */
uint32_t stacks_path(const struct export *export, uint32_t node, uint32_t path[STACK_DEEPEST]);

#endif
