/*
 * callbacks_up.h - lets a module call modules above it.
 *
 * A module calls only what lies below it, so that each can be read, tested and changed without those above. At a few
 * rare moments one below must tell one above that its turn has come: it takes that step from here. Who starts the
 * runtime fills in the table before anything is measured.
 */
#ifndef INSTR_CALLBACKS_UP_H
#define INSTR_CALLBACKS_UP_H

#include <stdbool.h>

struct steps {
    /* fork.c: a thread that is not known wants to do something, maybe in a child. False: it must do nothing. */
    bool (*settle)(void);
    /* observer.c: a first function proved tiny. */
    void (*start_observer)(void);
    /* The same: the process has forked. */
    void (*renew_observer)(void);
    /* attach.c: from now on no probe reads the time stamp counter. */
    void (*stop_tsc)(void);
};

extern struct steps steps;

#endif
