/*
 * moment.h - what a thread says of itself, all at one moment.
 *
 * Where it is stands in a few words that the thread writes each few nanoseconds. All are in one line of the processor's cache:
 *
 *     top  probing  path  marks[0] marks[1] marks[2] marks[3]
 *
 * Who reads takes the line away from the thread, and keeps it for longer than reading takes. So when all words are the same at a
 * second reading, none has changed since the first was read. The words must not be in two lines: the thread stands still at its
 * next write to the line that was taken first, which mostly is the path of the next call. By then all marks are cleared, and the
 * time of a trivial function would be its caller's.
 */
#ifndef INSTR_OBSERVE_MOMENT_H
#define INSTR_OBSERVE_MOMENT_H

#include "runtime/observe/looker.h"

struct moment {
    uint64_t top, path; /* as in struct thread */
    uint64_t marks[__INSTR_DEPTHS];
    uint64_t probing;
};

/* After some tries, what was read last. */
struct moment moment_read(const struct thread *thread);

#endif
