/*
 * observer_loop.h - the observer's loop: it samples at random moments until the program ends, is replaced, or ends the observer.
 */
#ifndef INSTR_OBSERVER_LOOP_H
#define INSTR_OBSERVER_LOOP_H

#include "runtime/observe/observer_spawn.h"
#include "runtime/observe/observer_view.h"

struct watch {
    struct apart apart;
    struct looker looker;
    int parent;                /* the process, as getppid has it */
    char *stack, *other_stack; /* their ends: of the one that runs, and for the next one, whose memory is the same */
    /* By the observer alone; ns of its clock where nothing is said. */
    uint64_t last, due, looks, same; /* looks: how many, and how many in a row saw the same as the one before */
    uint64_t usual, period;          /* between two looks on average: if something happens, and now */
    uint64_t checked, program_stack; /* when it was last looked where the program's stack begins; and that */
    long stat;                       /* a file */
    uint32_t random;
};

/* Runs the observer, from the moment at which it still is a copy of the program; the argument is a struct watch. Never returns. */
void observer_loop_apart(void *told);

#endif
