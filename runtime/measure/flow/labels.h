/*
 * labels.h - opens and closes frames that the program starts and stops by hand, anywhere.
 *
 * A label's frame is on the thread's shadow stack, among those of functions. The thread also keeps a stack of `struct
 * open_label`, one for each label that is started and not yet stopped, timed or not: the label's frame, the number of its
 * iteration, and the time before a pause.
 *
 * Programs start and stop labels in functions of their own. If a label outlives the function that started it, it continues in
 * the function's caller, as if it had been started there. If a called function stops the label, the label's frame is removed
 * below that function's frame. The rest of that call counts under the label's caller. So each label and each function counts
 * once.
 *
 * A longjmp may remove frames of labels without a stop. Such labels are recognised by frame and start, and dropped at the next
 * start or stop of a label.
 *
 * Here a label is its descriptor; api/ has the names.
 */
#ifndef INSTR_LABELS_H
#define INSTR_LABELS_H

#include "runtime/measure/stack/labels_open.h"

/* Returns whether its frame is still the one that it opened. */
static inline bool labels_is_same(const struct open_label *open)
{
    return open->frame->start == open->start;
}

/* Returns whether its frame is the thread's top one. */
static inline bool labels_is_top(const struct thread *thread, const struct open_label *open)
{
    return open->state != LABEL_PAUSED && thread->top == open->frame && labels_is_same(open);
}

/* Returns the label started last, or NULL if none is open. */
static inline struct open_label *labels_last(const struct thread *thread)
{
    struct label_stack *stack = thread->labels;
    return stack && stack->count ? &stack->open[stack->count - 1] : NULL;
}

/* Pushes a frame for a call of `node` with that start, and returns it; NULL if there is no room. */
struct __instr_frame *labels_push_frame(struct thread *thread, struct node *node, uint64_t start, uint64_t now);

/* Drops labels that are gone and ends those that are due, from the top of the stack. To be called before anything else is done with it. */
void labels_tidy(struct thread *thread);

/* Adds a started label with that frame or NULL. Returns NULL if there is no memory. */
struct open_label *labels_push(struct thread *thread, struct __instr_region *label, struct __instr_frame *frame);

/* Returns the innermost open start of that label, or NULL. */
struct open_label *labels_find(const struct thread *thread, const struct __instr_region *label);

/* Closes its frame, which is the top one. Returns its time in ticks. */
uint64_t labels_close(struct thread *thread, struct open_label *open);

/* Stops a label anywhere on the stack and, unless `alone`, the labels directly above it; returns false if there were any. Everything else
 * above continues. Sets *ticks to its time, unless it was not timed. */
bool labels_stop(struct thread *thread, struct open_label *open, bool alone, uint64_t *ticks);

/* Take its frame off the stack, from under functions that continue; and put it back where it was, or above those. Returns false if there is no
 * memory. */
void labels_pause(struct thread *thread, struct open_label *open);
bool labels_resume(struct thread *thread, struct open_label *open);

/* Adds a call without an open frame. `iteration` is 1 + the number of the iteration; 0 = none. */
void labels_book(struct node *node, struct node *caller, uint64_t ticks, uint32_t iteration);

/* Stops all labels of the thread. */
void labels_stop_all(struct thread *thread);

/* Returns whether there is anything to tidy before a start. */
static inline bool labels_untidy(const struct thread *thread)
{
    return thread->labels && (thread->labels->count || frame_is_gap(thread->top));
}

/* Called when a function is left. Returns the uppermost of the labels' frames directly above the function's, else the function's own. Once
 * that is on top, the function takes these labels off the stack, ends where the first of them began, and the labels continue after it. */
struct __instr_frame *labels_outliving(struct thread *thread, struct __instr_frame *frame);
uint64_t labels_lift(struct thread *thread, struct __instr_frame *frame, uint64_t now);
void labels_reopen(struct thread *thread, uint64_t now);

/* Moves the starts of these labels' frames (may be NULL) by so many ticks. */
void labels_postpone(struct label_stack *stack, uint64_t ticks);

/* Called at the end of a thread whose frames are closed already. */
void labels_end(struct thread *thread);

/* In a child of fork, whose frames are new: opens the open labels again, as if they began now. */
void labels_settle(struct thread *thread, struct label_stack *stack);

#endif
