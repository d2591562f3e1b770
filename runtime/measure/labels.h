/*
 * labels.h - what probe.c and thread.c have to tell about frames that labels have on a shadow stack.
 */
#ifndef INSTR_LABELS_H
#define INSTR_LABELS_H

#include "runtime/measure/thread.h"

/* The frame of a function is about to be closed, with others above it. Frames of labels right above it
 * outlive the function: they are to be closed with it and opened again afterwards. Returns how many
 * frames above `frame` are no surprise. */
uint32_t labels_outlive(struct thread *thread, const struct __instr_frame *frame);
void labels_reopen(struct thread *thread);

/* The thread ends, and its frames are closed already. */
void labels_end(struct thread *thread);

#endif
