/*
 * observed.h - what a process and its observer tell each other; in the store. See runtime/observe/observer.h.
 */
#ifndef INSTR_OBSERVED_H
#define INSTR_OBSERVED_H

#include <stdint.h>

enum observer_state { OBSERVER_NONE, OBSERVER_STARTS, OBSERVER_LOOKS, OBSERVER_OVER /* refused, or ended */ };

struct observed {
    uint32_t state; /* enum observer_state; the process begins and ends it, the observer says that it looks */
    /* By the observer, over all threads. */
    uint64_t looks;
    uint64_t looked, looked_probe; /* ns: what all looks stand for, and those that found a probe */
    uint32_t wants;                /* 1: there are regions to be switched off, see budget.h */
    /* By the process: a call of a counted node that takes longer on average is timed again. */
    uint32_t tiny_ns;
};

/* Of a thread, by the observer alone. */
struct watched {
    uint64_t state;   /* what the last look saw: the node that ran, and 1 if it was in a probe; 0: nothing */
    uint64_t calls;   /* and calls that tell whether it goes on */
    uint64_t ns;      /* for which that look stands */
    uint32_t went_on; /* 1: the thread had gone on since the look before */
    uint32_t slow;    /* looks in a row that found a tiny function and fewer calls than that makes */
    uint64_t slow_from, slow_run; /* ns: since when, and how long the thread had run by then */
    uint64_t asked;               /* ns: when the kernel was asked last how long the thread has run; 0: never */
    uint64_t run;                 /* ns: what it said; 0: it says nothing */
    /* ns of these that no look has stood for yet; below 0: looks stand for more, until it is asked again. */
    int64_t spare;
};

#endif
