/* counters.c - see counters.h. */
#include "runtime/machine/counters.h"

#include <string.h>

static const char *const names[COUNTER_COUNT] = {
    [COUNTER_JUMPED] = "frames left by a jump",
    [COUNTER_UNMATCHED] = "leave without enter",
    [COUNTER_NESTED] = "calls dropped that came while the runtime was at work",
    [COUNTER_OTHER_PATHS] = "calls in (other paths)",
    [COUNTER_FOLDED] = "paths folded because of recursion",
    [COUNTER_NO_MEMORY] = "calls not timed for lack of memory",
    [COUNTER_NOT_MAPPED] = "parts of the store that a crash would lose",
    [COUNTER_CLOCK_BACK] = "times the clock ran backwards",
    [COUNTER_NOT_OPEN] = "stops of a label that was not open",
    [COUNTER_OUT_OF_ORDER] = "stops of a label that was not opened last",
    [COUNTER_THROTTLED] = "call paths that were throttled",
    [COUNTER_STOPPED] = "regions switched off to keep the budget",
    [COUNTER_BAD_SETTINGS] = "settings that could not be understood",
    [COUNTER_RECOVERED] = "processes recovered after a crash",
    [COUNTER_DAMAGED] = "parts of the store that could not be recovered",
};

enum { NAMED = COUNTER_MOST - COUNTER_COUNT };
enum { FREE, TAKEN, READY };

static struct counter_table first;
static struct counter_table *_Atomic counters = &first;

void counters_move(struct counter_table *table)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        table->values[i] = first.values[i];
    counters = table;
}

void counters_leave(void)
{
    counters = &first;
}

void counter_add(enum counter counter, uint64_t more)
{
    atomic_fetch_add_explicit(&counters->values[counter], more, memory_order_relaxed);
}

void counter_add_named(const char *name, uint64_t more)
{
    struct counter_table *table = counters;
    for (size_t i = 0; i < NAMED; i++) {
        uint32_t state = FREE;
        if (atomic_compare_exchange_strong(&table->named[i].state, &state, TAKEN)) {
            strncpy(table->named[i].name, name, COUNTER_NAME - 1);
            table->named[i].state = state = READY;
        }
        /* One that is just being named may get the same name: the profile adds them up. */
        if (state == READY && strncmp(table->named[i].name, name, COUNTER_NAME - 1) == 0) {
            atomic_fetch_add_explicit(&table->named[i].value, more, memory_order_relaxed);
            return;
        }
    }
}

void counters_visit(const struct counter_table *table, void (*visit)(const char *name, uint64_t value, void *context),
                    void *context)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        if (table->values[i])
            visit(names[i], table->values[i], context);
    for (size_t i = 0; i < NAMED; i++)
        if (table->named[i].state == READY && table->named[i].value)
            visit(table->named[i].name, table->named[i].value, context);
}

void counters_clear(void)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        counters->values[i] = 0;
    for (size_t i = 0; i < NAMED; i++)
        counters->named[i].value = 0;
}
