/*
 * took.h - which paths of a thread took how much of its time since that was asked last.
 *
 * The tree is walked, but for timed nodes that took nothing, and held against what was known of its nodes. Timed calls took what the
 * clock says, those that are open as far as they are. Their time is shared out among what is counted in them, as looks found that.
 * A node that is not known any more, since there are too many, has nothing.
 */
#ifndef INSTR_TOOK_H
#define INSTR_TOOK_H

#include "runtime/measure/store/thread_self.h"

struct took;

struct took_part {
    const struct node *node; /* null: there are no more */
    double ticks;            /* of its own */
};

/* Of the calling thread; null: it is not measured, or there is no memory. */
struct took *took_of_self(void);

/* Whether it may be asked again: it takes a fiftieth of the time at most. */
bool took_is_due(const struct took *took, uint64_t now);

/* Ticks: when it was asked last. */
uint64_t took_since(const struct took *took);

/* The `count` paths that took most since then, the largest first, but calls of MPI; and what all took together. By the thread itself. */
double took_parts(struct took *took, uint64_t now, struct took_part *parts, int count);

/* In the child of a fork. */
void took_forget(void);

#endif
