/* counters.c - see counters.h. */
#include "runtime/counters.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static const char *const names[COUNTER_COUNT] = {
    [COUNTER_JUMPED] = "frames left by a jump",
    [COUNTER_UNMATCHED] = "leave without enter",
    [COUNTER_NESTED] = "calls in signal handlers dropped",
    [COUNTER_OTHER_PATHS] = "calls in (other paths)",
    [COUNTER_FOLDED] = "paths folded because of recursion",
    [COUNTER_NO_MEMORY] = "calls not timed for lack of memory",
    [COUNTER_NOT_MAPPED] = "parts of the store that a crash would lose",
    [COUNTER_CLOCK_BACK] = "times the clock ran backwards",
    [COUNTER_NOT_OPEN] = "stops of a label that was not open",
    [COUNTER_OUT_OF_ORDER] = "stops of a label that was not opened last",
    [COUNTER_OUTLIVED] = "labels that outlived a function",
    [COUNTER_BAD_SETTINGS] = "settings that could not be understood",
};

enum { NAMED = COUNTER_MOST - COUNTER_COUNT };

static _Atomic uint64_t values[COUNTER_COUNT];
static struct {
    _Atomic(const char *) name;
    _Atomic uint64_t value;
} named[NAMED];

void counter_add(enum counter counter, uint64_t more)
{
    atomic_fetch_add_explicit(&values[counter], more, memory_order_relaxed);
}

void counter_add_named(const char *name, uint64_t more)
{
    for (size_t i = 0; i < NAMED; i++) {
        const char *taken = NULL;
        if (atomic_compare_exchange_strong(&named[i].name, &taken, name) || strcmp(taken, name) == 0) {
            atomic_fetch_add_explicit(&named[i].value, more, memory_order_relaxed);
            return;
        }
    }
}

void counters_visit(void (*visit)(const char *name, uint64_t value, void *context), void *context)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        if (values[i])
            visit(names[i], values[i], context);
    for (size_t i = 0; i < NAMED; i++)
        if (named[i].value)
            visit(named[i].name, named[i].value, context);
}

void counters_clear(void)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        values[i] = 0;
    for (size_t i = 0; i < NAMED; i++)
        named[i].value = 0;
}
