/* stay.h - while a thread is in the runtime for a plug-in: its probes don't measure, it isn't cancelled, and errno is kept. */
#ifndef INSTR_STAY_H
#define INSTR_STAY_H

#include "runtime/machine/uncancelled.h"
#include "runtime/measure/store/thread_busy.h"

#include <errno.h>

struct stay {
    struct uncancelled state;
    int saved;
};

static inline struct stay stay_begin(void)
{
    struct stay stay = {.saved = errno};
    stay.state = uncancelled_begin();
    thread_busy++;
    return stay;
}

static inline void stay_end(struct stay stay)
{
    thread_busy--;
    uncancelled_end(stay.state);
    errno = stay.saved;
}

#endif
