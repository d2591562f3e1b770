/* team_settle.c - see team_settle.h. */
#include "runtime/measure/flow/team_settle.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/measure/flow/call.h"

void team_settle(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    struct teams *teams = &thread->teams;
    struct __instr_frame *part = teams->part;
    if (!part)
        return;
    uint64_t begun = teams->wait ? team_settle_start(teams->wait) : 0;
    uint64_t end = team_settle_until(thread, clock_now());
    uintptr_t busy = thread_busy_begin(false);
    PUT(teams->part, NULL);
    PUT(teams->wait, NULL);
    if (stack_find(stack_of(thread), part).segment) {
        call_close_newer(thread, part, end > begun ? end : begun);
        call_close(thread, part, end > begun ? end : begun);
    }
    thread_busy_set(busy);
}
