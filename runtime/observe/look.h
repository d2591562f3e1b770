/*
 * look.h - one look at the threads of a running program, in the store.
 *
 * The store belongs to a process that goes on meanwhile, and may have given up rights that the observer still has: each
 * word is read once, and no pointer is followed before it is known to lie inside the file.
 *
 * A look stands for the time since the one before. Who it is booked on, once the next one is made:
 *
 *     it found                                        booked on
 *     a timed function at work                        that one
 *     a tiny function, or a probe, of a thread that   that one, as far as the thread was on a processor; the rest on
 *     went on before it and after it                  the timed function in which all that happens
 *     the same, and the thread did not go on          the timed function
 *
 * So time in which a thread waits, is stopped or has no processor is never a tiny function's. Counted calls tell whether it went
 * on. The kernel says how long it was on a processor (schedstat), exactly but late: so it is asked now and then, and looks in
 * between may stand for a little more.
 */
#ifndef INSTR_LOOK_H
#define INSTR_LOOK_H

#include "runtime/measure/store.h"

#include <stdbool.h>

struct looker {
    struct store_header *store;
    uint64_t size; /* of the mapping */
    int program;   /* the process, as /proc calls it */
    uint64_t seen; /* a sum of what the last look saw */
};

/* What lies at an address; null where `size` bytes are not in the file. */
void *look_at(const struct looker *looker, uint64_t address, uint64_t size);

/* Books `ns`, which passed until `now`, on the node that each thread is in. True when nothing has changed since the last
 * look. */
bool look(struct looker *looker, uint64_t ns, uint64_t now);

#endif
