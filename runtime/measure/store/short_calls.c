/* short_calls.c - see short_calls.h. */
#include "runtime/measure/store/short_calls.h"

#include "common/check.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

static bool add_calls(struct region *region, uint64_t calls)
{
    uint64_t old = __atomic_load_n(&region->short_calls, __ATOMIC_RELAXED);
    do {
        if (old & SHORT_CALLS_CLOSED)
            return false;
        CHECK(calls != (uint64_t)-1 || old);
    } while (!__atomic_compare_exchange_n(&region->short_calls, &old, old + calls, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED));
    return true;
}

bool short_calls_add(struct region *region, uint64_t calls)
{
    return !GET(store->written) && store_holds(region, sizeof *region) && add_calls(region, calls);
}

bool short_calls_take_back(struct region *region)
{
    return add_calls(region, (uint64_t)-1);
}

void short_calls_close(void)
{
    for (struct region *region = store->regions; region; region = region->next)
        __atomic_fetch_or(&region->short_calls, SHORT_CALLS_CLOSED, __ATOMIC_SEQ_CST);
}

void short_calls_open(void)
{
    for (struct region *region = store->regions; region; region = region->next)
        __atomic_fetch_and(&region->short_calls, ~SHORT_CALLS_CLOSED, __ATOMIC_SEQ_CST);
}

void short_calls_forget(void)
{
    for (struct region *region = store->regions; region; region = region->next)
        PUT(region->short_calls, 0);
}
