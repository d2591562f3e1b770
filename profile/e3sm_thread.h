/*
 * e3sm_thread.h - the times of one thread of one rank by region, summed over call paths; private to e3sm.c and its like.
 *
 * Each region is in the tree once, below its most frequent caller. The other callers are listed beside it.
 */
#ifndef INSTR_PROFILE_E3SM_THREAD_H
#define INSTR_PROFILE_E3SM_THREAD_H

#include "profile/profile.h"

/* Calls from one caller; `timer` is PROFILE_NONE if no timer was open. */
struct e3sm_caller {
    uint32_t timer;
    uint64_t calls;
    struct e3sm_caller *next;
};

struct e3sm_timer {
    uint32_t region;
    bool open;
    uint64_t calls, recursive;   /* recursive ones are among the calls */
    double seconds;              /* of outermost calls */
    double max, min;             /* of one call */
    struct e3sm_caller *callers; /* in order of first call */
    uint32_t caller_count;
    uint32_t above; /* the timer it stands below, or PROFILE_NONE */
    uint32_t depth;
    uint32_t first_below, next; /* in order of first call; PROFILE_NONE at the end */
};

struct e3sm_thread {
    uint32_t rank, thread;
    struct e3sm_timer *timers; /* in order of first call */
    uint32_t count, deepest;   /* levels: 1 where no timer is below another */
    uint32_t first;            /* of those that are below none */
};

/* Returns true for a timer; false for the process, a thread, or the rest that had no room. */
bool e3sm_is_timer(const struct profile_region *region);

/* Work space shared by all threads of a profile. */
struct e3sm_space {
    const struct profile *profile;
    uint32_t *place;                   /* of each node, in order of first call */
    const struct profile_row **row_of; /* of each node; null: not this thread's */
    uint32_t *timer_of;                /* of each region; PROFILE_NONE: none yet */
};

/* `nodes` are all nodes in the order of first calls. Returns false if there is no memory. */
bool e3sm_space_make(struct e3sm_space *space, const struct profile *profile, const uint32_t *nodes,
                     struct arena *arena);

/* `rows` are the rows of this location. Returns false if there is no memory. */
bool e3sm_thread_make(struct e3sm_thread *thread, struct e3sm_space *space, uint32_t location, const uint32_t *rows,
                      uint32_t row_count, struct arena *arena);

#endif
