/*
 * prune.h - frees the nodes of cold paths, to make room for hot ones.
 *
 * When a tree is full, half of its nodes are freed: those with the fewest calls and samples, in them and below. Their numbers are
 * added by region to an (other paths), so calls by function stay exact and samples are kept. A hot node has few cold children, and
 * most of these are of different regions. So one (other paths) serves many hot nodes: it is below their nearest common ancestor
 * under which regions repeat often enough.
 *
 * A freed path gets nodes again when it is called again, and there is room. If many samples are in (other paths) nevertheless, the
 * observer asks for room. Without the observer, pruning waits long enough to take little of the time.
 *
 * Nodes on a shadow stack stay, as do nodes to which other data refer. See D'Elia, Demetrescu and Finocchi, "Mining Hot Calling Contexts in Small
 * Space" (PLDI 2011), where pruned data are lost.
 */
#ifndef INSTR_PRUNE_H
#define INSTR_PRUNE_H

struct region;
struct thread;

/* Prunes the tree of the calling, busy thread if it is full; in any case calls decide anew whether they have paths. Does nothing while threads
 * start or end. */
void prune(struct thread *thread);

/* Does the same if the tree is full for a call of that region, and it is time. */
void prune_if_due(struct thread *thread, const struct region *region);

#endif
