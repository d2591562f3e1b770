/* count_call.c - see count_call.h. */
#include "runtime/measure/probe/count_call.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/budget.h"
#include "runtime/measure/store/counts.h"

#include <errno.h>

/* Where the program adds 1 for nobody. */
static uint64_t nowhere(uint64_t place)
{
    static uint64_t number;
    return (uint64_t)(uintptr_t)&number - place;
}

/* In the child of a fork, of what it does first. */
static bool count_forked(struct region *region)
{
    struct __instr_frame *frame = fork_enter(region);
    if (!frame)
        return false;
    fork_leave(frame, false);
    return true;
}

/* The calling thread, if it is to count. */
static struct thread *counting_thread(void)
{
    struct thread *thread = thread_self;
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    if (!thread)
        tally_add(TALLY_NO_MEMORY, 1);
    else
        budget_apply();
    return thread && thread_is_on(thread) ? thread : NULL;
}

uint64_t count_call(uint64_t place)
{
    struct region *region = counts_region(place);
    struct thread *thread = thread_self;
    struct counts *counts = NULL;
    if (!region)
        return nowhere(place);
    if (thread_is_held()) {
        __atomic_fetch_add(&region->astray, 1, __ATOMIC_RELAXED);
        return nowhere(place);
    }
    int saved = errno;
    if ((thread != &thread_nobody || !count_forked(region)) && (thread = counting_thread())) {
        uintptr_t busy = thread_hold_begin();
        counts = counts_ready(thread);
        thread_hold_end(busy);
        if (!counts)
            tally_add(TALLY_NO_MEMORY, 1);
        if (!thread_is_on(thread))
            counts_stop(thread);
    }
    errno = saved;
    return counts ? (uint64_t)(uintptr_t)counts : nowhere(place);
}
