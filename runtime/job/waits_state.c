/* waits_state.c - see waits_state.h: what all matching of meetings books. */
#include "runtime/job/waits_state.h"

#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/store/wait_sums.h"

/* A call that waits for receives is seen if one of the numbers is kept that it ended. */
double waits_inverse_kept_probability(const struct waits *waits, const struct operation *operation)
{
    bool message = numbers_are_for(operation), receives = operation->meeting.kind >= MEETING_RECEIVE;
    uint32_t scale = waits->scale[message ? LEVEL_OF_MESSAGES : LEVEL_OF_CALLS];
    double gone = 1 - 1 / (double)scale, none = 1;
    if (scale == 1)
        return 1;
    for (uint32_t numbers = receives ? operation->meeting.size : 1;; numbers >>= 1) {
        none *= numbers & 1 ? gone : 1;
        if (numbers <= 1)
            break;
        gone *= gone;
    }
    return 1 / (1 - none);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void waits_delayed(const struct waits *waits, const struct operation *operation, uint64_t longest, uint64_t all)
{
    const struct stretch *stretches = waits->stretches;
    uint64_t when = operation->posted, span = (uint64_t)((double)longest / waits->clock.tick_ns), from = when - span;
    struct stand *stand = waits->stand_at(waits, operation->poster);
    if (stand)
        stand->delay += all;
    uint32_t i = time_slices_until(stretches, waits->stretch_count, when);
    if (i < waits->stretch_count)
        i = time_slices_until(stretches, waits->stretch_count, stretches[i].to);
    while (i-- > 0 && stretches[i].to > from) {
        uint64_t begin = later(stretches[i].to - stretches[i].length, from), end = earlier(stretches[i].to, when);
        stand = waits->stand_at(waits, stretches[i].stand);
        if (begin < end && stand && stretches[i].thread == operation->meeting.thread)
            stand->cause +=
                (uint64_t)((double)all * (double)(end - begin) / (double)span * stretches[i].share / STRETCH_WHOLE);
    }
}
