/*
 * big_stack.h - runs a function on a large stack of its own, because the program's may be small.
 *
 * Programs give 8 KB to a child of clone, and as much to handlers of signals, of which the kernel takes half. That is too little for starting the
 * runtime, writing a profile, or making a store in a child of fork. So such a function runs on a stack that is mapped for it, unless it is on the
 * process's first one, where that is large. The test `frames` finds others.
 */
#ifndef INSTR_BIG_STACK_H
#define INSTR_BIG_STACK_H

/* Calls function(argument) on a stack of 256 KB if the system has the memory, else on this one. */
void big_stack_run(void (*function)(void *argument), void *argument);

#endif
