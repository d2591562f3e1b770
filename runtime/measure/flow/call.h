/*
 * call.h - begins and ends a call of the calling thread: its frame, its events, its time.
 *
 * What is inlined into probes is in call_inline.h. The rules of probe.h hold here too.
 */
#ifndef INSTR_CALL_H
#define INSTR_CALL_H

#include "runtime/measure/stack/stack.h"

/* Opens a frame of the calling thread for a known node; `descriptor` and `cfa` identify the call (stack.h). NULL if there is no room, or
 * timing is off. */
struct __instr_frame *call_open(struct thread *thread, struct node *node, const struct __instr_region *descriptor,
                                const void *cfa);

/* Adds a timed call. */
void call_book(struct node *node, struct node *caller, uint64_t ticks);

/* Adds time of a call that is counted elsewhere. */
void call_book_rest(struct node *node, uint64_t ticks);

/* Adds a frame's time up to now. The frame stays open for the rest of its call. */
void call_split(struct __instr_frame *frame, uint64_t now);

/* Closes the top frame, of whatever kind. */
void call_close(struct thread *thread, struct __instr_frame *frame, uint64_t now);

/* Closes frames until `frame` is the top one. Returns how many of them a jump had left. */
uint64_t call_close_newer(struct thread *thread, struct __instr_frame *frame, uint64_t now);

/* Closes all frames of an ending thread. */
void call_close_all(struct thread *thread, uint64_t now);

#endif
