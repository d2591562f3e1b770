/*
 * operations.h - logs when the MPI calls begin and end in which ranks meet: waiting is computed from it at the end.
 *
 * A log of the process, in its store (operations_log.h): an operation is written when its call begins, and its end when it ends. Which
 * operations of several ranks belong together is told by a `stream`, a number that all of them find by themselves, and by their
 * number in it. So nothing is sent while the program runs.
 *
 * Once the log is full it is *thinned*: it keeps those whose stream and number give a hash below a limit, which is halved as often as
 * needed; how often is its level. Messages have a level and collective calls one, since these are mostly fewer. All ranks make the
 * same of the same meeting. So both ends of a message are kept or none, and so are messages of one number on a communicator, for
 * which one call often waits:
 *
 *     full          | kept, since they hash low | not ended | not ended, or no number yet |
 *     thinned       | kept | not ended, where it was | room                                |
 *
 * What has not ended stays where it is, since whoever will end it points to it.
 */
#ifndef INSTR_OPERATIONS_H
#define INSTR_OPERATIONS_H

#include "common/arena.h"
#include "runtime/measure/beside/operations_log.h"

#include <stdbool.h>

/* services->meets: the call begins to meet others, in so many meetings at once. Null: they are not logged. */
struct operation *operations_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

/* services->met: it has ended and was left just now, and what it met with it. */
void operations_end(struct operation *operations, uint32_t count);

/* services->entered: when the call in `frame`, which may be null, began, if that is now. */
uint64_t operations_enter(const struct __instr_frame *frame);

/* services->waited: the call, which began then, has waited until these ended, which others began. */
void operations_waited(const struct caller *caller, uint64_t enter, struct operation *const *operations,
                       uint32_t count);

/* Whether operations are logged at all: only a clock that goes on while a thread waits tells anything. */
bool operations_are_on(void);

/* A copy of the log in `arena`; places of it may be empty, and have no kind. Null: no memory. */
struct operation *operations_copy(uint32_t *count, struct arena *arena);

/* How often the limit was halved, of each kind. */
uint8_t operations_level(int kind);

/* The first of those that lie side by side with this one, in the order in which they began. */
const struct operation *operations_first_beside(const struct operation *operation);

/* No more is logged. Gives numbers to all that can have one, and thins the log to those levels. */
void operations_close(const uint8_t to[LEVELS]);

/* Who waited for whom is found, but of `unknown` calls: this process's profile says it. */
void operations_found(uint64_t unknown);

/* That is written in the job's profile. */
void operations_matched(void);

/* Of how many calls a profile of that store is to say that it is not known. */
uint64_t operations_unknown(const struct operations_log *log, bool own);

/* The process ends, or its job, and nobody will find it in there: from now on its profile has the log. */
void operations_leave(void);

/* That many calls were not logged, as there was no room. */
uint64_t operations_missed(void);

#endif
