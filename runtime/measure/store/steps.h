/*
 * steps.h - what a module calls of those that stand on it.
 *
 * A module calls only what lies below it, so that each can be read, tested and changed without those above. At a few
 * rare moments one below must tell one above that its turn has come: it takes that step from here. Who starts the
 * runtime fills in the table before anything is measured.
 */
#ifndef INSTR_STEPS_H
#define INSTR_STEPS_H

#include <stdbool.h>
#include <stdint.h>

struct node;
struct region;
struct thread;

enum event { EVENT_ENTER, EVENT_AGAIN, EVENT_LEAVE };

struct steps {
    /* fork.c: a thread that is not known wants to do something, maybe in a child. False: it must do nothing. */
    bool (*settle)(void);
    /* observer.c: a first function proved tiny. */
    void (*start_observer)(void);
    /* The same: the process has forked. */
    void (*renew_observer)(void);
    /* attach.c: from now on no probe reads the time stamp counter. */
    void (*stop_tsc)(void);
    /* trace.c: what region->trace is to be; a call is about to be in the trace, of a region with EVENTS_ASK, or where there is
     * no room: 0, or 1 and the enum trace_left by which it can't be. A thread ends. */
    uint32_t (*name_region)(struct region *region);
    unsigned (*ask_event)(struct thread *thread, const struct node *node, uint64_t now);
    unsigned (*make_event_room)(struct thread *thread, uint64_t now);
    void (*end_events)(struct thread *thread);
    /* plugins.c or print.c, where settings.told: a call of a region that has its region->trace begins, goes on or ends. False: nobody was
     * told. */
    bool (*tell_event)(struct thread *thread, const struct node *node, enum event event);
};

extern struct steps steps;

#endif
