/* counts.c - see counts.h. */
#include "runtime/measure/store/counts.h"

#include "include/instr_abi.h"

#include "runtime/machine/check.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

/* Room for an array in the store that has less; null: no memory. What was there stays, since others may be reading it. */
static void *grown(const void *array, uint32_t used, uint32_t *room, size_t size)
{
    uint32_t more = *room ? *room * 2 : 64;
    char *larger = store_alloc((more * size + 7) & ~(size_t)7);
    if (!larger)
        return NULL;
    if (used)
        memcpy(larger, array, used * size);
    *room = more;
    return larger;
}

bool counts_give_place(struct region *region)
{
    uint32_t place = store->counted.end ? store->counted.end : 1, room = store->counted.room;
    if (place >= room) {
        struct region **regions = grown(store->counted.regions, room ? place : 0, &room, sizeof *regions);
        if (!regions)
            return false;
        __atomic_store_n(&store->counted.regions, regions, __ATOMIC_RELEASE);
        PUT(store->counted.room, room);
    }
    CHECK(!region->place && place < store->counted.room);
    PUT(store->counted.regions[place], region);
    region->place = place;
    __atomic_store_n(&store->counted.end, place + 1, __ATOMIC_RELEASE);
    return true;
}

struct region *counts_region(const struct __instr_unit *unit, uint32_t number)
{
    if (!unit->__number || number >= unit->__size / sizeof(uint64_t))
        return NULL;
    uint32_t place = GET(store->counted.units[unit->__number - 1].places[number]);
    return place ? store->counted.regions[place] : NULL;
}

static bool add_unit(struct __instr_unit *unit)
{
    uint32_t index = store->counted.unit_count, room = store->counted.unit_room, numbers = unit->__size / 8;
    uint32_t *places = store_alloc((numbers * sizeof *places + 7) & ~(size_t)7);
    struct counted_unit *units = store->counted.units;
    if (places && index >= room && (units = grown(units, index, &room, sizeof *units))) {
        __atomic_store_n(&store->counted.units, units, __ATOMIC_RELEASE);
        PUT(store->counted.unit_room, room);
    }
    if (!places || !units)
        return false;
    units[index] = (struct counted_unit){.size = unit->__size, .places = places};
    __atomic_store_n(&store->counted.unit_count, index + 1, __ATOMIC_RELEASE);
    unit->__number = index + 1;
    return true;
}

bool counts_know(struct __instr_unit *unit, uint32_t number, const struct region *region)
{
    if (number < COUNTS_FIRST || number >= unit->__size / sizeof(uint64_t) || (!unit->__number && !add_unit(unit)))
        return false;
    PUT(store->counted.units[unit->__number - 1].places[number], region->place);
    return true;
}

bool counts_off;
struct counts *counts_first[1];
struct counts **counts_none = counts_first;

static uint32_t slots(uint32_t units)
{
    return units + 1; /* the first stays null */
}

bool counts_make_room(void)
{
    static uint32_t room;
    uint32_t needed = slots(store->counted.unit_count);
    while (room < needed) {
        struct counts **none = grown(NULL, 0, &room, sizeof *none);
        if (!none)
            return false;
        __atomic_store_n(&counts_none, none, __ATOMIC_RELEASE);
    }
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        counts_stop(thread);
    return true;
}

void counts_open(struct __instr_unit *unit)
{
    __atomic_store_n(&unit->__slot, unit->__number * sizeof(struct counts *), __ATOMIC_RELEASE);
}

static struct counts *new_counts(uint32_t unit)
{
    struct counts *counts = store_alloc(store->counted.units[unit].size);
    if (counts)
        counts->unit = unit;
    return counts;
}

/* The thread's table, with room for all units that have a slot. */
static struct counts **table_of(struct thread *thread)
{
    uint32_t needed = slots(store->counted.unit_count);
    while (thread->counts_room < needed) {
        struct counts **table = grown(thread->counts_table, thread->counts_room, &thread->counts_room, sizeof *table);
        if (!table)
            return NULL;
        thread->counts_table = table;
    }
    return thread->counts_table;
}

bool counts_add(struct thread *thread, const struct __instr_unit *unit, uint32_t number)
{
    struct counts **table = table_of(thread), **counts = table ? &table[unit->__number] : NULL;
    if (counts && !*counts && (*counts = new_counts(unit->__number - 1))) {
        (*counts)->next = thread->counts;
        __atomic_store_n(&thread->counts, *counts, __ATOMIC_RELEASE);
    }
    if (!counts || !*counts)
        return false;
    uint64_t *calls = counts_at(*counts, number);
    PUT(*calls, *calls + 1);
    __atomic_store_n(&thread->counting, table, __ATOMIC_SEQ_CST);
    return true;
}

void counts_meet(struct thread *thread, struct __instr_self *self)
{
    uintptr_t ahead = (uintptr_t)thread - (uintptr_t)self->__none;
    if (self->__ahead == ahead)
        return;
    self->__next = thread->selves;
    thread->selves = self;
    __atomic_store_n(&self->__ahead, ahead, __ATOMIC_RELEASE);
}

void counts_leave(struct thread *thread)
{
    for (struct __instr_self *self = thread->selves; self; self = self->__next)
        __atomic_store_n(&self->__ahead, 0, __ATOMIC_RELEASE);
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
    for (struct counts *counts = thread->counts; counts; counts = counts->next) {
        struct counted_unit *unit = &store->counted.units[counts->unit];
        if (!unit->gone)
            __atomic_store_n(&unit->gone, new_counts((uint32_t)counts->unit), __ATOMIC_RELEASE);
        for (uint32_t number = COUNTS_FIRST; unit->gone && number < unit->size / sizeof(uint64_t); number++)
            if (*counts_at(counts, number))
                move(counts_at(unit->gone, number), counts_at(counts, number));
    }
}

void counts_forget(void)
{
    for (uint32_t i = 0; i < store->counted.unit_count; i++)
        PUT(store->counted.units[i].gone, NULL);
    for (uint32_t place = 1; place < store->counted.end; place++)
        PUT(store->counted.regions[place]->astray, 0);
}

void counts_forget_thread(struct thread *thread)
{
    thread->counts = NULL;
    thread->selves = NULL;
    if (thread->counts_room)
        memset(thread->counts_table, 0, thread->counts_room * sizeof *thread->counts_table);
    counts_stop(thread);
}
