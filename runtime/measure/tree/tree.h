/*
 * tree.h - call trees: regions, nodes, and the search for the node of a call.
 *
 * Each thread has a tree that only it changes; the process has one more, under a lock, in which the
 * trees of ended threads are added up.
 *
 * A node is found by index.h.
 *
 * A tree can't grow without bound. A region has at most two nodes on one path, or settings.recursion; deeper
 * calls fold into the nearest. Of a region with many nodes in recursion, as those that call each other in a parser have,
 * all that are made later fold: that is what makes trees grow.
 *
 * Beyond settings.memory a call of a new path is booked by its region alone, on a node of that region below the (other paths)
 * of its caller, or of the nearest caller's caller that has such a node; and what that call calls, on one beside it. So
 * calls are exact by function in any case. What was a path but is seldom called goes there too, see prune.h.
 *
 * A call that folds or is booked there is called by a node that is not the parent of its own: its time
 * moves up the tree, from below the caller to the node it folds into. Where it was timed both keep account of it in
 * their `extra`, and the profile settles it: a node's own time stays its own, and its inclusive time is
 * that plus what is below it in the tree, so that nothing is counted twice.
 */
#ifndef INSTR_TREE_H
#define INSTR_TREE_H

#include "runtime/measure/store/tree_data.h"

extern struct region *tree_other; /* (other paths) */

/* `root` gets `region`. False when there is no memory. */
bool tree_init(struct tree *tree, struct region *region);

/* The node for a call of `region` from `parent`: found, made, folded, or (other paths). Null when
 * there is no memory. */
struct node *tree_child(struct tree *tree, struct node *parent, struct region *region);

/* The same as tree_child without looking at bounds. */
struct node *tree_plain_child(struct tree *tree, struct node *parent, struct region *region);

/* The node of `tree` that is to `mine` what `node` is to `from`, which is above it in another tree or was there in this one; made if need be.
 * Null without memory. */
struct node *tree_follow(struct tree *tree, struct node *mine, const struct node *from, const struct node *node);

/* The node's `extra`, made if need be; null without memory. Only by the tree's owner. */
struct extra *tree_extra(struct node *node);

/* A call that had this number (1 + it; 0 = none) was the node's shortest or longest so far. */
void tree_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration);

/* A call of the region may go on for long. What did once was interrupted, maybe. */
static inline bool tree_is_lengthy(const struct region *region)
{
    return GET(region->lengthy) > 1;
}

/* There is no room for more nodes, not even for those of `lengthy` calls; or it was never pruned and takes much of it. */
bool tree_is_full(const struct tree *tree, bool lengthy);

/* What `node`, which has no children, has been is booked on `other`, an (other paths) of one above it, by its region. Its
 * parent stays (tree_stays) or goes too. Whoever still has the node, as a probe that a signal handler
 * interrupted, has one that stands for the same. Under thread_lock. False: no memory. */
bool tree_retire(struct tree *tree, struct node *node, struct node *other);

/* The same node is in nobody's list any more. */
void tree_rest(struct tree *tree, struct node *node);

/* Such nodes are to be used again, but for those of `heat` TREE_STAYS. */
void tree_reuse(struct tree *tree);

/* The tree forgets how to find nodes that are retired, and those on (other paths) from nodes elsewhere. */
void tree_tidy(struct tree *tree);

/* Nothing was counted or seen there. */
static inline bool tree_is_blank(const struct node *node)
{
    return !(GET(node->calls) || GET(node->looked) || GET(node->looked_probe));
}

/* Where belongs what is counted on a node that is retired, by whoever still had it. Null: nowhere, as the node is not retired. */
struct node *tree_heir(const struct node *node);

/* Adds to the numbers that `to` has in itself those of `from`. */
void tree_add_own(struct node *to, const struct node *from);

/* The next node in preorder below `root`; null at the end. */
struct node *tree_next(const struct node *root, struct node *node);

/* The same, and nothing of what is below `node`. */
struct node *tree_beside(const struct node *root, struct node *node);

/* Adds all of `from`, which no probe uses any more, to the process's tree at `place`. A crash in the
 * middle loses nothing: see struct store_fold. */
void tree_fold(struct tree *into, struct node *place, struct tree *from);

/* In the child of a fork, of a tree that is closed: an empty one of new nodes, whatever happened to the old ones. */
bool tree_renew(struct tree *tree);

/* Takes all nodes but the root back, and makes that one new. */
void tree_clear(struct tree *tree);

#endif
