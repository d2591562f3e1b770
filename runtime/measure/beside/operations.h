/*
 * operations.h - logs begin and end of the MPI calls in which ranks meet, from which waiting is computed at the end.
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

/* services->meets: a call begins and meets others in so many meetings at once. Returns NULL if they are not logged. */
struct operation *operations_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

/* services->met: the call has ended just now, and its meetings with it. */
void operations_end(struct operation *operations, uint32_t count);

/* services->entered: returns when the call in `frame` (may be NULL) began, or the time now if it is not timed. */
uint64_t operations_enter(const struct __instr_frame *frame);

/* services->waited: the call that began at `enter` has waited until these operations, begun by other calls, ended. */
void operations_waited(const struct caller *caller, uint64_t enter, struct operation *const *operations,
                       uint32_t count);

/* Returns whether operations are logged: only with a clock that runs while a thread waits. */
bool operations_are_on(void);

/* Copies the log into `arena`; empty places have no kind. NULL if there is no memory. */
struct operation *operations_copy(uint32_t *count, struct arena *arena);

/* Returns how often the limit of a kind was halved. */
uint8_t operations_level(int kind);

/* Returns the first of the operations begun in the same call, in the order in which they began. */
const struct operation *operations_first_beside(const struct operation *operation);

/* Stops logging, numbers all operations that can have a number, and thins the log to the given levels. */
void operations_close(const uint8_t to[LEVELS]);

/* Notes that waiting is now known, except for `unknown` calls, and is in this process's profile. */
void operations_found(uint64_t unknown);

/* Notes that the result is in the job's profile. */
void operations_matched(void);

/* Returns the number of calls whose waiting a profile of that store reports as unknown. */
uint64_t operations_unknown(const struct operations_log *log, bool own);

/* The process or its job ends without a match of the logs: from now on its profile includes the log. */
void operations_leave(void);

/* Returns how many calls were not logged for lack of room. */
uint64_t operations_missed(void);

#endif
