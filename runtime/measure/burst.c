/* burst.c - see burst.h. */
#include "runtime/measure/burst.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/word.h"
#include "runtime/measure/costs.h"
#include "runtime/measure/sampling.h"
#include "runtime/measure/store.h"

#include <stdatomic.h>

enum {
    PERIOD = 128, /* one call in so many is in a burst, at first, and at most unless there is a budget */
    LEAST = 16,
    MOST = 4096,
    SHARE = 64,
    SHORTEST = 64,
    DOUBLED = 7, /* times, up to the longest */
    LONGEST = SHORTEST << DOUBLED,
    EACH = 4, /* bursts of each length but the longest */
    PULSE = 1024,
    KEPT = 64, /* bursts whose cost is known */
    NOTED = 8  /* of them, between two looks at all */
};

enum state { GAP, CONTROL, BURST };

/* A number below `bound`, each as likely. */
static uint32_t draw(struct burst *burst, uint32_t bound)
{
    uint32_t x = burst->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    burst->random = x;
    return (uint32_t)((uint64_t)x * bound >> 32);
}

static void count(struct thread *thread, enum state state, uint32_t calls)
{
    thread->burst.state = (uint8_t)state;
    thread->turn = (int32_t)calls;
    thread->turn_end = -1;
}

/* The next part of the gap. */
static void pulse(struct thread *thread, uint64_t now)
{
    struct burst *burst = &thread->burst;
    uint32_t calls = burst->gap < PULSE ? burst->gap : PULSE;
    burst->gap -= calls;
    burst->start = now;
    count(thread, GAP, calls);
}

static void begin_gap(struct thread *thread, uint64_t now)
{
    struct burst *burst = &thread->burst;
    uint32_t doubled = burst->number / EACH;
    burst->length = (uint32_t)SHORTEST << (doubled < DOUBLED ? doubled : DOUBLED);
    uint32_t mean = burst->period * burst->length;
    burst->gap = mean / 2 + draw(burst, mean);
    pulse(thread, now);
}

void burst_reset(struct thread *thread)
{
    uint64_t now = clock_now();
    thread->burst = (struct burst){.period = PERIOD, .random = (uint32_t)(now * 2654435761u) | 1};
    begin_gap(thread, now);
}

/* What a call took longer in a burst than where it was counted, in ticks. Of the last bursts of all threads the mean
 * of the middle half is taken: what else happens meanwhile is often more than what is looked for. */
static void note_cost(double ticks)
{
    static _Atomic uint32_t count;
    static double kept[KEPT];
    uint32_t mine = count++;
    PUT(kept[mine % KEPT], ticks);
    if (mine % NOTED != NOTED - 1)
        return;
    double sorted[KEPT];
    uint32_t known = mine < KEPT ? mine + 1 : KEPT;
    for (uint32_t i = 0; i < known; i++) {
        double value = word_double(&kept[i]);
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1] > value; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = value;
    }
    double sum = 0;
    for (uint32_t i = known / 4; i < known - known / 4; i++)
        sum += sorted[i];
    double counted = costs.burst - sum / (known - known / 4 * 2);
    if (counted < costs.least) /* timing costs more here, and counting no less */
        counted = costs.least;
    PUT(costs.counted, counted);
    PUT(store->costs.counted, counted);
}

/* Timing costs one part in SHARE of the time, or of a budget a quarter. `call`: ticks from one call to the next. */
static void set_period(struct burst *burst, double call)
{
    double share = settings.budget > 0 ? settings.budget / 4 : 1.0 / SHARE;
    double period = costs.burst / (share * (call + 1)), most = settings.budget > 0 ? MOST : PERIOD;
    burst->period = period < LEAST ? LEAST : (uint32_t)(period < most ? period : most);
}

bool burst_step(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    struct burst *burst = &thread->burst;
    thread->turn = INT32_MAX; /* for a signal handler's probes */
    uint64_t now = clock_now(), ticks = now - burst->start;
    PUT(thread->last, now); /* for who finds out when the process ended */
    switch ((enum state)burst->state) {
    case GAP:
        if (ticks <= PULSE * sampling_limit) {
            if (burst->gap) {
                pulse(thread, now);
            } else {
                burst->start = now;
                count(thread, CONTROL, burst->length);
            }
            return true;
        }
        ticks = 0; /* what a call costs more is not to be learned here */
        __attribute__((__fallthrough__));
    case CONTROL:
        burst->control = ticks;
        burst->number++;
        burst->state = BURST;
        burst->start = now;
        thread->turn = -1;
        thread->turn_end = -1 - (int32_t)burst->length;
        return false;
    case BURST:
        break;
    }
    if (burst->control && burst->length == LONGEST)
        note_cost(((double)ticks - (double)burst->control) / burst->length);
    set_period(burst, (double)(burst->control ? burst->control : ticks) / burst->length);
    begin_gap(thread, clock_now());
    return true;
}
