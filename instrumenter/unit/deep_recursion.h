/*
 * deep_recursion.h - calls a function on a stack large enough for deep recursion, and can abandon it. Generated texts may nest ten
 * thousand levels deep.
 */
#ifndef INSTR_DEEP_RECURSION_H
#define INSTR_DEEP_RECURSION_H

#include <stdbool.h>

/* When to give up a call; all zero: never. */
struct deep_recursion_limit {
    double seconds;                         /* that it may compute; 0 = any number */
    bool (*stop)(void);                     /* null, or asked after each signal and now and then */
    void (*give_up)(bool slow, void *data); /* ends the process or becomes another: the call goes on until then */
    void *data;
};

/* Runs call(argument) and waits for it, on a stack of its own if possible; otherwise no limit holds. Signals still go to the caller's thread.
 * A handler with SA_ONSTACK runs even if that stack is exhausted. */
void deep_recursion_call(void (*call)(void *), void *argument, const struct deep_recursion_limit *limit);

#endif
