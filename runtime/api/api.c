/*
 * api.c - the entry points behind include/instr.h; starting, ending, and switching what is measured.
 */
#include "runtime/api/api.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/trace/trace.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <stddef.h>

const struct instr_api api_table = {
#define MEMBER(type, none, name, parameters, arguments) name,
    __INSTR_TABLE(MEMBER)
#undef MEMBER
};

static int enabled = 1;

int instr_initialize(void)
{
    return INSTR_OK;
}

int instr_finalize(void)
{
    struct thread *thread = thread_settled();
    labels_stop_all(thread);
    int result = instr_snapshot();
    instr_disable();
    return result;
}

static int set_enabled(int on)
{
    if (thread_is_busy())
        return INSTR_EBUSY;
    int before = __atomic_exchange_n(&enabled, on, __ATOMIC_ACQ_REL);
    thread_set_all(on);
    return before;
}

int instr_enable(void)
{
    return set_enabled(1);
}

int instr_disable(void)
{
    return set_enabled(0);
}

int instr_enabled(void)
{
    return __atomic_load_n(&enabled, __ATOMIC_ACQUIRE);
}

int instr_level(void)
{
    return (int)__atomic_load_n(&settings.level, __ATOMIC_RELAXED);
}

int instr_set_level(int level)
{
    if (level < 0 || level > 4)
        return INSTR_EARGUMENT;
    if (thread_is_busy())
        return INSTR_EBUSY;
    int before = (int)__atomic_exchange_n(&settings.level, (unsigned)level, __ATOMIC_RELAXED);
    thread_apply_level();
    regions_apply_level();
    label_apply_level();
    return before;
}

static int set_groups(instr_groups groups, bool on)
{
    if (thread_is_busy())
        return INSTR_EBUSY;
    bool done = groups_switch(groups, on);
    regions_apply_level();
    label_apply_level();
    return done ? INSTR_OK : INSTR_EMEMORY;
}

int instr_enable_groups(instr_groups groups)
{
    return set_groups(groups, true);
}

int instr_disable_groups(instr_groups groups)
{
    return set_groups(groups, false);
}

int instr_snapshot(void)
{
    thread_settled();
    return output_write(clock_pair_now(), false) ? INSTR_OK : INSTR_EFILE;
}

int instr_trace_flush(void)
{
    thread_settled();
    trace_flush();
    return INSTR_OK;
}

double instr_now(void)
{
    FLOATS_OF_OUR_OWN;
    struct clock_pair now = clock_pair_now();
    return (double)(now.ns - store->start.ns) * 1e-9;
}

const char *instr_error(int code)
{
    static const char *const texts[] = {
        "no error",
        "the runtime is not there or not able to measure",
        "the label is not open in this thread",
        "another label was opened later and is still open",
        "an argument is null or out of range",
        "there is no field of that name",
        "no memory",
        "the file can't be written",
        "called from a signal handler that interrupted the runtime",
        "the setting is read when the program starts: set it in the environment",
    };
    size_t at = code <= 0 && code > -100 ? (size_t)-code : sizeof texts;
    return at < sizeof texts / sizeof *texts ? texts[at] : "unknown error";
}
