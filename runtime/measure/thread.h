/*
 * thread.h - what the runtime keeps for each thread: shadow stack and tree.
 *
 * thread_self is all the thread-local storage there is: the runtime is loaded by dlopen and glibc
 * reserves little for libraries that come late. A thread that is not known yet, has ended, or finds
 * itself in the child of a fork points to thread_nobody, on whose stack there is no room, so that the
 * probes' fast path needs no test for it.
 *
 * The shadow stack is a chain of segments. Slot 0 of a segment stands for the frame before it: it names
 * that frame's node and is never left itself.
 */
#ifndef INSTR_THREAD_H
#define INSTR_THREAD_H

#include "runtime/measure/events.h"
#include "runtime/measure/lock.h"
#include "runtime/measure/observed.h"
#include "runtime/measure/tree.h"

#include <pthread.h>
#include <threads.h>

struct __instr_frame {
    struct node *node;
    uint64_t start; /* ticks; 0 = counted only, or free */
};
_Static_assert(sizeof(struct __instr_frame) == sizeof(struct __instr_open) &&
                   offsetof(struct __instr_frame, start) == offsetof(struct __instr_open, __start),
               "probes in line know frames");

/* A start that says more, by its highest bits. A call that went on when a label under it was stopped or paused is booked up
 * to then, and its frame is of the rest, under another node: FRAME_REST, and ticks. Where that label was there is nothing
 * any more, and its slot names the node of the frame before: FRAME_NONE. UINT64_MAX: it is being filled. */
#define FRAME_REST ((uint64_t)1 << 63)
#define FRAME_NONE ((uint64_t)3 << 62)
/* The slot stands for the calls that have no frames, see light.h. FRAME_MOVED: under other nodes than they began. */
#define FRAME_BASE ((uint64_t)1 << 62)
#define FRAME_MOVED (FRAME_BASE | 1)

static inline bool frame_is_rest(uint64_t start)
{
    return start >> 62 == 2;
}

static inline bool frame_is_none(uint64_t start)
{
    return start >> 62 == 3 && start != UINT64_MAX;
}

static inline bool frame_is_base(uint64_t start)
{
    return start >> 62 == 1;
}

struct segment {
    struct segment *older, *newer;
    struct __instr_frame *end;
    struct __instr_frame frames[];
};

enum { THREAD_FRAMES = 256, THREAD_TEAMS = 8 };

/* What a thread knows of parallel regions, see team.h. */
struct teams {
    uint64_t open[THREAD_TEAMS]; /* numbers of those that it came to and has not left, the outermost first; else 0 */
    uint32_t depth;
    bool member;          /* works for others: its tree is rooted in the process, and begins at an anchor */
    uint64_t last;        /* number given last */
    struct thread *owner; /* of the team that it works or worked for; null: of none yet */
    uint64_t number;      /* of that team */
    struct node *node;    /* of the owner's tree, and when the owner began: what the anchor was made for */
    uint64_t began;
    struct node *anchor; /* of this thread's tree: what it does for the team is below */
};

struct thread {
    struct __instr_frame *top;
    uint8_t probing;       /* 1: it is in a probe, for who looks from outside */
    uint8_t light;         /* 1: calls without frames are left in line; only the thread itself says so */
    uint8_t mixed;         /* 1: it has had frames of counted calls that are closed in line */
    uintptr_t path;        /* of the node that runs, or TREE_NO_PATH: that of the top frame. See light.h */
    uintptr_t slots;       /* one byte before the homes of `finds` */
    uint64_t mask;         /* of a key: the offset of its home from there; 0: probes in line are to find nothing */
    uintptr_t leaf;        /* the path of a leaf that runs; even: none does. See light.h */
    struct counts *counts; /* by function, see counts.h; null: none yet */
    uint64_t counts_end;   /* bytes of these; 0: each such call comes the slow way */
    uint64_t marks[__INSTR_DEPTHS]; /* of functions so counted that run, by depth; 0: none does */
    struct light_table *table;      /* the largest, see light_table.h; null: there is none yet */
    struct __instr_frame *limit;    /* segment->end, or null to send every enter the slow way */
    struct label_stack *labels;     /* those that are open, see labels.h; may be null */
    struct light_table *finds;      /* the table in use; null: none */
    uint64_t last;                  /* ticks: when a timed call ended last */
    struct segment *segment;
    struct tree tree;
    struct node *place;          /* in the process's tree: where this one hangs */
    uint64_t begin;              /* ticks */
    struct thread *next, **link; /* store->threads */
    struct node *asked, *answer; /* a node of this tree and its counterpart in the process's tree */
    int system_id;
    uint32_t number;  /* from 0, in the order of their coming */
    uint32_t crowded; /* 0: `table` takes more; else it has no room, and calls that it has not are counted here */
    uint8_t ended;    /* all of it is done, and its tree is kept for its own sake; not bool: see struct region */
    struct context *context;  /* that runs; null: there was never more than one, see coroutine.h */
    struct context *contexts; /* all, by their `next` */
    struct teams teams;
    struct events events;           /* of the trace, if there is one */
    struct meter *meter;            /* null: no metric is on, see meter.h */
    struct counted_path asked_path; /* by the observer */
    struct watched watched;
};

_Static_assert(offsetof(struct thread, top) == offsetof(struct __instr_thread, __top), "probes in line know threads");

#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

extern THREAD_LOCAL struct thread *thread_self;
/* The thread is inside the runtime; a signal handler must not change what is being changed. */
extern THREAD_LOCAL int thread_busy;

/* Of thread_self from the thread pointer, in bytes; 0 where that is not known. */
long thread_self_offset(void);

extern struct thread thread_nobody;
extern struct tree thread_process;   /* the process's tree */
extern struct region *thread_region; /* of the nodes that threads hang under */
extern struct lock thread_lock;      /* guards it, store->threads and the end of threads */

/* Once, by the first thread. */
bool thread_start(void);

/* The calling thread as far as it is known; in the child of a fork the one that forked is made known first. */
struct thread *thread_settled(void);

/* Makes the calling thread known. `place` null: under the root, as one that came from outside; the root itself:
 * one whose tree begins there, see team.h. Null when there is no memory. */
struct thread *thread_begin(struct node *place);

/* The calling thread is not known any more. What it did is kept, or in the process's tree. */
void thread_end(struct thread *thread);

/* The counterpart in the process's tree of a node of `thread`, which is the calling one, made if need be; under thread_lock.
 * Null: no memory. */
struct node *thread_place(struct thread *thread, struct node *node);

/* Whether the calling thread measures; takes up what thread_set_all said. */
bool thread_is_on(struct thread *thread);

/* Moves to a further segment of the stack, or back to the older one. False: no memory. */
bool thread_climb(struct thread *thread);
void thread_descend(struct thread *thread);

/* A stack for so many frames; null when there is no memory. All its frames name `node` before they are used, and have no
 * start. */
struct segment *thread_stack(uint32_t frames);
void thread_stack_fill(struct segment *segment, struct node *node);

/* On the stack that ends in this segment, at `top`, all that is timed began so many ticks later; they are even, as the lowest
 * bit of a start is a flag. */
void thread_stack_postpone(struct segment *segment, const struct __instr_frame *top, uint64_t ticks);

/* Of the stack that ends in this segment, at `top`: its first segment, and the number of open frames. */
struct segment *thread_stack_oldest(struct segment *segment);
size_t thread_stack_count(const struct segment *segment, const struct __instr_frame *top);

/* From now on the calling thread's stack is this one. */
void thread_use(struct thread *thread, struct segment *segment, struct __instr_frame *top);

/* The segment that holds `frame` as an open frame, or null. */
struct segment *thread_segment(const struct thread *thread, const struct __instr_frame *frame);
struct segment *thread_stack_segment(struct segment *segment, const struct __instr_frame *top,
                                     const struct __instr_frame *frame);

/* Stand in for pthread_create and thrd_create. */
int thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int thread_create_c11(thrd_t *id, thrd_start_t start, void *argument);

/* Stops and starts timing in all threads. */
void thread_set_all(bool on);

#endif
