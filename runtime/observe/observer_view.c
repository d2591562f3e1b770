/* observer_view.c - see observer_view.h. */
#include "runtime/observe/observer_view.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/thread_self.h"

void *look_at(const struct looker *looker, uint64_t address, uint64_t size)
{
    uint64_t place = address - (uintptr_t)looker->store, end = GET(looker->store->kept);
    if (end > looker->size)
        end = looker->size;
    bool inside = place % 8 == 0 && place >= sizeof(struct store_header) && place < end && size <= end - place;
    return inside ? (char *)looker->store + place : NULL;
}

struct thread *look_at_next(const struct looker *looker, const struct thread *thread)
{
    struct thread *const *link = thread ? &thread->next : &looker->store->threads;
    const struct thread *next = __atomic_load_n(link, __ATOMIC_ACQUIRE);
    return look_at(looker, (uintptr_t)next, sizeof *next);
}

bool look_is_demoted(const struct looker *looker, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    return region && GET(region->demoted);
}
