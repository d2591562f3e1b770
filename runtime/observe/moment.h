/*
 * moment.h - what a thread says of itself, all at one moment.
 *
 * Where it is stands in three words, top, probing and path, which the thread writes each few nanoseconds. All are in one line of the
 * processor's cache. A reader takes the line away from the thread, and keeps it for longer than reading takes. So when all words are
 * the same at a second reading, none has changed since the first was read.
 */
#ifndef INSTR_OBSERVE_MOMENT_H
#define INSTR_OBSERVE_MOMENT_H

#include "runtime/observe/looker.h"

struct moment {
    uint64_t top, path; /* as in struct thread */
    uint64_t probing;
};

/* After some tries, what was read last. */
struct moment moment_read(const struct thread *thread);

#endif
