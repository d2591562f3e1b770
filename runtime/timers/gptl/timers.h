/*
 * timers.h - the timers of each thread, as GPTL counts them.
 *
 * Each is a label in the call tree of instr's runtime as well, in the group "GPTL". Its own sums are kept here beside, since
 * GPTL's rules are others than a tree's: a timer is one per thread whatever is around it, only the outermost of nested starts
 * is timed, timers may overlap, and each may be reset or asked for at any moment at no cost.
 */
#ifndef COMPAT_GPTL_TIMERS_H
#define COMPAT_GPTL_TIMERS_H

#include "include/instr.h"

#include <stdbool.h>

enum { TIMERS_NAME = 127, TIMERS_BUCKETS = 1 << 17 };

struct parent {
    struct timer *timer;
    unsigned long calls;
};

struct timer {
    char name[TIMERS_NAME + 1];
    unsigned hash;       /* of the name, and the handle: never 0 */
    const void *address; /* of the function, where a compiler's hook started it */
    instr_label *label;
    int labels_open; /* starts of the label that were not stopped */
    unsigned long count, recursive;
    unsigned recursion; /* starts within the outermost one, now */
    bool on;
    double last, latest, total, max, min; /* s */
    long user_last, system_last, user_total, system_total;
    struct parent *parents; /* in order of first call */
    int parent_count;
    struct timer **children; /* filled in to be printed */
    int child_count;
    struct timer *next;  /* of this thread, in order of first start */
    struct timer *chain; /* of its bucket */
};

struct timers {
    struct timer root; /* none of the program's: what has no other parent is below it */
    struct timer *newest;
    struct timer *buckets[TIMERS_BUCKETS];
    struct timer **stack; /* what is on, by depth; the root at 0 */
    int depth;            /* beyond GPTLdepthlimit it counts only */
    int room;
    char prefix[TIMERS_NAME + 1]; /* E3SM's: before the names that this thread starts */
};

/* A timer was stopped that was not the last one started, so there is no tree. */
extern bool timers_imperfect;

bool timers_initialized(void);

/* Returns the timers of a thread by its number; NULL if it started none. */
struct timers *timers_of(int thread);

/* Returns the thread's timer of that name, or NULL. */
struct timer *timers_find(const struct timers *timers, const char *name, unsigned hash);

unsigned timers_hash(const char *name);

/* Returns the maximal length of names. Longer ones are an error, or cut in E3SM's GPTL. */
int timers_longest(void);

/* Returns the timers of the calling thread, made at the first call; NULL with an error counted. */
struct timers *timers_own(void);

/* Does what start and stop share: returns 0 to continue, 1 if there is nothing to do, -1 after an error. */
int timers_before_start(const char *name, struct timers **timers);
int timers_before_stop(const char *name, struct timers **timers);

/* Starts a timer: `found` if there is one, else a new one. `address` as above, or NULL. */
int timers_start(struct timers *timers, struct timer *found, const char *name, unsigned hash, const void *address);

/* A reading of the clock, before anything else. */
struct stamp {
    double wall;
    long user, system;
};
struct stamp timers_stamp(void);
int timers_stop(struct timers *timers, struct timer *timer, struct stamp stamp);

/* Adds `calls` calls measured elsewhere that took `seconds` together. */
int timers_add_time(struct timers *timers, const char *name, double seconds, int calls);

#endif
