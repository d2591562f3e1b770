/*
 * operations.h - when the program's calls of MPI began and ended in which ranks meet: what waiting is found from at the end.
 *
 * A log of the process, outside of the store: an operation is written when its call begins, and its end when it ends. Which
 * operations of several ranks belong together is told by a `stream`, a number that all of them find by themselves, and by their
 * number in it. So nothing is sent while the program runs. Once the log is full it takes no more, and what came later is counted.
 *
 * A node whose calls are in the log has a *stand* there, which goes with what the node was when that is booked elsewhere.
 */
#ifndef INSTR_OPERATIONS_H
#define INSTR_OPERATIONS_H

#include "profile/profile.h"
#include "runtime/measure/operation.h"
#include "runtime/measure/tree_data.h"

struct __instr_frame;

/* What was found for the calls of a node. */
struct stand {
    const struct node *node;
    struct stand *next, *older; /* in the bucket; all */
    uint64_t waiting, delay;    /* ns: its calls waited for other ranks; other ranks waited for them */
    uint64_t cause;             /* ns: other ranks waited for what was done in it, see causes.h */
};

/* That of a node; null: there is no memory. */
struct stand *operations_stand(const struct node *node);

/* services->meets: the call in `frame`, which may be null, begins to meet others, in so many meetings at once. Null: they are not
 * logged. */
struct operation *operations_begin(const struct __instr_frame *frame, const struct meeting *meetings, uint32_t count);

/* services->met: it has ended and was left just now, and what it met with it. */
void operations_end(struct operation *operations, uint32_t count);

/* services->entered: when the call in `frame`, which may be null, began, if that is now. */
uint64_t operations_enter(const struct __instr_frame *frame);

/* services->waited: the call in `frame`, which may be null and began then, has waited until these ended, which others began. */
void operations_waited(const struct __instr_frame *frame, uint64_t enter, struct operation *const *operations,
                       uint32_t count);

/* Whether operations are logged at all: only a clock that goes on while a thread waits tells anything. */
bool operations_are_on(void);

/* The log, in the order in which calls began. */
struct operation *operations_all(uint32_t *count);

/* That many calls were not logged, as there was no room. */
uint64_t operations_missed(void);

/* From now on the profile has what was found. */
void operations_found(void);

/* What `from` has goes to `to`: `from` is about to be given back. */
void operations_move(const struct node *to, const struct node *from);

/* Adds the metrics `cause`, `delay` and `waiting`, once operations_found was called; as traffic_collect, for nodes of this process. */
bool operations_collect(const struct node *const *nodes, uint32_t count, struct profile *profile, struct arena *arena);

#endif
