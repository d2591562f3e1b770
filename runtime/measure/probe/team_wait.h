/*
 * team_wait.h - times the waits of an OpenMP team's threads: each construct is a region, below the function that waits.
 *
 * A member of a team (team.h) does not learn when the team ends: it is in the OpenMP runtime until it gets its next part, or ends. So the frame
 * of its part stays open, and upon it that of the waiting behind it. Both are closed when the thread comes by next, as of the moment that the
 * owner of the team noted:
 *
 *     owner    |- start -|-------- part --------|-- waiting at the end --|  notes the moment
 *     member             |---- part ----|------ waiting at the end ------|  is nobody's        |---- next part
 *                                                                        ^----- closed --------|
 *
 * How long parts took is told beside: each is a call of a node of kind part, which no profile has as a node (struct profile_stay).
 *
 * A thread may run tasks while it waits. Then it does not wait, and what the task calls stands below the function: the waiting
 * ends, and begins again behind the task.
 */
#ifndef INSTR_TEAM_WAIT_H
#define INSTR_TEAM_WAIT_H

#include "runtime/measure/flow/team_settle.h"

enum team_wait {
    TEAM_START,
    TEAM_END,
    TEAM_BARRIER,
    TEAM_LOOP,
    TEAM_SECTIONS,
    TEAM_SINGLE,
    TEAM_ORDERED,
    TEAM_CRITICAL,
    TEAM_ATOMIC,
    TEAM_LOCK,
    TEAM_TASKWAIT,
    TEAM_TASKGROUP,
    TEAM_TASKLOOP,
    TEAM_WAITS,
    TEAM_OWN = TEAM_WAITS, /* no waiting: the part of the owner, and of others */
    TEAM_PART,
    TEAM_REGIONS
};

/* Makes the regions. Returns false if there is no memory, or they are not wanted. */
bool team_wait_start(void);

/* The wait around a wait of the calling thread. */
struct team_waiting {
    struct thread *thread; /* null: it is not measured */
    struct __instr_frame *outer;
    struct node *node; /* of a waiting that a task interrupts */
};

/* Begins a wait of the calling thread. */
struct team_waiting team_wait_begin(enum team_wait what);
void team_wait_end(struct team_waiting waiting);

/* Begins a task inside a wait of the calling thread, which waits again afterwards. */
struct team_waiting team_wait_task(void);
void team_wait_again(struct team_waiting waiting);

/* Ends the calling thread's part of the team of that number, whose frame is `part`. */
void team_wait_behind(struct __instr_frame *part, uint64_t number);

/* Does the same for the owner, whose part began in `place` at the end of its thread's last call; `alone`: no other thread has a part. */
struct team_waiting team_wait_owner(struct node *place, uint64_t begun, bool alone);

#endif
