/* hooked.c - see hooked.h. */
#include "runtime/measure/probe/hooked.h"

#include "runtime/measure/flow/call_inline.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/stack/stack.h"

/* A call of the region, which behind a fork may be another one, or one that had to go among (other paths). */
static bool is_of(const struct __instr_frame *frame, const struct __instr_hooked *hooked)
{
    const void *region = frame->node->region;
    return frame_is_call(frame) &&
           (region == hooked->__known || region == GET(hooked->__region.__state) || tree_is_other(frame->node));
}

static __attribute__((__noinline__)) struct __instr_frame *find_below(struct thread *thread,
                                                                      const struct __instr_hooked *hooked)
{
    bool on = GET(hooked->__region.__state) && !__atomic_load_n(&thread_off, __ATOMIC_RELAXED);
    for (struct stack at = stack_of(thread); !stack_is_empty(at); at = stack_below(at)) {
        if (is_of(at.top, hooked))
            return at.top;
        if (!on && !frame_is_gap(at.top))
            break;
    }
    return NULL;
}

void hooked_leave(const struct __instr_hooked *hooked)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame = thread->top;
    if (UNLIKELY(thread == &thread_nobody || !is_of(frame, hooked)))
        frame = find_below(thread_settled(), hooked);
    if (!frame)
        return;
    PUT(thread_self->probing, 1); /* leaving a call that is only counted does not say so itself */
    probe_of_labels.leave(frame);
}
