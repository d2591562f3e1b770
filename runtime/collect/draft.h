/*
 * draft.h - a profile under construction: copies of a process's nodes, and data added to them.
 *
 *     trees of the store        draft                              profile
 *     root                      0 (process)                        sorted, in picoseconds,
 *       main                    1   main                           equal paths of threads are one
 *         work                  2     work
 *     thread 2: root            3 (thread)   <- stretches[1]
 *       work                    4   work
 *
 * A copy is made first, because other threads go on while their trees are read. Then come data outside the trees: open calls, and calls without
 * frames.
 */
#ifndef INSTR_DRAFT_H
#define INSTR_DRAFT_H

#include "profile/profile.h"
#include "runtime/collect/shares.h"
#include "runtime/measure/store/tree_data.h"

struct stood;
struct store_header;
struct thread;

/* See struct profile_stay: for a node of kind part, in ticks; for a blocked thread, in ns. */
struct draft_stay {
    const struct node *part;   /* null: of */
    const struct stood *stood; /* that */
    uint32_t node, holder, thread;
};

/* The nodes [first, end) of the draft belong to one thread. */
struct stretch {
    const struct thread *thread;
    uint32_t first, end;
};

/* A profile under construction. Nodes are in ticks until everything is added up. */
struct draft {
    struct store_header *from;
    struct arena *arena;  /* of the profile */
    struct arena scratch; /* of all else: it goes before the profile is brought into order */
    struct error *error;
    struct node *nodes;         /* copies: statistics only; `order` is the parent's place here */
    const struct node **source; /* what each is a copy of */
    struct share *shares;
    uint32_t count, room;
    struct stretch *stretches;
    uint32_t stretch_count;
    struct draft_stay *stays;
    uint32_t stay_count, stay_room, thread; /* the thread whose tree is added */
    uint32_t others;                        /* nodes from here on belong to threads that go on while they are read */
    uint32_t of_process;                    /* nodes below this are the process's tree */
    uint64_t *uncounted;                    /* by place: calls with frames in threads that have not counted them */
    uint32_t *sampled;                      /* places here of the nodes in store->sampled; 0: none yet */
    uint64_t places;                        /* in store->counted.regions, when the draft began */
    uint64_t now;
};

/* Sets the draft's error, and returns false. */
bool draft_no_memory(struct draft *draft);

/* Allocates room for all existing nodes at once: growing piece by piece would take three times the memory. */
bool draft_open(struct draft *draft);

/* Adds `root` and its subtree below the draft's node `parent`. */
bool draft_add_tree(struct draft *draft, struct node *root, uint32_t parent);

/* Adds the counts in a thread's tables, and its open calls as if they ended at draft->now; its tree is in the draft. */
void draft_add_beside(struct draft *draft, const struct thread *thread);
void draft_add_open(struct draft *draft, const struct thread *thread);

/* Adds calls counted (runtime/measure/store/counts.h) by a thread, whose nodes begin at `first`, beyond the calls of these nodes. At the end,
 * with `thread` NULL, adds those of threads merged into the process's tree, and calls counted inside the runtime. Calls without a known path
 * go below the node `root`. */
bool draft_add_counts(struct draft *draft, const struct thread *thread, uint32_t first, uint32_t root);

/* Adds the calls of children of fork (runtime/measure/store/short_calls.h). */
bool draft_add_short_calls(struct draft *draft);

/* Adds the reasons for which a thread did not run, after all trees are in the draft. */
bool draft_add_stood(struct draft *draft, const struct thread *thread);

bool draft_add_stay(struct draft *draft, struct draft_stay stay);

/* Adds a whole thread below the node at which it was started. */
bool draft_add_thread(struct draft *draft, struct thread *thread);

#endif
