/* piece.c - see piece.h. */
#include "runtime/measure/probe/piece.h"

#include "runtime/measure/beside/meter.h"
#include "runtime/measure/probe/probe.h"

static void end(struct __instr_coroutine *coroutine)
{
    struct __instr_frame *frame = coroutine->__frame;
    coroutine->__frame = NULL;
    coroutine->__since = metrics_place(METRIC_SUSPENDED) < 0 ? 0 : clock_ns();
    probe_of_labels.leave(frame);
}

static void begin(struct __instr_coroutine *coroutine)
{
    uint64_t since = coroutine->__since;
    struct __instr_frame *frame = coroutine->__frame = probe_of_labels.enter(coroutine->__region);
    if (!frame || frame != thread_self->top) /* it is kept for the child of a fork */
        return;
    struct node *node = frame->node;
    PUT(node->calls, node->calls - 1);
    if (frame_kind(frame) == FRAME_TIMED)
        frame_make_rest(frame, frame->start);
    if (since) {
        meter_add(node->values, metrics_place(METRIC_SUSPENDED), clock_ns() - since);
        meter_add(node->values, metrics_place(METRIC_SUSPENSIONS), 1);
    }
}

void piece_turn(struct __instr_coroutine *coroutine, int runs)
{
    if (runs && !coroutine->__frame)
        begin(coroutine);
    else if (!runs && coroutine->__frame)
        end(coroutine);
}
