/*
 * thread_self.h - the runtime's data for each thread, and how the calling thread's is found.
 *
 * thread_self is all the thread-local storage there is: the runtime is loaded by dlopen and glibc
 * reserves little for libraries that come late. A thread that is not known yet, has ended, or finds
 * itself in the child of a fork points to thread_none, on whose stack there is no room, so that the
 * probes' fast path needs no test for it.
 */
#ifndef INSTR_THREAD_SELF_H
#define INSTR_THREAD_SELF_H

#include "runtime/measure/store/observed.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/measure/store/tree_data.h"

struct counts;
struct label_stack;
struct segment;
struct trace_chunk;

enum { THREAD_TEAMS = 16, THREAD_ENDS = 64 };

/* The end of a team: its number, and the time. */
struct team_end {
    uint64_t number, ticks;
};

/* Returns the slot of a team's end. The runtime tells nothing to a thread without a part in the next, smaller team. So the end of its own team
 * stays until there is one of the same size. */
static inline uint32_t team_slot(uint32_t level, uint32_t size)
{
    return (level + 7 * size) % THREAD_ENDS;
}

/* Data about a team's region, if the OpenMP runtime reports it: see team_tool.h. */
struct team_told {
    struct __instr_team team;
    const void *from; /* the call that began it */
    uint64_t begun;   /* ticks: its owner's part */
    uint32_t size;    /* 0: not known yet */
    bool met;         /* its owner has come to the end */
};

/* A thread's data about parallel regions, see team.h. */
struct teams {
    uint64_t open[THREAD_TEAMS]; /* numbers of those that it came to and has not left, the outermost first; else 0 */
    uint32_t depth;
    bool member;          /* works for others: its tree is rooted in the process, and begins at an anchor */
    uint64_t last;        /* number given last */
    struct thread *owner; /* of the team that it works or worked for; null: of none yet */
    uint64_t number;      /* of that team */
    struct node *node;    /* of the owner's tree, and when the owner began: what the anchor was made for */
    uint64_t began;
    struct node *anchor;                 /* of this thread's tree: what it does for the team is below */
    struct __instr_frame *wait;          /* the innermost in which it waits, see team_wait.h; null: it does not */
    struct __instr_frame *part;          /* of that team, which it has ended; else null */
    uint32_t slot;                       /* of the end of that team, among its owner's */
    uint32_t size;                       /* of that team, as it was told; 0: it was not */
    struct team_end ended[THREAD_ENDS];  /* of its own teams, the last of each level and size: see team_slot */
    struct team_told told[THREAD_TEAMS]; /* of its own teams, by level; and the next two */
    uint32_t inner;                      /* waits within that in `wait` */
    uint8_t work;                        /* the kind of worksharing that it has ended; 0: none since it waited */
};

/* Of a trace, see events.h. */
struct events {
    uint64_t state;              /* see above; EVENTS_SLOWLY: no probe writes */
    uint32_t *words;             /* of the buffer */
    uint64_t shortest;           /* ticks: calls that take less are taken out again */
    uint64_t last;               /* while it is held: the time, in full, ... */
    uint32_t count;              /* ... and the number of words */
    uint32_t written;            /* of them, that are in the file */
    struct trace_chunk *buffer;  /* null: none yet */
    uint64_t filtered;           /* calls that INSTR_TRACE=filter leaves out */
    struct __instr_frame *below; /* null, or the frame whose calls alone are in the trace, ... */
    uint64_t below_start;        /* ... and its start, by which it is known to be there */
    uint8_t held;                /* not bool: see struct region */
    uint8_t begun;               /* what was open when the trace began is in the buffer */
    uint8_t on;                  /* there is somewhere to write to */
    uint8_t inside;              /* 1 + the number of the plug-in that it is in (store->plugins); 0: in none */
    uint32_t depth;              /* where calls are printed: how many of those are open */
    struct told *told;           /* where plug-ins are told in place of a file, see runtime/plugins/; null: not yet */
};

struct thread {
    /* One line of the processor's cache, so that who looks from outside has all of it from one moment (observe/look.c). */
    struct __instr_frame *top;
    uint8_t probing; /* 1: it is in a probe, for who looks from outside */
    char **
        counting; /* for each library how far ahead the thread's copy of its numbers is, see counts.h; null: it comes the slow way */
    struct counts *counts;       /* all, by their `next` */
    struct __instr_frame *limit; /* segment->end, or null to send every enter the slow way */
    struct label_stack *labels;  /* those that are open, see labels.h; may be null */
    uint64_t last;               /* ticks: when a timed call ended last */
    struct segment *segment;
    struct tree tree;
    struct node *place;          /* in the process's tree: where this one hangs */
    uint64_t begin;              /* ticks */
    struct thread *next, **link; /* store->threads */
    struct node *asked, *answer; /* a node of this tree and its counterpart in the process's tree */
    int system_id;
    uint32_t number;         /* from 0, in the order of their coming */
    uint8_t ended;           /* all of it is done, and its tree is kept for its own sake; not bool: see struct region */
    struct context *context; /* that runs; null: there was never more than one, see coroutine.h */
    struct context *contexts; /* all, by their `next` */
    struct teams teams;
    struct events events; /* of the trace, if there is one */
    struct meter *meter;  /* null: no metric is on, see meter.h */
    struct watched watched;
    char *samples;           /* that it takes of itself, see self_samples.h; null: none yet */
    uint32_t samples_period; /* ns for which each stands; 0: it takes none */
    uint32_t samples_lost;   /* for which there was no room */
    int samples_timer;
    char **counts_table; /* what `counting` is while it counts, with so much room; null: there is none yet */
    uint32_t counts_room;
    char *
        pointer; /* its thread pointer, for variables of it in the program's code, see counts.h; null: it counts there no more */
};

extern THREAD_LOCAL struct thread *thread_self;
extern struct thread thread_none;

/* Returns the calling thread if it is known. In a child of fork the forking thread is made known first. */
struct thread *thread_settled(void);

/* Values of `counting` for a thread that counts nothing: as many NULLs as there are objects, and at first one (counts.c). */
extern char **counts_none, *counts_first[1];

/* Measuring is off in all threads. */
extern bool thread_off;

/* Returns the calling thread's thread pointer, or NULL on machines where it is unknown. */
char *thread_pointer(void);

/* Returns the offset of thread_self from the thread pointer in bytes; 0 if it is unknown. */
long thread_self_offset(void);

/* Makes the thread's next call take the slow path. */
static inline void thread_stop(struct thread *thread)
{
    __atomic_store_n(&thread->limit, NULL, __ATOMIC_SEQ_CST);
}

#endif
