/*
 * labels.h - opens and closes frames that the program starts and stops by hand, anywhere.
 *
 * A label's frame lies on the thread's shadow stack among those of functions, and is opened and closed by the same
 * probes. Beside it the thread keeps a stack of `struct open_label`, one for each label started and not yet stopped,
 * timed or not: it knows which label a frame belongs to, the turn of an iterated label, and the time before a pause.
 *
 * Programs start and stop labels by functions of their own. A label that outlives the function that started it goes on in
 * that one's caller, as if it had been started there; one that is stopped by a function which the caller calls is taken
 * out from under that one's frame, which then is of the rest of its call, under the label's caller. So a label ends when
 * it is stopped, and counts once; and so does each function, where it was called.
 *
 * Frames can vanish without a stop, when a longjmp passes them. What is open here but gone from the shadow stack is
 * found by its frame and start, and dropped when the next label comes by.
 *
 * A label is its descriptor here; api/ has their names.
 */
#ifndef INSTR_LABELS_H
#define INSTR_LABELS_H

#include "runtime/measure/stack/labels_open.h"

/* Its frame is still the one that it opened. */
static inline bool labels_is_same(const struct open_label *open)
{
    return open->frame->start == open->start;
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

/* A call of `node` goes on, and has that start: its frame. Null: no room. */
struct __instr_frame *labels_push_frame(struct thread *thread, struct node *node, uint64_t start, uint64_t now);

/* Drops what is gone and ends what is due from the top of the stack: before anything else is done with it. */
void labels_tidy(struct thread *thread);

/* Started, with that frame or null. Null where there is no memory. */
struct open_label *labels_push(struct thread *thread, struct __instr_region *label, struct __instr_frame *frame);

/* The innermost one of that label; null: it is not open. */
struct open_label *labels_find(const struct thread *thread, const struct __instr_region *label);

/* Closes its frame, which is the top one. Returns the time it took in ticks. */
uint64_t labels_close(struct thread *thread, struct open_label *open);

/* Stops it wherever it is and, unless `alone`, the labels that lie right upon it: false if there were any. What else is above
 * goes on. Sets *ticks to the time it took, unless it was not timed. */
bool labels_stop(struct thread *thread, struct open_label *open, bool alone, uint64_t *ticks);

/* Takes its frame off the stack, from under functions that go on, and puts it back where it was or upon those. False: no
 * memory. */
void labels_pause(struct thread *thread, struct open_label *open);
bool labels_resume(struct thread *thread, struct open_label *open);

/* Books a call of which no frame is open. `iteration` is 1 + the number of the turn; 0 = none. */
void labels_book(struct node *node, struct node *caller, uint64_t ticks, uint32_t iteration);

/* Stops all that the thread has open. */
void labels_stop_all(struct thread *thread);

/* Whether there is anything to tidy before a start. */
static inline bool labels_untidy(const struct thread *thread)
{
    return thread->labels && (thread->labels->count || frame_is_gap(thread->top));
}

/* A function is left. The uppermost frame of labels right above its own, else that itself. Once this is on top, takes these
 * labels off, and says when the function ended: where the first of them began, as what comes later is the label's. Then it is
 * left, and they go on from where they were taken. */
struct __instr_frame *labels_outliving(struct thread *thread, struct __instr_frame *frame);
uint64_t labels_lift(struct thread *thread, struct __instr_frame *frame, uint64_t now);
void labels_reopen(struct thread *thread, uint64_t now);

/* The frames of these labels, which may be null, are about to begin so many ticks later. */
void labels_postpone(struct label_stack *stack, uint64_t ticks);

/* The thread ends, and its frames are closed already. */
void labels_end(struct thread *thread);

/* In the child of a fork, whose frames are new: the labels that were open are open again, as if they began now. */
void labels_settle(struct thread *thread, struct label_stack *stack);

#endif
