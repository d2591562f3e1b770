/*
 * observer.h - who looks at the threads' stacks from outside: a process of its own, instr-observe.
 *
 * It maps the store, and at random moments, about a thousand a second, reads of each thread what its top frame names: the
 * node that runs; and whether a probe does. It books the moment on that node (see looked in tree.h), as
 * a share of the time that the clock will tell (see collect/shares.h). So tiny functions cost no clock reading, and no
 * probe is taken for the program.
 *
 * The program must not notice it. It is no thread of the program's and no child that a wait could find; it handles no
 * signal, holds no file, pipe or directory of the program's, is nobody's to trace, takes no place among few processes, and dies
 * with it. A process starts it when the first of its
 * nodes is only counted, so short processes start none.
 *
 * Where there is no store in a file, or nobody may be started, counted nodes have only a guess, by the calls that were
 * timed at first, and the profile says so.
 */
#ifndef INSTR_OBSERVER_H
#define INSTR_OBSERVER_H

#include <stdint.h>

enum observer_state { OBSERVER_NONE, OBSERVER_STARTED, OBSERVER_REFUSED };

/* What it and the process tell each other; in the store. */
struct observed {
    uint32_t state; /* enum observer_state; by the process, as the next one */
    /* By the observer, over all threads. */
    uint64_t looks;
    uint64_t looked, looked_probe; /* ns: what all looks stand for, and those that found a probe */
    uint32_t wants;                /* 1: there are regions to be switched off, see budget.h */
    /* By the process: a call of a counted node that takes longer on average is timed again. */
    uint32_t tiny_ns;
};

/* Starts it unless that was tried already. Not from a signal handler that interrupted the runtime. */
void observer_start(void);

#endif
