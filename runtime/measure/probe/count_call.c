/* count_call.c - see count_call.h. */
#include "runtime/measure/probe/count_call.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>

/* The calling thread, if it is to count. */
static struct thread *counting_thread(void)
{
    struct thread *thread = thread_self;
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    if (!thread)
        tally_add(TALLY_NO_MEMORY, 1);
    return thread && thread_is_on(thread) ? thread : NULL;
}

void count_call(struct __instr_region *descriptor, struct __instr_object *object)
{
    struct region *region = GET(descriptor->__state);
    if (!region)
        return;
    int saved = errno;
    bool held = thread_is_held();
    struct thread *thread =
        held || (thread_self == &thread_nobody && fork_count(region, descriptor, object)) ? NULL : counting_thread();
    uintptr_t busy = thread_hold_begin();
    if (held || (thread && !counts_add(thread, object, descriptor->__calls)))
        __atomic_fetch_add(&region->astray, 1, __ATOMIC_RELAXED);
    thread_hold_end(busy);
    errno = saved;
}
