/* context.h - a thread's data about each of its coroutines, see coroutine.h. */
#ifndef INSTR_CONTEXT_H
#define INSTR_CONTEXT_H

#include "runtime/measure/stack/stack.h"

/* One of several shadow stacks of a thread; in the store. */
struct context {
    struct stack stack; /* while it does not run; a null segment: it never did */
    struct label_stack *labels;
    struct thread *owner;
    struct context *parent; /* whose node it hangs under; null for the thread's first */
    struct node *place;     /* that node */
    struct node *caller;    /* of the parent: where it was resumed */
    uint64_t resumed;       /* ticks */
    uint64_t stopped;       /* ticks; 0: its clock runs */
    uint64_t serial;        /* no two have had the same; 0: to be used again */
    uint32_t children;      /* contexts that hang under it */
    uint32_t generation;    /* of this process: what the parent of a fork had of other threads is none */
    uint8_t over;           /* it has returned, and waits for its children; not bool: see struct region */
    bool is_rest;           /* what one that went on in another thread left here; such are the first of a thread's */
    const void *key;        /* the ucontext_t; null while it runs */
    struct context *bucket; /* next with a key like this, or next to be used again */
    struct context *next, **link; /* thread->contexts */
};

#endif
