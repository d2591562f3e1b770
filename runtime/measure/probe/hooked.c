/* hooked.c - see hooked.h. */
#include "runtime/measure/probe/hooked.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/call_inline.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/stack/stack.h"

/* A call of the region, which behind a fork may be another one, or one that had to go among (other paths). */
static bool is_of(const struct node *node, const struct __instr_hooked *hooked)
{
    const void *region = node->region;
    return region == hooked->__known || region == GET(hooked->__region.__state) || tree_is_other(node);
}

/* The newest call of the region; without a node: none is open. */
static struct open_call find_open(const struct thread *thread, const struct __instr_hooked *hooked)
{
    bool on = GET(hooked->__region.__state) && !__atomic_load_n(&thread_off, __ATOMIC_RELAXED);
    struct open_call call = stack_calls_of(thread);
    while (call.node && !is_of(call.node, hooked)) {
        stack_next_call(&call);
        if (!on)
            call.node = NULL;
    }
    return call;
}

/* Leaves a call that has no frame, in the midst of such. What is above it a jump has left. */
static void leave_light(struct thread *thread, const struct open_call *call)
{
    uintptr_t busy = thread_busy_begin(false);
    while (thread->top != call->below.top)
        if (thread->top == thread->segment->frames) {
            stack_descend(thread);
        } else {
            tally_add(TALLY_JUMPED, frame_is_call(thread->top));
            stack_drop(thread);
        }
    PUT(thread->path, tree_path(call->caller));
    thread_busy_set(busy);
}

static __attribute__((__noinline__)) void leave_slowly(const struct __instr_hooked *hooked)
{
    struct thread *thread = thread_settled();
    struct open_call call = find_open(thread, hooked);
    if (call.node && !call.frame && stack_path(thread))
        leave_light(thread, &call);
    else if (call.node)
        probe_of_labels.leave(call.frame ? call.frame : (struct __instr_frame *)tree_path(call.caller));
}

void hooked_leave(const struct __instr_hooked *hooked)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame = thread->top;
    const struct node *open = stack_path(thread);
    PUT(thread->probing, 1); /* leaving a call that is only counted does not say so itself */
    if (open && open != frame->node && open->region == hooked->__known && !open->folds && !tree_is_other(open))
        PUT(thread->path, tree_path(open->parent));
    else if (thread != &thread_nobody && (!open || open == frame->node) && frame_is_call(frame) &&
             is_of(frame->node, hooked))
        probe_of_labels.leave(frame);
    else
        leave_slowly(hooked);
    PUT(thread_self->probing, 0);
}
