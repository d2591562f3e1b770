/* budget.c - see budget.h. */
#include "runtime/measure/store/budget.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store_header.h"

void budget_apply(void)
{
    if (!GET(store->observed.wants) || !__atomic_exchange_n(&store->observed.wants, 0, __ATOMIC_ACQUIRE))
        return;
    for (struct region *region = store->regions; region; region = region->next)
        if (GET(region->unwanted) && !GET(region->stopped) && regions_stop(region))
            tally_add(TALLY_STOPPED, 1);
    regions_silence();
}
