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

/* The number of messages of a stream that have a number, on one side. */
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

/* Numbers the messages, in `count` places of the log, that can have a number by now. Returns how many never will, for lack of memory: they are
 * no meetings any more. */
uint64_t numbers_assign(struct numbers *numbers, struct operation *const *places, uint32_t count);

/* Restores the counters of a killed process, so that no number of these places is given twice, even if the counters were lost. */
void numbers_recover(struct numbers *numbers, struct operation *const *places, uint32_t count);

static inline bool numbers_are_for(const struct operation *operation)
{
    return operation->meeting.kind >= MEETING_SEND;
}

/*
 * --- the number of receives that a call ended. A log that was thinned (operations.h) keeps receives by their numbers, and shows a call if any of
 * its receives is kept. A call with receives of a hundred numbers is nearly always shown, so its waiting must count for fewer other calls. ---
 */

/* Sets the size of ended receives without one: how many numbers the same call ended. */
void calls_count(struct operation *const *places, uint32_t count);

#endif
