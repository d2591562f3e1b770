/* adaptive.c - see adaptive.h. */
#include "runtime/measure/tree/adaptive.h"
#include "common/check.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/measure/tree/tree.h"

enum {
    TINY = 100,  /* clock readings */
    ENOUGH = 64, /* calls of a function before it is judged */
    LASTING_NS = 100000000,
    YOUNG_NS = 5000000, /* so long all calls of a process are timed */
    LATER = 255,        /* timed calls of a node between two reviews */
};

uint64_t adaptive_tiny;

void adaptive_start(void)
{
    adaptive_tiny = (uint64_t)(TINY * costs.clock);
    adaptive_tiny += !adaptive_tiny; /* of a clock that is coarser than what it takes to read it */
    double ps = clock_ps(store_scale(store, clock_pair_now()));
    store->observed.tiny_ns = (uint32_t)((double)adaptive_tiny * ps / 1000);
}

/* Returns whether the process has just begun. */
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

void adaptive_note(struct region *region, uint64_t calls, uint64_t ticks)
{
    __atomic_fetch_add(&region->reviewed, calls, __ATOMIC_RELAXED);
    __atomic_fetch_add(&region->reviewed_ticks, ticks, __ATOMIC_RELAXED);
}

static bool is_tiny(const struct region *region)
{
    uint64_t calls = GET(region->reviewed);
    return calls >= ENOUGH && GET(region->reviewed_ticks) < calls * adaptive_tiny;
}

/* Returns when to review a node again. Long calls are rare, so their next review is due after LASTING_NS. */
static uint8_t next_review(const struct node *node)
{
    CHECK(adaptive_tiny);
    uint64_t each_ns = node->timed ? node->sum / node->timed * store->observed.tiny_ns / adaptive_tiny : 0;
    uint64_t calls = LASTING_NS / (each_ns ? each_ns : 1);
    return calls > LATER ? LATER : calls ? (uint8_t)calls : 1;
}

/* Returns whether its calls are counted wherever they are made, so that frames are not needed. */
static bool may_be_demoted(const struct region *region)
{
    return settings.adaptive && !settings.trace && !store->metrics.count && region->place &&
           !(region->flags & __INSTR_ALL_PATHS) && !region->demoted && !sandbox_is_entered();
}

static bool has_frames(const struct region *region)
{
    for (const struct thread *thread = store->threads; thread; thread = thread->next)
        for (struct open_call call = stack_calls_of(thread); call.node; stack_next_call(&call))
            if (call.node->region == region)
                return true;
    return false;
}

/* When ends may be demoted: some time has to pass, because another thread may be opening a frame that is not visible yet. */
static uint64_t ends_due; /* ns; 0: nothing waits for that */

static void demote_ends(uint64_t now)
{
    enum { LATER_NS = 50000000 };
    bool alone = store->thread_count == 1, left = false;
    for (struct region *region = store->regions; region; region = region->next)
        if (region->demoted == DEMOTED_BEGINS) {
            if ((alone || now >= ends_due) && !has_frames(region))
                regions_demote(region, DEMOTED_WHOLE);
            left |= region->demoted == DEMOTED_BEGINS;
        }
    PUT(ends_due, left ? now + LATER_NS : 0);
}

static void demote(struct region *region, uint64_t now)
{
    uintptr_t busy = thread_hold_begin();
    CHECK(region->place && !region->demoted);
    regions_demote(region, DEMOTED_BEGINS);
    if (region->demoted == DEMOTED_BEGINS)
        demote_ends(now);
    thread_hold_end(busy);
}

void adaptive_review(struct node *node)
{
    struct region *region = node->region;
    node->review = settings.adaptive ? next_review(node) : LATER;
    if (!settings.adaptive || thread_is_busy() || !tree_extra(node))
        return;
    CHECK(node->timed >= node->extra->reviewed_calls);
    adaptive_note(region, node->timed - node->extra->reviewed_calls, node->sum - node->extra->reviewed_sum);
    PUT(node->extra->reviewed_calls, node->timed);
    PUT(node->extra->reviewed_sum, node->sum);
    uint64_t now = clock_pair_now().ns;
    bool tiny = is_tiny(region) && !is_young();
    if (tiny && may_be_demoted(region)) {
        demote(region, now);
    } else if (GET(ends_due) && now >= ends_due) {
        uintptr_t busy = thread_hold_begin();
        demote_ends(now);
        thread_hold_end(busy);
    }
    if (tiny || now - store->start.ns > LASTING_NS)
        steps.start_observer(); /* long calls may be kept from running */
}
