/*
 * adaptive.h - adaptive timing: every call counted, those of tiny functions no more than that.
 *
 * A node begins with every call timed. After a window of calls its mean is looked at. Where it is below a hundred
 * clock readings the clock would cost more than it tells: from then on the node's calls are *counted*, and what they
 * take is seen by the observer (see observer.h), who looks at the thread's stack from outside. Long calls stay timed one
 * by one, so that their least, most and spread are known.
 *
 * A function that proved tiny on several paths in a row is counted from its first call on others, as long as somebody
 * looks: in programs of many paths most calls would be first ones.
 *
 * In the first moments of a process all is timed, as there is nobody yet to look: a short process is exact, and needs no
 * observer.
 *
 * Calls of a recursion take from nothing to all of its time; where calls fold (see tree.h) all nodes from the one that
 * calls up to the one that is folded into are counted too, since their own times are all that adds up. Labels are always
 * timed: who sets one by hand wants to know.
 */
#ifndef INSTR_ADAPTIVE_H
#define INSTR_ADAPTIVE_H

#include "runtime/measure/store/tree_data.h"

/* Ticks: what takes less is tiny. */
extern uint64_t adaptive_tiny;

/* Sets it, by what a clock reading costs. */
void adaptive_start(void);

/* Calls of the function take so little wherever it was called lately that those of new nodes are only counted. */
bool adaptive_knows_tiny(const struct region *region);

/* After a timed call, when node->review says so. */
void adaptive_review(struct node *node);

#endif
