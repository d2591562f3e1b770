/*
 * numbers.h - gives each operation of the log its number in its stream of messages (operation.h).
 *
 * A stream is the messages from one rank to another on one communicator with one tag. Both sides number it alone: sends in the
 * order in which they began, and receives in that in which they were posted, as MPI lets no message overtake another. Of which stream
 * a receive of any source or tag is shows only when it ends. So what may be behind it in its stream waits for its number until then.
 */
#ifndef INSTR_NUMBERS_H
#define INSTR_NUMBERS_H

#include "runtime/measure/beside/operation.h"

#include <stdbool.h>

/* How many messages of a stream have a number, of one side. */
struct counter {
    uint64_t stream;
    int32_t peer, tag;
    uint32_t next;
    uint8_t sends, used; /* not bool: see struct region */
};

enum { NUMBERS_STREAMS = 1 << 17 };

struct numbers {
    struct counter *counters; /* room for NUMBERS_STREAMS, by hash; null: none yet */
    uint32_t used;
};

/* Gives numbers to those messages in these `count` places of the log that can have one by now. Returns how many never will, as there
 * is no memory: these are no meetings any more. */
uint64_t numbers_assign(struct numbers *numbers, struct operation *const *places, uint32_t count);

/* Of a process that was killed: no number of these places is given once more, whatever became of what counted them. */
void numbers_recover(struct numbers *numbers, struct operation *const *places, uint32_t count);

static inline bool numbers_are_for(const struct operation *operation)
{
    return operation->meeting.kind >= MEETING_SEND;
}

/*
 * How many chances a call that ends several receives has to be seen in a log that was thinned (operations.h).
 *
 * Receives are kept by their numbers. A call that ended receives of one number is seen as often as any of them is kept; one that ended
 * receives of a hundred numbers nearly always is. So what it waited must not count for as many others.
 */

/* Sets the size of those receives in these `count` places of the log that have ended and have none: how many numbers were ended by the
 * same call. */
void calls_count(struct operation *const *places, uint32_t count);

#endif
