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

struct __instr_frame;
struct node;
struct region;
struct thread;

enum event { EVENT_ENTER, EVENT_AGAIN, EVENT_LEAVE };

struct steps {
    /* fork.c: a thread that is not known wants to do something, maybe in a child. False: it must do nothing. */
    bool (*settle)(void);
    /* fork.c: what a child of fork does first is kept apart (slate.h). A frame of it; null where that is not so. */
    struct __instr_frame *(*enter_forked)(struct region *region);
    /* fork.c: a frame is left, or the frames above one that stays, and it is not the thread's top one. The frame that it really
     * is; null where nothing is left to do. */
    struct __instr_frame *(*leave_forked)(struct __instr_frame *frame, bool stay);
    /* coroutine.c: a thread ends, and with it all frames that it has open. */
    void (*end_thread)(struct thread *thread, uint64_t now);
    /* coroutine.c: a frame is left that is not on the stack in use. False: it is on none. */
    bool (*change_stack)(struct thread *thread, const struct __instr_frame *frame);
    /* labels.c: a function is left. The uppermost frame of labels right above its own, else that itself; once this is on
     * top, takes these labels off, and says when the function ended; it is left, and they go on from where they were taken. */
    struct __instr_frame *(*outliving)(struct thread *thread, struct __instr_frame *frame);
    uint64_t (*lift)(struct thread *thread, struct __instr_frame *frame, uint64_t now);
    void (*reopen)(struct thread *thread, uint64_t now);
    /* observer.c: a first function proved tiny. */
    void (*start_observer)(void);
    /* The same: the process is about to fork, and has forked. */
    void (*pause_observer)(void);
    void (*resume_observer)(void);
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
    /* team.c: where the tree of a team's thread begins just now. */
    struct node *(*team_base)(struct thread **thread);
};

extern struct steps steps;

#endif
