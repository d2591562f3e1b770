/*
 * light.h - calls without frames.
 *
 * Most calls of a program are only counted, and a frame for each would be half of what they cost. So the thread has one word
 * beside its shadow stack, thread->path: the node that runs. Enter finds the child (light_table.h), counts, makes it the path,
 * and gives back the path that it came from, which the program keeps in its own frame; leave stores that word back. The
 * words can't be changed from here. So a call goes without a frame only where its node is a child of the caller's: then the
 * open calls are known all the same, as the nodes from the path up to that of the top frame. Those in an (other paths) count
 * as one step of that way: a node there is a child of whose (other paths) it is, and of all beside it, since it stays where
 * it is whoever calls. Who jumps out of such calls does no harm either: the next that is left has the right word. Frames that
 * were passed so, by a jump to a function that is not instrumented, are those whose nodes the path is not below; when they
 * ended nobody knows, so no time is booked.
 *
 * What needs a frame, as it is timed, folds, or setjmp comes back to it, gets one upon a *base*: stack.h has a picture.
 *
 * While such a call is entered, the highest byte of the path says so to the observer: the word that is stored in the end takes it
 * away. A handler that interrupts that finds no call under such a path, and comes the slow way.
 *
 * Whoever looks at or changes what is open of the own thread (labels, fork, coroutines) calls light_end first: a base stands
 * for what has no frame, thread->path names none, and each call gets a frame, and each leave comes the slow way. There the word
 * that leave brings tells how far to take the base back; where nodes were exchanged meanwhile (FRAME_MOVED) words mean
 * nothing, and each goes back by one. light_begin is the way back, for a probe that finds the thread so.
 */
#ifndef INSTR_LIGHT_H
#define INSTR_LIGHT_H

#include "runtime/measure/stack/stack.h"

/* Calls may go without frames: with adaptive timing, and where each call needs no other care. */
extern bool light_wanted;

/* The compiler's hooks keep no word: without a frame the way back has to be that to the node's parent. */
static inline bool light_finds_back(const struct node *node)
{
    return !(node->region->flags & __INSTR_BY_HOOKS) || !tree_is_other(node);
}

/* A call of `node` from `caller` is only counted, and no other frame is told by its own, as is done behind setjmp. Nodes that are
 * given back have parents that never called them. */
static inline bool light_counts(const struct node *caller, const struct node *node)
{
    return node->counted && light_finds_back(node) &&
           !((node->region->flags & __INSTR_TWICE) || (caller->flags & TREE_MOVED));
}

/* It needs no frame: the way back is known. */
static inline bool light_enough(const struct node *caller, const struct node *node)
{
    return light_counts(caller, node) && tree_leads_to(node, caller);
}

/* No call of the calling thread goes without a frame any more; those open that have none get a base. */
void light_end(struct thread *thread);

/* From now on calls go without frames if they may: if each open call that has none is below a function that has one, and so
 * comes the slow way when it ends. */
static inline void light_begin(struct thread *thread)
{
    const struct __instr_frame *first = thread->segment->frames, *frame;
    if (!light_wanted || thread->contexts || thread_busy || frame_kind(thread->top) == FRAME_FILLING)
        return;
    while (thread->top != first && frame_is_gap(thread->top))
        stack_drop(thread);
    for (frame = thread->top; frame != first; frame--)
        if (!frame_is_gap(frame) && frame->node->region->kind != REGION_LABEL)
            break;
    if (frame == first && thread->segment->older) /* what it is open in is in there */
        return;
    bool base = frame != first && frame_is_base(frame);
    if (base && (frame != thread->top || frame_kind(frame) == FRAME_MOVED))
        return;
    PUT(thread->path, tree_path(thread->top->node));
    if (base)
        stack_drop(thread);
    BARRIER();
    PUT(thread->light, 1);
}

/* The newest base that stands for a call which leave brings this path back from; null: there is none. */
struct __instr_frame *light_base(const struct thread *thread, uintptr_t path);

/* A call that the base stands for is left, and `path` was there before. */
void light_step(struct thread *thread, struct __instr_frame *base, uintptr_t path);

#endif
