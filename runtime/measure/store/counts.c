/* counts.c - see counts.h. */
#include "runtime/measure/store/counts.h"

#include "runtime/machine/check.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

bool counts_give_place(struct region *region)
{
    uint32_t place = store->counted.end ? store->counted.end : COUNTS_FIRST, index = place / 8;
    if (index >= store->counted.room) {
        uint32_t room = store->counted.room ? store->counted.room * 2 : 256;
        struct region **regions = store_alloc(room * sizeof *regions);
        if (!regions)
            return false;
        for (uint32_t i = 0; i < index; i++)
            regions[i] = i < store->counted.room ? store->counted.regions[i] : NULL;
        __atomic_store_n(&store->counted.regions, regions, __ATOMIC_RELEASE);
        PUT(store->counted.room, room);
    }
    CHECK(!region->place && place % 8 == 0 && index < store->counted.room);
    PUT(store->counted.regions[index], region);
    region->place = place;
    __atomic_store_n(&store->counted.end, place + 8, __ATOMIC_RELEASE);
    return true;
}

struct region *counts_region(uint64_t place)
{
    return place < __atomic_load_n(&store->counted.end, __ATOMIC_ACQUIRE) ? store->counted.regions[place / 8] : NULL;
}

static uint32_t expected = COUNTS_FIRST; /* where the last place ends that may be given */

/* A block in which there is room up to there. */
static bool make_room(struct counts **counts, uint64_t end)
{
    enum { LEAST = 1024 };
    if (*counts && end <= (*counts)->size)
        return true;
    uint64_t size = *counts ? (*counts)->size * 2 : LEAST;
    while (size < end)
        size *= 2;
    struct counts *larger = store_alloc(size);
    if (!larger)
        return false;
    *larger = (struct counts){size, *counts};
    __atomic_store_n(counts, larger, __ATOMIC_RELEASE);
    return true;
}

void counts_expect(uint32_t more)
{
    uint32_t end = (store->counted.end ? store->counted.end : COUNTS_FIRST) + more * (uint32_t)sizeof(uint64_t);
    if (end > GET(expected))
        PUT(expected, end);
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        counts_stop(thread);
}

struct counts *counts_ready(struct thread *thread)
{
    if (!make_room(&thread->counts, GET(expected)))
        return NULL;
    __atomic_store_n(&thread->counting, thread->counts, __ATOMIC_SEQ_CST);
    return thread->counts;
}

/* So that a crash in the midst of it loses nothing, see struct store_fold. */
static void move(uint64_t *to, uint64_t *from)
{
    struct store_fold *fold = &store->fold;
    CHECK(!fold->count_to);
    fold->count_before = *to;
    fold->count_from = from;
    BARRIER();
    fold->count_to = to;
    BARRIER();
    PUT(*to, *to + *from);
    BARRIER();
    PUT(*from, 0);
    BARRIER();
    fold->count_to = NULL;
}

void counts_fold(struct thread *thread)
{
    for (struct counts *counts = thread->counts; counts; counts = counts->older)
        for (uint64_t place = COUNTS_FIRST; place < counts->size; place += 8) {
            uint64_t *from = counts_at(counts, place);
            if (*from && make_room(&store->counts, place + sizeof *from))
                move(counts_at(store->counts, place), from);
        }
}

void counts_forget(void)
{
    store->counts = NULL;
    for (uint32_t place = COUNTS_FIRST; place < store->counted.end; place += 8)
        PUT(store->counted.regions[place / 8]->astray, 0);
}

void counts_forget_thread(struct thread *thread)
{
    thread->counts = thread->counting = NULL;
}
