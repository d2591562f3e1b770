/* piece.c - see piece.h. */
#include "runtime/measure/probe/piece.h"

#include "runtime/measure/probe/probe.h"
#include "runtime/metrics/metrics.h"

static void add(struct node_values *values, enum metric metric, uint64_t more)
{
    int place = values ? metrics_place(metric) : -1;
    if (place >= 0)
        PUT(values->of[place], values->of[place] + more);
}

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
        add(node->values, METRIC_SUSPENDED, clock_ns() - since);
        add(node->values, METRIC_SUSPENSIONS, 1);
    }
}

void piece_turn(struct __instr_coroutine *coroutine, int runs)
{
    if (runs && !coroutine->__frame)
        begin(coroutine);
    else if (!runs && coroutine->__frame)
        end(coroutine);
}
