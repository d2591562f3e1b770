/* busy.h - what busy.c tells whoever kills it. */
#ifndef BUSY_H
#define BUSY_H

#include <stdint.h>

enum { BUSY_leaf, BUSY_stamp, BUSY_down, BUSY_jump, BUSY_work, BUSY_FUNCTIONS };

static const char *const busy_names[BUSY_FUNCTIONS] = {"leaf", "stamp", "down", "jump", "work"};

enum { BUSY_MOMENTS = 64 };

struct busy {
    uint64_t calls[BUSY_FUNCTIONS]; /* begun */
    uint64_t first, last;           /* moments, in nanoseconds of CLOCK_MONOTONIC */
    uint64_t before_last;           /* since then calls have ended */
    uint64_t moments[BUSY_MOMENTS]; /* the last ones, in a ring */
    uint64_t long_ago;              /* the oldest of them: since then thousands of calls have ended */
};

#endif
