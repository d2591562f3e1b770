/* budget.c - see budget.h. */
#include "runtime/measure/budget.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/word.h"
#include "runtime/measure/costs.h"
#include "runtime/measure/regions.h"

enum {
    GRACE = 100000, /* timed calls: what a program does while it starts says little about the run */
    PART = 64       /* a region that took a smaller part than one in so many is not worth switching off */
};

void budget_charge(struct thread *thread, struct region *region, double ticks)
{
    if (!(settings.budget > 0))
        return;
    FLOATS_OF_OUR_OWN;
    uint64_t more = (uint64_t)ticks;
    uint64_t taken = __atomic_add_fetch(&region->taken, more, __ATOMIC_RELAXED);
    thread->taken += more;
    double over =
        ((double)thread->taken - GRACE * costs.timed) / (settings.budget * (double)(clock_now() - thread->begin));
    /* The further over the budget, the smaller a part will do: many regions may share the blame. */
    if (over > 1 && (double)taken * PART * over > (double)thread->taken && !GET(region->stopped) &&
        regions_stop(region))
        counter_add(COUNTER_STOPPED, 1);
}
