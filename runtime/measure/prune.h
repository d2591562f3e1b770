/*
 * prune.h - cold paths give their nodes back, for hot ones that are to come.
 *
 * When a tree has taken all the room there is, half of its nodes go: those of subtrees in which least was called and least
 * time was seen. What they hold is booked by region on the (other paths) of the node that they hung under, so that
 * calls by function stay exact and looks are kept. That pays only where regions repeat below a node; so it is
 * whole subtrees that go, as high up as they are cold. Regions that were cold below such a node get
 * no nodes there any more; but where they prove hot after all, and pruning is seldom, they do again.
 *
 * What is on a shadow stack stays, and so do nodes that something else remembers. See D'Elia, Demetrescu and Finocchi,
 * "Mining Hot Calling Contexts in Small Space" (PLDI 2011), where what is dropped is forgotten.
 */
#ifndef INSTR_PRUNE_H
#define INSTR_PRUNE_H

#include "runtime/measure/thread.h"

/* By the thread itself, busy. Does nothing where that is of no use, or threads come and go just now. */
void prune(struct thread *thread);

#endif
