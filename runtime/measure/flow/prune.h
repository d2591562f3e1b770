/*
 * prune.h - frees the nodes of cold paths, to make room for hot ones.
 *
 * When a tree has taken all the room there is, half of its nodes go: those in which, with all that is below them, least was
 * called and least time was seen. What they hold is booked by region on an (other paths), so that calls by function stay
 * exact and looks are kept. Hot nodes have few cold children each, and most are of other regions: so there is one (other
 * paths) for many hot nodes, below the nearest one above them under which regions repeat often enough.
 *
 * What is booked there is a path again when it is called once more, and there is room. Where much
 * of what the observer sees is there nevertheless, it asks for room; what it can't ask waits for so long that pruning takes
 * little of the time.
 *
 * Nodes on a shadow stack stay, as do nodes to which other data refer. See D'Elia, Demetrescu and Finocchi, "Mining Hot Calling Contexts in Small
 * Space" (PLDI 2011), where what is dropped is forgotten.
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
