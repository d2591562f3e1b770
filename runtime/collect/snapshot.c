/* snapshot.c - see collect.h. */
#include "runtime/collect/collect.h"

#include "runtime/measure/beside/meter.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/store_header.h"

bool snapshot_take(struct clock_pair end, struct profile *out, struct arena *arena, struct error *error)
{
    lock_take(&thread_lock);
    coroutines_hold(true);
    meter_note(thread_self);
    bool done = collect_store(store, thread_self == &thread_none ? NULL : thread_self, end, out, arena, error);
    coroutines_hold(false);
    lock_give(&thread_lock);
    return done;
}

bool snapshot_thread(struct thread *thread, struct profile *out, struct arena *arena, struct error *error)
{
    lock_take(&thread_lock);
    coroutines_hold(true);
    meter_note(thread);
    bool done = collect_thread(store, thread, clock_pair_now(), out, arena, error);
    coroutines_hold(false);
    lock_give(&thread_lock);
    return done;
}
