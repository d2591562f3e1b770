/*
 * watch.h - what the observer does: it looks at random moments until the program ends, is replaced, or says that it has ended.
 */
#ifndef INSTR_WATCH_H
#define INSTR_WATCH_H

#include "runtime/observe/apart.h"
#include "runtime/observe/looker.h"

struct watch {
    struct apart apart;
    struct looker looker;
    int parent; /* the process, as getppid has it */
};

/* All that the observer does, from when it still is a copy of the program on; of a struct watch. Never returns. */
void watch_apart(void *told);

#endif
