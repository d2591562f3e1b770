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
 * What needs a frame (calls that are timed, that fold, or that setjmp comes back to) gets one in the midst of these: upon a
 * *base*, a slot that names the path which runs, unless that is the top frame's. The base goes when the frame goes.
 *
 * A *leaf*, a function that calls nothing, is counted in the same way, but the path stays its caller's, so that the next call
 * need not wait for it; thread->leaf says that it runs. Who interrupts it, as a signal handler, is called by its caller then.
 *
 * While such a call is entered, the highest byte of the path, or the lowest of the leaf, says so to who looks from outside: the
 * word that is stored in the end takes it away. Who interrupts that finds no call under such a path, and comes the slow way.
 *
 * Whoever looks at or changes what is open of the own thread (labels, fork, coroutines) calls light_end first: a base stands
 * for what has no frame, thread->path names none, and each call gets a frame, and each leave comes the slow way. There the word
 * that leave brings tells how far to take the base back; where nodes were exchanged meanwhile (FRAME_MOVED) words mean
 * nothing, and each goes back by one. light_begin is the way back, for a probe that finds the thread so.
 */
#ifndef INSTR_LIGHT_H
#define INSTR_LIGHT_H

#include "profile/region.h"
#include "runtime/machine/word.h"
#include "runtime/measure/light_table.h"

/* Calls may go without frames: with adaptive timing, and where each call needs no other care. */
extern bool light_wanted;

/* The way back from `node` to `caller` is that to its parent. */
static inline bool light_leads_to(const struct node *node, const struct node *caller)
{
    return tree_caller(node) == caller || (tree_is_other(caller) && node->parent == caller->parent);
}

/* A call of `node` from `caller` is only counted, and no other frame is told by its own, as is done behind setjmp. Nodes that are
 * given back have parents that never called them. */
static inline bool light_counts(const struct node *caller, const struct node *node)
{
    return node->counted && !((node->region->flags & __INSTR_TWICE) || (caller->flags & TREE_MOVED));
}

/* It needs no frame: the way back is known. */
static inline bool light_enough(const struct node *caller, const struct node *node)
{
    return light_counts(caller, node) && light_leads_to(node, caller);
}

/* The open call next to that of `node`, which has no frame, on the way to the frame of `under`. */
static inline struct node *light_caller(const struct node *node, struct node *under)
{
    return tree_is_same(node, under) ? under : tree_caller(node);
}

/* The node that runs. */
static inline struct node *light_node(const struct thread *thread)
{
    struct node *open = light_open(thread);
    return open ? open : thread->top->node;
}

/* The leaf that runs, called by the node that does, `runs`; null: none, or who came in its midst runs, or never came back to
 * it. The thread may be another one, whose words change at any moment: they are read once. */
static inline struct node *light_leaf(const struct thread *thread, const struct node *runs)
{
    uintptr_t leaf = GET(thread->leaf);
    return leaf & 1 && light_leads_to(tree_node(leaf), runs) ? tree_node(leaf) : NULL;
}

/* No call of the calling thread goes without a frame any more; those open that have none get a base. */
void light_end(struct thread *thread);

/* The same where those open are over. */
static inline void light_forget(struct thread *thread)
{
    PUT(thread->light, 0);
    BARRIER();
    PUT(thread->path, TREE_NO_PATH);
}

/* A slot is the base of what runs in `node`. */
static inline void light_fill_base(struct __instr_frame *base, struct node *node)
{
    PUT(base->node, node);
    PUT(base->start, FRAME_BASE);
}

/* The top slot is free, and nothing is booked. */
static inline void light_drop(struct thread *thread)
{
    PUT(thread->top->start, 0);
    BARRIER();
    PUT(thread->top, thread->top - 1);
}

/* The frame is a label's, and the function that it is open in has none: who leaves that must come the slow way. */
bool light_is_labelled(const struct thread *thread, const struct __instr_frame *frame);

/* Takes the top frame off, and with it the base that it lies upon. */
static inline void light_pop(struct thread *thread, struct __instr_frame *frame)
{
    struct __instr_frame *below = frame - 1;
    if (!light_open(thread)) {
        PUT(thread->top, below);
        return;
    }
    uintptr_t path = tree_path(below->node);
    bool framed = below->start == FRAME_MOVED || (thread->mixed && !below->start && below != thread->segment->frames) ||
                  (thread->labels && light_is_labelled(thread, below));
    if (below->start == FRAME_BASE) {
        PUT(below->start, 0);
        below--;
    }
    BARRIER();
    PUT(thread->top, below);
    BARRIER();
    if (__builtin_expect(framed, 0))
        light_forget(thread);
    else
        PUT(thread->path, path);
}

/* From now on calls go without frames if they may: if each open call that has none is below a function that has one, and so
 * comes the slow way when it ends. */
static inline void light_begin(struct thread *thread)
{
    const struct __instr_frame *first = thread->segment->frames, *frame;
    if (!light_wanted || thread->contexts || thread_busy || thread->top->start == UINT64_MAX)
        return;
    while (thread->top != first && frame_is_none(thread->top->start))
        light_drop(thread);
    for (frame = thread->top; frame != first; frame--)
        if (!frame_is_none(frame->start) && frame->node->region->kind != REGION_LABEL)
            break;
    if (frame == first && thread->segment->older) /* what it is open in is in there */
        return;
    bool base = frame != first && frame_is_base(frame->start);
    bool closed_in_line = thread->mixed && frame != first && !frame->start;
    if (closed_in_line || (base && (frame != thread->top || frame->start == FRAME_MOVED)))
        return;
    PUT(thread->path, tree_path(thread->top->node));
    if (base)
        light_drop(thread);
    BARRIER();
    PUT(thread->light, 1);
}

/* The newest slot of the stack that was not passed by a jump, as far as it is in the segment of the top. Uses no vector register:
 * probes call it as it is. */
struct __instr_frame *light_top(const struct thread *thread, struct __instr_frame *top);

/* The newest base that stands for a call which leave brings this path back from; null: there is none. */
struct __instr_frame *light_base(const struct thread *thread, uintptr_t path);

/* A call that the base stands for is left, and `path` was there before. */
void light_step(struct thread *thread, struct __instr_frame *base, uintptr_t path);

/* The node of `tree` that is to `parent` what `node` is to `from`, an ancestor: for a base whose nodes are exchanged. */
struct node *light_follow(struct tree *tree, struct node *parent, const struct node *from, const struct node *node);

#endif
