/*
 * call_tree.h - GPTL's tree to print: each timer once, below one of the timers that called it, as GPTLprint_method says.
 */
#ifndef COMPAT_GPTL_CALL_TREE_H
#define COMPAT_GPTL_CALL_TREE_H

#include "runtime/timers/gptl/timers.h"

/* Fills in the children, from the root on. False: no memory. */
bool call_tree_build(struct timers *timers);

/* The deepest of the root's tree; its children have 0. */
int call_tree_depth(const struct timer *timer, int depth);

/* Columns that names take, with `indent` of them for each level. */
int call_tree_width(const struct timer *timer, int depth, int indent);

/* For each timer of the tree, parents first. */
typedef void call_tree_visitor(const struct timer *timer, int depth, void *context);
void call_tree_visit(const struct timer *timer, int depth, call_tree_visitor *visitor, void *context);

#endif
