/*
 * tree.h - call trees: regions, nodes, and the search for the node of a call.
 *
 * Each thread has a tree that only the thread changes. The process has one more, under a lock, to which the trees of ended
 * threads are added. Nodes are found by index.h.
 *
 * The size of a tree is limited. A region has at most two nodes on one path, or settings.recursion; deeper calls fold into the
 * nearest of these nodes. Mutual recursion, as in a parser, makes trees grow. So if a region has many nodes in recursion, all its
 * later recursive calls fold.
 *
 * Beyond settings.memory a call of a new path counts by region only. Its node is below the (other paths) of its caller, or of the
 * nearest ancestor that has such a node. Calls that it makes get nodes beside it. So calls by function are always exact. Rarely
 * called paths move there too, see prune.h.
 *
 * The caller of a folded call, or of one in (other paths), is not the parent of the call's node. The call's time moves up the
 * tree, from below the caller to the call's node. If the call was timed, both nodes record this in their `extra`, and the profile
 * corrects it: a node's inclusive time is its own time plus that of all nodes below it, so nothing is counted twice.
 */
#ifndef INSTR_TREE_H
#define INSTR_TREE_H

#include "runtime/measure/store/tree_data.h"

extern struct region *tree_other; /* (other paths) */

/* Makes a tree whose `root` is of `region`. Returns false if there is no memory. */
bool tree_init(struct tree *tree, struct region *region);

/* Returns the node for a call of `region` from `parent`: found, made, folded, or (other paths). NULL if there is no memory. */
struct node *tree_child(struct tree *tree, struct node *parent, struct region *region);

/* Does the same as tree_child without regard to limits. */
struct node *tree_plain_child(struct tree *tree, struct node *parent, struct region *region);

/* Returns the node of `tree` that is related to `mine` as `node` is to `from`, which is (or was) above it in another tree (or this one); made
 * if it is missing. NULL without memory. */
struct node *tree_follow(struct tree *tree, struct node *mine, const struct node *from, const struct node *node);

/* Returns the node's `extra`, made if it is missing; NULL without memory. Only for the tree's owner. */
struct extra *tree_extra(struct node *node);

/* Records the number (1 + iteration; 0 = none) of a call that was the node's shortest or longest so far. */
void tree_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration);

/* Returns whether a call of the region may be long. A single long call may have been interrupted. */
static inline bool tree_is_lengthy(const struct region *region)
{
    return GET(region->lengthy) > 1;
}

/* Returns whether there is no room for more nodes (or even for those of `lengthy` calls), or the tree was never pruned and is large. */
bool tree_is_full(const struct tree *tree, bool lengthy);

/* Retires `node`, which has no children, and adds its data by region to `other`, an (other paths) of an ancestor. Its parent stays
 * (tree_stays) or goes too. Code that still holds the node, such as a probe that a signal handler interrupted, may go on using it. Under
 * thread_lock. Returns false if there is no memory. */
bool tree_retire(struct tree *tree, struct node *node, struct node *other);

/* Notes that a retired node is in nobody's list any more. */
void tree_rest(struct tree *tree, struct node *node);

/* Makes such nodes reusable, except those whose `heat` is TREE_STAYS. */
void tree_reuse(struct tree *tree);

/* Forgets how to find retired nodes, and nodes on (other paths) by callers elsewhere. */
void tree_tidy(struct tree *tree);

/* Returns whether nothing was counted or sampled at the node. */
static inline bool tree_is_blank(const struct node *node)
{
    return !(GET(node->calls) || GET(node->looked) || GET(node->looked_probe));
}

/* Returns the node to which counts on a retired node belong; NULL if the node is not retired. */
struct node *tree_heir(const struct node *node);

/* Adds the own numbers of `from` to those of `to`. */
void tree_add_own(struct node *to, const struct node *from);

/* Returns the next node in preorder below `root`; NULL at the end. */
struct node *tree_next(const struct node *root, struct node *node);

/* Returns the next node in preorder that is not below `node`. */
struct node *tree_beside(const struct node *root, struct node *node);

/* Adds all of `from`, which no probe uses any more, to the process's tree at `place`. A crash in the middle loses nothing: see struct
 * store_fold. */
void tree_fold(struct tree *into, struct node *place, struct tree *from);

/* In a child of fork, for a closed tree: makes an empty tree of new nodes, whatever happened to the old ones. */
bool tree_renew(struct tree *tree);

/* Frees all nodes but the root, and clears that one. */
void tree_clear(struct tree *tree);

#endif
