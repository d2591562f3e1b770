/* postpone.c - see postpone.h. */
#include "runtime/measure/flow/postpone.h"

#include "runtime/machine/settings.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/store/store_header.h"

void postpone(uint64_t ticks)
{
    struct thread *thread = thread_self;
    uintptr_t busy = thread_hold_begin();
    if (thread == &thread_none || thread->number == 0)
        PUT(store->aside, store->aside + ticks);
    if (thread != &thread_none) {
        if (thread->number)
            PUT(thread->begin, thread->begin + ticks);
        PUT(thread->last, thread->last + ticks);
        if (settings.trace)
            events_aside(thread, ticks);
        labels_postpone(thread->labels, ticks);
        stack_postpone(stack_of(thread), ticks);
        coroutines_postpone(thread, ticks);
    }
    thread_hold_end(busy);
}
