/* api_open.c - start, stop, pause and resume of labels: labels.h describes their frames. */
#include "runtime/api/api.h"

#include "profile/region.h"
#include "runtime/job/mpi_load.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"
#include <stddef.h>

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* Returns the next number. Calls that are not counted get none, so that numbers and calls agree. */
static uint32_t next_iteration(struct instr_label *label, long number)
{
    uint32_t iteration = __atomic_load_n(&label->iteration, __ATOMIC_RELAXED) + 1;
    if (number >= 0)
        iteration = number < (long)UINT32_MAX ? (uint32_t)number + 1 : UINT32_MAX;
    __atomic_store_n(&label->iteration, iteration, __ATOMIC_RELAXED);
    return iteration;
}

int instr_start_label_at(instr_label *label, long iteration, const char *file, int line)
{
    (void)file, (void)line;
    if (!label)
        return INSTR_OK;
    if (iteration < INSTR_IGNORE)
        return INSTR_EARGUMENT;
    if (thread_is_busy()) {
        tally_add(TALLY_NESTED, 1);
        return INSTR_EBUSY;
    }
    struct thread *thread = thread_self;
    if (labels_untidy(thread))
        labels_tidy(thread);
    struct __instr_frame *frame = probe_of_labels.enter(&label->descriptor);
    thread = thread_self;
    if (thread == &thread_none) /* unknown so far, and the label is not to be measured */
        return INSTR_OK;
    struct open_label *open = labels_push(thread, &label->descriptor, frame);
    if (!open) {
        probe_of_labels.leave(frame);
        return INSTR_EMEMORY;
    }
    if (frame && iteration != INSTR_IGNORE) {
        open->iteration = next_iteration(label, iteration);
        __atomic_store_n(&label->last_start, frame->start, __ATOMIC_RELAXED);
    }
    return INSTR_OK;
}

struct __instr_frame *label_frame(const struct instr_label *label)
{
    const struct open_label *open = labels_last(thread_self);
    return open && open->label == &label->descriptor ? open->frame : NULL;
}

/* Returns the name of what is open, for a message. */
static const char *top_name(const struct thread *thread)
{
    const struct node *node = thread == &thread_none ? NULL : stack_node(thread);
    return node && node->parent ? node->region->name : NULL;
}

static int stop_slowly(struct thread *thread, struct instr_label *label, bool alone, uint64_t *ticks, const char *file,
                       int line)
{
    labels_tidy(thread);
    const char *top = top_name(thread);
    struct open_label *open = labels_find(thread, &label->descriptor);
    if (!open)
        return label_mismatch(INSTR_ENOTOPEN, "stop", label, top, file, line);
    return labels_stop(thread, open, alone, ticks) ? INSTR_OK
                                                   : label_mismatch(INSTR_EORDER, "stop", label, top, file, line);
}

static double seconds_of(uint64_t ticks)
{
    FLOATS_OF_OUR_OWN;
    return (double)ticks * clock_ps(store_scale(store, clock_pair_now())) * 1e-12;
}

static inline int stop(instr_label *label, bool alone, double *seconds, const char *file, int line)
{
    if (seconds)
        *seconds = 0;
    if (!label)
        return INSTR_OK;
    if (thread_is_busy())
        return INSTR_EBUSY;
    struct thread *thread = thread_settled();
    struct open_label *open = labels_last(thread);
    int result = INSTR_OK;
    uint64_t ticks = 0;
    if (LIKELY(open && open->label == &label->descriptor && open->frame && open->state == LABEL_OPEN &&
               labels_is_top(thread, open))) {
        ticks = labels_close(thread, open);
        thread->labels->count--;
    } else if (thread != &thread_none) {
        result = stop_slowly(thread, label, alone, &ticks, file, line);
    }
    if (seconds)
        *seconds = seconds_of(ticks);
    return result;
}

int instr_stop_label_at(instr_label *label, double *seconds, const char *file, int line)
{
    return stop(label, false, seconds, file, line);
}

int instr_stop_alone_at(instr_label *label, const char *file, int line)
{
    return stop(label, true, NULL, file, line);
}

int instr_start_at(const char *name, const char *file, int line)
{
    instr_label *label = instr_label_get(name);
    if (label)
        return instr_start_label_at(label, INSTR_IGNORE, file, line);
    return !name ? INSTR_EARGUMENT : thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
}

int instr_stop_at(const char *name, const char *file, int line)
{
    instr_label *label = instr_label_get(name);
    if (label)
        return instr_stop_label_at(label, NULL, file, line);
    return !name ? INSTR_EARGUMENT : thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
}

/* Finds the label to pause or resume. Without measuring *open is NULL, and it is no failure. */
static int find_open(const char *what, instr_label *label, struct open_label **open, const char *file, int line)
{
    *open = NULL;
    if (!label)
        return INSTR_OK;
    if (thread_is_busy())
        return INSTR_EBUSY;
    struct thread *thread = thread_settled();
    labels_tidy(thread);
    struct open_label *found = labels_find(thread, &label->descriptor);
    if (!found)
        return label_mismatch(INSTR_ENOTOPEN, what, label, top_name(thread), file, line);
    *open = found->frame ? found : NULL;
    return INSTR_OK;
}

/* Returns whether no later label is open. */
static bool is_last_open(const struct thread *thread, const struct open_label *open)
{
    const struct open_label *end = &thread->labels->open[thread->labels->count];
    for (const struct open_label *later = open + 1; later < end; later++)
        if (later->frame && later->state != LABEL_PAUSED)
            return false;
    return true;
}

int instr_pause_label_at(instr_label *label, const char *file, int line)
{
    struct open_label *open;
    int result = find_open("pause", label, &open, file, line);
    if (result != INSTR_OK || !open || open->state == LABEL_PAUSED)
        return result;
    struct thread *thread = thread_self;
    if (!is_last_open(thread, open))
        return label_mismatch(INSTR_EORDER, "pause", label, top_name(thread), file, line);
    labels_pause(thread, open);
    return INSTR_OK;
}

int instr_resume_label_at(instr_label *label, const char *file, int line)
{
    struct open_label *open;
    int result = find_open("resume", label, &open, file, line);
    if (result != INSTR_OK || !open || open->state != LABEL_PAUSED)
        return result;
    struct thread *thread = thread_self;
    if (!is_last_open(thread, open))
        return label_mismatch(INSTR_EORDER, "resume", label, top_name(thread), file, line);
    return labels_resume(thread, open) ? INSTR_OK : INSTR_EMEMORY;
}

int instr_add(instr_label *label, double seconds)
{
    FLOATS_OF_OUR_OWN;
    if (!label)
        return INSTR_OK;
    if (!(seconds >= 0 && seconds < 1e9))
        return INSTR_EARGUMENT;
    if (thread_is_busy())
        return INSTR_EBUSY;
    struct __instr_frame *frame = probe_of_labels.enter(&label->descriptor);
    if (!frame)
        return INSTR_OK;
    struct node *node = frame->node, *caller = frame[-1].node;
    stack_leave(thread_self);
    labels_book(node, caller, (uint64_t)(seconds / seconds_of(1)), 0);
    return INSTR_OK;
}

/*
 * --- contexts by hand: labels with the ranks in which they run. A context starts and stops like any label; the MPI part, which knows
 * communicators, is told about its communicator. ---
 */

typedef void context_fn(struct __instr_frame *frame, const void *comm, unsigned long size);

int instr_context_begin_at(const void *comm, unsigned long size, const char *name, const char *file, int line)
{
    if (!name)
        return INSTR_EARGUMENT;
    struct instr_label *label = label_context(name);
    if (!label)
        return thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
    int result = instr_start_label_at(label, INSTR_IGNORE, file, line);
    struct __instr_frame *frame = result == INSTR_OK ? label_frame(label) : NULL;
    context_fn *tell = frame ? (context_fn *)mpi_load_own("instr_context_at") : NULL;
    if (tell)
        tell(frame, comm, size);
    return result;
}

int instr_context_end_at(const char *name, const char *file, int line)
{
    if (!name)
        return INSTR_EARGUMENT;
    struct instr_label *label = label_context(name);
    if (!label)
        return thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
    return stop(label, true, NULL, file, line);
}
