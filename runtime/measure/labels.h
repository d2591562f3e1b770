/*
 * labels.h - frames that the program opens and closes by hand, where it likes.
 *
 * A label's frame lies on the thread's shadow stack among those of functions, and is opened and closed by the same
 * probes. Beside it the thread keeps a stack of `struct open_label`, one for each label started and not yet stopped,
 * timed or not: it knows which label a frame belongs to, the turn of an iterated label, and the time before a pause.
 *
 * Frames can vanish without a stop, when a longjmp passes them. What is open here but gone from the shadow stack is
 * found by its frame and start, and dropped when the next label comes by.
 *
 * A label is its descriptor here; api/ has their names.
 */
#ifndef INSTR_LABELS_H
#define INSTR_LABELS_H

#include "runtime/measure/probe.h"

enum label_state {
    LABEL_OPEN,
    LABEL_PAUSED, /* no frame; its node and slot are remembered */
    LABEL_LATE,   /* stopped inside a function that it calls: ends with that */
    LABEL_AGAIN   /* its frame was closed with the function that started it: to be opened in the caller */
};

struct open_label {
    struct __instr_region *label;
    struct __instr_frame *frame; /* null: not timed */
    uint64_t start;              /* of the frame: tells whether it still is this one */
    struct __instr_frame *below; /* while paused: the frame it goes on top of, ... */
    struct node *caller;         /* ... that frame's node, ... */
    struct node *node;           /* ... its node ... */
    uint64_t spent;              /* ... and the ticks before the pause */
    uint32_t iteration;          /* 1 + the turn's number; 0 = none */
    enum label_state state;
};

struct label_stack {
    uint32_t count, room;
    struct open_label open[];
};

/* Those that labels use. */
extern struct probes label_probes;

/* The lowest bit of a frame's start belongs to probe.c. */
static inline bool labels_is_same(const struct open_label *open)
{
    return ((open->frame->start ^ open->start) & ~(uint64_t)1) == 0;
}

/* Its frame is the thread's top one. */
static inline bool labels_is_top(const struct thread *thread, const struct open_label *open)
{
    return open->state != LABEL_PAUSED && thread->top == open->frame && labels_is_same(open);
}

/* The one started last; null: none is open. */
static inline struct open_label *labels_last(const struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    return stack && stack->count ? &stack->open[stack->count - 1] : NULL;
}

/* Drops what is gone and ends what is due from the top of the stack: before anything else is done with it. */
void labels_tidy(struct thread *thread);

/* Started, with that frame or null. Null where there is no memory. */
struct open_label *labels_push(struct thread *thread, struct __instr_region *label, struct __instr_frame *frame);

/* The innermost one of that label; null: it is not open. */
struct open_label *labels_find(const struct thread *thread, const struct __instr_region *label);

/* Closes its frame, which is the top one. Returns the time it took in ticks. */
uint64_t labels_close(const struct thread *thread, struct open_label *open);

/* Stops it wherever it is, and with it the labels above. False: something was open above it. Sets *ticks to the time it
 * took, unless it was not timed. */
bool labels_stop(struct thread *thread, struct open_label *open, uint64_t *ticks);

/* Takes its frame, which is the top one, off the stack, and puts it back. False: no memory. */
void labels_pause(struct thread *thread, struct open_label *open);
bool labels_resume(struct thread *thread, struct open_label *open);

/* Books a call of which no frame is open. `iteration` is 1 + the number of the turn; 0 = none. */
void labels_book(struct node *node, struct node *caller, uint64_t ticks, uint32_t iteration);

/* Stops all that the thread has open. */
void labels_stop_all(struct thread *thread);

/* The frame of a function is about to be closed, with others above it. Frames of labels right above it
 * outlive the function: they are to be closed with it and opened again afterwards. Returns how many
 * frames above `frame` are no surprise. */
uint32_t labels_outlive(struct thread *thread, const struct __instr_frame *frame);
void labels_reopen(struct thread *thread);

/* The thread ends, and its frames are closed already. */
void labels_end(struct thread *thread);

/* In the child of a fork, whose frames are new: the labels that were open are open again, as if they began now. */
void labels_settle(struct thread *thread, struct label_stack *stack);

#endif
