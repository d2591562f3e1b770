/* adaptive.c - see adaptive.h. */
#include "runtime/measure/tree/adaptive.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/steps.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/measure/tree/tree.h"

enum {
    TINY = 100,     /* clock readings */
    TINY_PATHS = 4, /* in a row on which a function proves tiny */
    LASTING_NS = 100000000,
    YOUNG_NS = 5000000, /* so long all calls of a process are timed */
    LATER = 255,        /* timed calls of a node between two reviews */
};

uint64_t adaptive_tiny;

void adaptive_start(void)
{
    adaptive_tiny = (uint64_t)(TINY * costs.clock);
    if (settings.budget > 0 && costs.timed / settings.budget > (double)adaptive_tiny)
        adaptive_tiny = (uint64_t)(costs.timed / settings.budget);
    double ps = clock_ps(store_scale(store, clock_pair_now()));
    store->observed.tiny_ns = (uint32_t)((double)adaptive_tiny * ps / 1000);
    if (settings.budget > 0)
        steps.start_observer();
}

/* In the first moments of the process. */
static bool is_young(void)
{
    static uint64_t grown_up; /* the start of the process that is: the child of a fork is not */
    uint64_t start = store->start.ns;
    if (GET(grown_up) == start)
        return false;
    if (clock_pair_now().ns - start < YOUNG_NS)
        return true;
    PUT(grown_up, start);
    return false;
}

static bool is_tiny(const struct node *node)
{
    const struct extra *extra = node->extra;
    uint64_t calls = node->timed - (extra ? extra->reviewed_calls : 0);
    uint64_t sum = node->sum - (extra ? extra->reviewed_sum : 0);
    return sum < calls * adaptive_tiny;
}

bool adaptive_knows_tiny(const struct region *region)
{
    return settings.adaptive && GET(region->tiny) >= TINY_PATHS && GET(store->observed.state) == OBSERVER_LOOKS;
}

/* The pieces of a coroutine are of calls that are timed. What a team waits for is of interest however short, and is ended later than it ends, as its parts are. */
static bool is_always_timed(const struct region *region)
{
    unsigned kind = region->kind;
    return region->flags & __INSTR_PIECES || kind == REGION_LABEL || kind == REGION_WAIT || kind == REGION_THREAD;
}

/* Calls that take long are seldom: it is thought about them again when LASTING_NS have passed. */
static uint8_t next_review(const struct node *node)
{
    uint64_t each_ns = node->timed ? node->sum / node->timed * store->observed.tiny_ns / adaptive_tiny : 0;
    uint64_t calls = LASTING_NS / (each_ns ? each_ns : 1);
    return calls > LATER ? LATER : calls ? (uint8_t)calls : 1;
}

void adaptive_review(struct node *node)
{
    node->review = next_review(node);
    if (thread_is_busy() || is_always_timed(node->region))
        return;
    bool tiny = is_tiny(node);
    if ((tiny || GET(node->folds)) && !is_young()) {
        PUT(node->counted, 1);
        uint8_t times = GET(node->region->tiny);
        if (tiny && times < TINY_PATHS)
            PUT(node->region->tiny, (uint8_t)(times + 1));
        steps.start_observer();
        return;
    }
    if (clock_pair_now().ns - store->start.ns > LASTING_NS)
        steps.start_observer(); /* long calls may be kept from running */
    PUT(node->region->tiny, 0);
    if (tree_extra(node)) { /* what was long may be tiny later: each window speaks for itself */
        PUT(node->extra->reviewed_calls, node->timed);
        PUT(node->extra->reviewed_sum, node->sum);
    }
}
