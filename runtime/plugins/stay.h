/* stay.h - while a thread is in the runtime for a plug-in: its probes don't measure, it isn't cancelled, and errno is kept. */
#ifndef INSTR_STAY_H
#define INSTR_STAY_H

#include "runtime/machine/uncancelled.h"
#include "runtime/measure/store/thread_busy.h"

#include <errno.h>

struct stay {
    struct uncancelled state;
    int saved;
    uintptr_t busy;
};

static inline struct stay stay_begin(void)
{
    struct stay stay = {.saved = errno};
    stay.state = uncancelled_begin();
    stay.busy = thread_busy_begin(true);
    return stay;
}

static inline void stay_end(struct stay stay)
{
    thread_busy_set(stay.busy);
    uncancelled_end(stay.state);
    errno = stay.saved;
}

#endif
