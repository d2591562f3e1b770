/*
 * slate.h - what a child of fork writes its first calls on.
 *
 * Most children call a few functions and then exec, or end soon. A store and a profile for each would cost more than the
 * calls, and a file. So the parent lays out a few slates in its own store, and a child writes on one of them: that needs no
 * system call. Who calls exec, or ends at once by _exit, leaves it, and the parent books what stands there in its own tree,
 * beside all else, under "short children". Who does more, or ends otherwise, takes it along into a store of its own (fork.c).
 *
 * A slate is held by a lock that the kernel marks when its owner execs or dies: so nothing is lost whatever happens to the child,
 * and an exec that fails changes nothing. Where the parent dies, what is on its slates is recovered with its store; one that
 * ends while a child still writes leaves its store behind for that child.
 */
#ifndef INSTR_SLATE_H
#define INSTR_SLATE_H

#include "runtime/machine/clock.h"
#include "runtime/measure/stack.h"

#include <pthread.h>

enum { SLATE_NODES = 256, SLATE_FRAMES = 128, SLATE_CALLS = 4096 };

enum slate_state {
    SLATE_FREE,
    SLATE_USED,
    SLATE_MOVING /* its child is making a store of its own of it */
};

struct slate {
    struct node nodes[SLATE_NODES]; /* the root, the path that was open at the fork, others */
    /* Slot 0 is the root's; 1 stands for what was open at the fork below the next ones (struct fork_path), and is never left;
     * then those opened since. */
    struct __instr_frame frames[SLATE_FRAMES];
    uint64_t rests[SLATE_FRAMES]; /* ticks: what those that were open took until they were left */
    uint32_t ends[SLATE_FRAMES];  /* of those: their last node */
    uint32_t node_count, top, base,
        forked; /* the innermost open frame; of those at the fork; and how many these were */
    uint32_t calls;
    struct clock_pair start;
    uint64_t last; /* ticks: when something was written last */
    union {
        pthread_mutex_t held;
        char room[64]; /* its size is the machine's, and a slate's is everywhere the same */
    };
};

/* In the parent, before a fork: there is a free slate, if one can be had. */
void slates_ready(void);

/* Books what children left that are gone or done; thread_lock is held. False: there was nothing. */
bool slates_gather(void);

/* Whether something stands on one of them that a child may still leave to the parent, or take along. */
bool slates_in_use(void);

/* In a child: a slate for it alone, of those that there were at the fork (others are not in its memory), with these calls open.
 * Null: there is none. */
struct store_header;
struct fork_path;
struct slate *slate_claim(const struct store_header *at_fork, const struct fork_path *path);

/* Whether this process has it: not one that vfork shares its memory with, and not once it is booked. */
bool slate_is_mine(const struct slate *slate);

/* Opens a frame. Null: the slate is full. */
struct __instr_frame *slate_enter(struct slate *slate, struct region *region);

/* Its child is done, and the parent may book it from now on. False: the parent has ended meanwhile, and the slate is the
 * child's again. */
bool slate_hand_over(struct slate *slate);

/* Closes the frames above the one with that place, and it too unless it stays. */
void slate_leave(struct slate *slate, size_t frame, bool stay);

/* The child makes a store of its own, and then does not need what is its parent's any more. The result of the first, null for
 * "it can't", goes to the second. */
uint32_t *slate_move(struct slate *slate);
void slate_moved(uint32_t *seen);

/* Closes the top frame: it took until something was written last. Of one that was open at the fork that is the rest of a call of
 * its parent's, and no call of the child's. */
static inline void slate_pop(struct slate *slate)
{
    const struct __instr_frame *frame = &slate->frames[slate->top];
    uint64_t ticks = !frame_is_gap(frame) && slate->last > frame->start ? slate->last - frame->start : 0;
    if (slate->top > slate->base) {
        tree_book(frame->node, ticks);
    } else {
        for (uint32_t i = slate->ends[slate->top - 1] + 1; i <= slate->ends[slate->top]; i++)
            slate->nodes[i].sum += ticks;
        slate->rests[slate->top] = ticks;
        slate->base--;
    }
    slate->top--;
}

/* The child is gone: what was open, and the whole, ended when something was written last. Also of a slate that was read from a
 * file, whose pointers are checked. */
static inline void slate_close(struct slate *slate)
{
    struct node *root = slate->nodes;
    root->calls = 1;
    tree_book(root, slate->last > slate->start.ticks ? slate->last - slate->start.ticks : 0);
    while (slate->top)
        slate_pop(slate);
}

#endif
