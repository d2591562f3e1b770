/* tallies.c - see tallies.h. */
#include "runtime/machine/tallies.h"

#include <string.h>

static const char *const names[TALLY_COUNT] = {
    [TALLY_JUMPED] = "frames left by a jump",
    [TALLY_UNMATCHED] = "leave without enter",
    [TALLY_NESTED] = "calls dropped that came while the runtime was at work",
    [TALLY_OTHER_PATHS] = "calls known by function alone, in (other paths); a larger INSTR_MEMORY keeps more paths",
    [TALLY_FOLDED] = "call paths of deep recursion, counted in the path above",
    [TALLY_NO_MEMORY] = "calls not measured for lack of memory",
    [TALLY_NOT_MAPPED] = "parts of the store that a crash would lose",
    [TALLY_CLOCK_BACK] = "times the clock ran backwards",
    [TALLY_NOT_OPEN] = "stops of a label that was not open",
    [TALLY_OUT_OF_ORDER] = "stops of a label that was not opened last",
    [TALLY_BAD_SETTINGS] = "settings that could not be understood",
    [TALLY_RECOVERED] = "processes recovered after a crash",
    [TALLY_DAMAGED] = "parts of the store that could not be recovered",
    [TALLY_LATE] = "libraries not measured, as they came while instr loaded plug-ins or PAPI",
};

enum { NAMED = TALLY_MOST - TALLY_COUNT };
enum { FREE, TAKEN, READY };

static struct tally_table first;
static struct tally_table *_Atomic tallies = &first;

void tallies_move(struct tally_table *table)
{
    for (size_t i = 0; i < TALLY_COUNT; i++)
        table->values[i] = first.values[i];
    tallies = table;
}

void tallies_leave(void)
{
    tallies = &first;
}

void tally_add(enum tally tally, uint64_t times)
{
    atomic_fetch_add_explicit(&tallies->values[tally], times, memory_order_relaxed);
}

void tally_add_named(const char *name, uint64_t times)
{
    tallies_add(tallies, name, times);
}

void tallies_add(struct tally_table *table, const char *name, uint64_t times)
{
    for (size_t i = 0; i < NAMED; i++) {
        uint32_t state = FREE;
        if (atomic_compare_exchange_strong(&table->named[i].state, &state, TAKEN)) {
            strncpy(table->named[i].name, name, TALLY_NAME - 1);
            table->named[i].state = state = READY;
        }
        /* One that is just being named may get the same name: the profile adds them up. */
        if (state == READY && strncmp(table->named[i].name, name, TALLY_NAME - 1) == 0) {
            atomic_fetch_add_explicit(&table->named[i].value, times, memory_order_relaxed);
            return;
        }
    }
}

void tallies_visit(const struct tally_table *table, void (*visit)(const char *name, uint64_t value, void *context),
                   void *context)
{
    for (size_t i = 0; i < TALLY_COUNT; i++)
        if (table->values[i])
            visit(names[i], table->values[i], context);
    for (size_t i = 0; i < NAMED; i++)
        if (table->named[i].state == READY && table->named[i].value)
            visit(table->named[i].name, table->named[i].value, context);
}

void tallies_clear(void)
{
    for (size_t i = 0; i < TALLY_COUNT; i++)
        tallies->values[i] = 0;
    for (size_t i = 0; i < NAMED; i++)
        tallies->named[i].value = 0;
}
