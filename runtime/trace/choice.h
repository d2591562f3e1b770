/*
 * choice.h - which calls are in a trace, or printed: the options filter, below and every of INSTR_TRACE.
 */
#ifndef INSTR_CHOICE_H
#define INSTR_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

struct node;
struct region;
struct thread;

/* Reads the filter. */
void choice_start(void);

/* By the filter; a label, or a function, whose calls alone are wanted is taken whatever that says of it. */
bool choice_takes(const struct region *region);

/* Of a call that is about to begin: 0, or 1 and the enum trace_left by which it is not taken. */
unsigned choice_why_not(struct thread *thread, const struct node *node, uint64_t now);

#endif
