/*
 * code_here.h - what the code at a program counter is: in calls of which functions, and whether it is a part of their probes.
 *
 * Of a function the table of sites (site_table.h) has where its own call and those of functions that were inlined into it begin, end and
 * are counted. The order of code says little of who was inlined into whom; calls with frames have said it (callers of struct region).
 */
#ifndef INSTR_CODE_HERE_H
#define INSTR_CODE_HERE_H

#include "runtime/observe/observer_view.h"

enum { CODE_HERE_OPEN = 32 };

struct code_here {
    const struct code_object *object; /* null: not known */
    uint64_t open[CODE_HERE_OPEN];    /* regions whose calls it is in, the innermost first */
    uint32_t count;
    bool probe, known; /* known: what it is not to be asked of the thread */
    bool counted;      /* the outermost has no probe but the addition */
    bool adds;         /* it counts a call */
};

void code_here_at(struct looker *looker, uint64_t counter, uint64_t now, struct code_here *here);

#endif
