/* counts.c - see counts.h. */
#include "runtime/measure/store/counts.h"

#include "include/instr_abi.h"

#include "common/check.h"
#include "common/machine.h"
#include "runtime/machine/pages.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

/* Returns room for an array in the store that has less; NULL if there is no memory. The old array stays, because others may be reading it. */
static void *grown(const void *array, uint32_t used, uint32_t *room, size_t size)
{
    CHECK(used <= *room && size);
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

static uint32_t section_count(const struct __instr_link *link)
{
    return (uint32_t)(link->__counts_end - link->__counts);
}

static bool add_unit(const struct __instr_link *link)
{
    uint32_t index = store->counted.unit_count, room = store->counted.unit_room, count = section_count(link);
    uint32_t *places = store_alloc((count * sizeof *places + 7) & ~(size_t)7);
    struct counted_unit *units = store->counted.units;
    if (places && index >= room && (units = grown(units, index, &room, sizeof *units))) {
        __atomic_store_n(&store->counted.units, units, __ATOMIC_RELEASE);
        PUT(store->counted.unit_room, room);
    }
    if (!places || !units)
        return false;
    CHECK(index < store->counted.unit_room && !link->__object->__number);
    units[index] = (struct counted_unit){.count = count, .places = places, .start = (uintptr_t)link->__counts};
    __atomic_store_n(&store->counted.unit_count, index + 1, __ATOMIC_RELEASE);
    link->__object->__number = index + 1;
    return true;
}

/* Switches a region on or off in this copy, for the calls from now on. */
static void switch_number(struct counts *counts, uint32_t number, bool on)
{
    struct __instr_counted *at = counts ? &counts->of[number] : NULL;
    if (at)
        PUT(at->__region, (struct __instr_region *)((uintptr_t)at->__region + (on ? at->__calls : -at->__calls)));
}

static void switch_all(uint32_t unit, uint32_t number, bool on)
{
    switch_number(store->counted.units[unit].gone, number, on);
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        for (struct counts *counts = thread->counts; counts; counts = counts->next)
            if (counts->unit == unit)
                switch_number(counts, number, on);
}

bool counts_know(const struct __instr_link *link)
{
    uint32_t count = link ? section_count(link) : 0;
    bool first = count && !link->__object->__number;
    if (!count || (first && !add_unit(link)))
        return !count;
    uint32_t unit = link->__object->__number - 1, *places = store->counted.units[unit].places;
    if (!first)
        counts_fold_sections();
    for (uint32_t i = 0; i < count; i++) {
        const struct __instr_region *descriptor = link->__counts[i].__region;
        const struct region *region = descriptor ? descriptor->__state : NULL;
        bool on = places[i] && !(places[i] & COUNTS_OFF);
        if (on != (region != NULL) && !first)
            switch_all(unit, i, region);
        PUT(places[i], region ? region->place : places[i] ? places[i] | COUNTS_OFF : 0);
    }
    return true;
}

char *counts_first[1];
char **counts_none = counts_first;
bool thread_off;

char *thread_pointer(void)
{
    char *pointer = NULL;
#if MACHINE_X86_64
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
#elif MACHINE_ARM64
    __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
    return pointer;
}

/* Limit of objects with thread-local counters: the program, and libraries made of code compiled for programs. */
enum { MOST_NEAR = 64 };
static struct near {
    uint32_t unit; /* its place */
    long ahead;    /* of the variable, from a thread's pointer */
    char *waste;   /* what it has while measuring is off; null: no memory for that */
} nears[MOST_NEAR];
static uint32_t near_count;

static uint32_t slots(uint32_t units)
{
    return units + 1; /* the first stays null */
}

/* Makes each library call of the thread take the slow path; at any moment, from any thread. */
static void stop(struct thread *thread)
{
    __atomic_store_n(&thread->counting, counts_none, __ATOMIC_SEQ_CST);
}

bool counts_make_room(void)
{
    static uint32_t room;
    uint32_t needed = slots(store->counted.unit_count);
    while (room < needed) {
        char **none = grown(NULL, 0, &room, sizeof *none);
        if (!none)
            return false;
        __atomic_store_n(&counts_none, none, __ATOMIC_RELEASE);
    }
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        stop(thread);
    return true;
}

/* Returns the thread's copy, made if it is missing; NULL if there is no memory. */
static struct counts *counts_of(struct thread *thread, uint32_t unit)
{
    struct counts *counts = thread->counts;
    while (counts && counts->unit != unit)
        counts = counts->next;
    if (counts || !(counts = store_alloc(counts_size(store->counted.units[unit].count))))
        return counts;
    CHECK(unit < store->counted.unit_count);
    counts->unit = unit;
    counts->next = thread->counts;
    __atomic_store_n(&thread->counts, counts, __ATOMIC_RELEASE);
    return counts;
}

/* Returns the distance of the copy from its object's section. */
static char *ahead_of(const struct counts *counts)
{
    return (char *)((uintptr_t)counts->of - store->counted.units[counts->unit].start);
}

static void set_ahead(const struct thread *thread, const struct near *near, char *ahead)
{
    if (thread->pointer)
        __atomic_store_n((char **)(void *)(thread->pointer + near->ahead), ahead, __ATOMIC_RELEASE);
}

static void switch_near(struct thread *thread, const struct near *near, bool on)
{
    struct counts *counts = on ? counts_of(thread, near->unit) : NULL;
    set_ahead(thread, near, on && counts ? ahead_of(counts) : on ? NULL : near->waste);
}

void counts_switch(struct thread *thread, bool on)
{
    for (uint32_t i = 0; i < near_count; i++)
        switch_near(thread, &nears[i], on);
    if (!on)
        stop(thread);
}

void counts_begin(struct thread *thread)
{
    stop(thread);
    thread->pointer = thread_pointer();
    counts_switch(thread, !GET(thread_off));
}

void counts_forked(const struct thread *thread)
{
    for (uint32_t i = 0; i < near_count; i++)
        set_ahead(thread, &nears[i], NULL);
}

void counts_leave(struct thread *thread)
{
    counts_forked(thread);
    thread->pointer = NULL;
}

static void fold_section(uint32_t unit);

bool counts_open(const struct __instr_link *link)
{
    const struct __instr_object *object = link->__object;
    __atomic_store_n(&link->__object->__slot, object->__number * sizeof(char *), __ATOMIC_RELEASE);
    if (!link->__ahead)
        return true;
    if (near_count == MOST_NEAR)
        return false;
    char *waste = pages_map(section_count(link) * sizeof *link->__counts);
    CHECK(object->__number && object->__number <= store->counted.unit_count);
    nears[near_count] = (struct near){.unit = object->__number - 1, .ahead = link->__ahead()};
    nears[near_count].waste = waste ? (char *)((uintptr_t)waste - (uintptr_t)link->__counts) : NULL;
    near_count++;
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        if (!thread->ended)
            switch_near(thread, &nears[near_count - 1], !GET(thread_off));
    fold_section(object->__number - 1);
    return true;
}

void counts_close(const struct __instr_link *link)
{
    for (uint32_t i = 0; i < near_count; i++)
        if (link->__ahead && nears[i].unit + 1 == link->__object->__number) {
            fold_section(nears[i].unit);
            nears[i--] = nears[--near_count];
        }
}

/* Returns the thread's table, with room for all objects that have a slot. */
static char **table_of(struct thread *thread)
{
    uint32_t needed = slots(store->counted.unit_count);
    while (thread->counts_room < needed) {
        char **table = grown(thread->counts_table, thread->counts_room, &thread->counts_room, sizeof *table);
        if (!table)
            return NULL;
        thread->counts_table = table;
    }
    return thread->counts_table;
}

bool counts_add(struct thread *thread, const struct __instr_object *object, const struct __instr_counted *number)
{
    char **table = object->__number ? table_of(thread) : NULL;
    struct counts *counts = table ? counts_of(thread, object->__number - 1) : NULL;
    if (!counts)
        return false;
    CHECK(object->__number < thread->counts_room);
    table[object->__number] = ahead_of(counts);
    struct __instr_counted *mine = (struct __instr_counted *)(void *)(ahead_of(counts) + (uintptr_t)number);
    PUT(mine->__calls, mine->__calls + 1);
    __atomic_store_n(&thread->counting, table, __ATOMIC_SEQ_CST);
    return true;
}

/* Moves a number so that a crash in the middle loses nothing, see struct store_fold. */
static void move(unsigned long long *to, unsigned long long *from)
{
    struct store_fold *fold = &store->fold;
    CHECK(!fold->count_to);
    CHECK(to != from);
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

static struct counts *process_counts(struct counted_unit *unit)
{
    struct counts *gone = unit->gone;
    if (!gone && (gone = store_alloc(counts_size(unit->count)))) {
        gone->unit = (uint64_t)(unit - store->counted.units);
        __atomic_store_n(&unit->gone, gone, __ATOMIC_RELEASE);
    }
    return gone;
}

static void move_all(struct counted_unit *unit, struct __instr_counted *from, bool off)
{
    CHECK(from && unit->count);
    struct counts *gone = process_counts(unit);
    for (uint32_t i = 0; gone && i < unit->count; i++) {
        if (from[i].__calls)
            move(&gone->of[i].__calls, &from[i].__calls);
        if (off && from[i].__region)
            gone->of[i].__region =
                (struct __instr_region *)((uintptr_t)gone->of[i].__region + (uintptr_t)from[i].__region);
        if (off)
            from[i].__region = NULL;
    }
}

void counts_fold(struct thread *thread)
{
    for (struct counts *counts = thread->counts; counts; counts = counts->next)
        move_all(&store->counted.units[counts->unit], counts->of, true);
}

/* Returns the section itself, in the calling process. */
static struct __instr_counted *section(uint32_t unit)
{
    CHECK(unit < store->counted.unit_count);
    return (struct __instr_counted *)store->counted.units[unit].start; /* NOLINT: an address of this process */
}

static void fold_section(uint32_t unit)
{
    move_all(&store->counted.units[unit], section(unit), false);
}

bool counts_in_section(const struct __instr_counted *number)
{
    for (uint32_t i = 0; i < near_count; i++) {
        const struct __instr_counted *of = section(nears[i].unit);
        if (number >= of && number < of + store->counted.units[nears[i].unit].count)
            return true;
    }
    return false;
}

void counts_fold_sections(void)
{
    for (uint32_t i = 0; i < near_count; i++)
        fold_section(nears[i].unit);
}

void counts_take_over(struct thread *thread)
{
    for (uint32_t i = 0; i < near_count; i++) {
        struct __instr_counted *of = section(nears[i].unit);
        struct counts *counts = counts_of(thread, nears[i].unit);
        for (uint32_t k = 0; counts && k < store->counted.units[nears[i].unit].count; k++) {
            PUT(counts->of[k].__calls, counts->of[k].__calls + of[k].__calls);
            PUT(of[k].__calls, 0);
        }
    }
}

struct region *counts_take_next(uint64_t *calls)
{
    for (uint32_t i = 0; i < near_count; i++) {
        const struct counted_unit *unit = &store->counted.units[nears[i].unit];
        struct __instr_counted *of = section(nears[i].unit);
        for (uint32_t k = 0; k < unit->count; k++) {
            *calls = GET(of[k].__calls);
            if (!*calls)
                continue;
            uint32_t place = GET(unit->places[k]);
            PUT(of[k].__calls, 0);
            if (place && !(place & COUNTS_OFF))
                return store->counted.regions[place];
        }
    }
    return NULL;
}

void counts_add_sections(uint64_t *calls, uint64_t end)
{
    for (uint32_t i = 0; i < near_count; i++) {
        const struct counted_unit *unit = &store->counted.units[nears[i].unit];
        const struct __instr_counted *of = section(nears[i].unit);
        for (uint32_t k = 0; k < unit->count; k++) {
            uint32_t place = GET(unit->places[k]);
            if (place && place < end)
                calls[place] += GET(of[k].__calls);
        }
    }
}

void counts_forget(void)
{
    for (uint32_t i = 0; i < store->counted.unit_count; i++)
        PUT(store->counted.units[i].gone, NULL);
    for (uint32_t place = 1; place < store->counted.end; place++)
        PUT(store->counted.regions[place]->unmatched_calls, 0);
}

void counts_forget_thread(struct thread *thread)
{
    thread->counts = NULL;
    if (thread->counts_room)
        memset(thread->counts_table, 0, thread->counts_room * sizeof *thread->counts_table);
    stop(thread);
}
