/* count_call.c - see count_call.h. */
#include "runtime/measure/count_call.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/adaptive.h"
#include "runtime/measure/budget.h"
#include "runtime/measure/burst.h"
#include "runtime/measure/counts.h"
#include "runtime/measure/fork.h"
#include "runtime/measure/prune.h"
#include "runtime/measure/regions.h"
#include "runtime/measure/stack.h"
#include "runtime/measure/steps.h"
#include "runtime/measure/team.h"
#include "runtime/measure/thread.h"
#include "runtime/measure/tree.h"

#include <errno.h>

enum { EARLY = 32 /* calls of a function that are counted by path */ };

/* The node of a function so counted, called from `parent`. Null: no memory. */
static struct node *node_of(struct thread *thread, struct node *parent, struct region *region)
{
    struct node *node = tree_child(&thread->tree, parent, region);
    if (node && !node->calls)
        PUT(node->counted, 1);
    return node;
}

/* The observer looked where there is no node yet. */
static void make_asked(struct thread *thread)
{
    struct counted_path *asked = &thread->asked_path;
    struct node *node = (struct node *)(uintptr_t)__atomic_load_n(&asked->node, __ATOMIC_ACQUIRE);
    bool still = node && (node->made ? node->made == asked->made : node == thread->tree.root);
    for (int depth = __INSTR_DEPTHS; still && node && depth-- > 0;) {
        struct region *region = counts_region(asked->places[depth]);
        if (region)
            node = node_of(thread, node, region);
    }
    __atomic_store_n(&asked->node, 0, __ATOMIC_RELEASE);
}

/* The node is below a frame of a function so counted: its mark is from before that. */
static bool is_framed(const struct node *node, const struct region *region)
{
    while (node && node->region->framed != region)
        node = node->parent;
    return node;
}

/* Where the thread is, with the functions of a higher depth that are open below its path. */
static struct node *caller_of(struct thread *thread, unsigned mine)
{
    struct node *node = stack_node(thread);
    if (node == thread->tree.root && thread->teams.member)
        node = thread->teams.anchor;
    for (unsigned depth = __INSTR_DEPTHS - 1; node && depth > mine; depth--) {
        struct region *open = counts_region(counts_marked(thread->marks[depth], thread->path));
        if (open && (stack_path(thread) || !is_framed(node, open)))
            node = node_of(thread, node, open);
    }
    return node;
}

/* Null: there is no memory for it. */
static struct node *called_node(struct thread *thread, struct region *region, unsigned depth)
{
    prune_if_due(thread, region);
    struct node *parent = caller_of(thread, depth);
    return parent ? node_of(thread, parent, region) : NULL;
}

/* Calls of functions that came often enough come the quick way from now on, and somebody looks at them. Each time that takes a
 * while, where there are many. */
static void quicken(struct region *region)
{
    enum { SELDOM = 16 };
    static uint64_t next; /* ticks */
    uint32_t early = GET(region->early);
    if (early < EARLY) {
        PUT(region->early, early + 1);
        return;
    }
    uint64_t now = clock_now();
    if (now < GET(next) || adaptive_is_young())
        return;
    regions_quicken(EARLY);
    uint64_t end = clock_now();
    PUT(next, end + SELDOM * (end - now));
    steps.start_observer();
}

/* By a thread that is known, and not in the runtime. */
static void count_known(struct thread *thread, struct region *region, unsigned depth, bool early)
{
    bool noted = !early && burst_goes_on(thread);
    struct node *node = early || noted ? called_node(thread, region, depth) : NULL;
    if (early && node)
        PUT(node->calls, node->calls + 1);
    else
        counts_add(&thread->counts, region, 1);
    if (noted)
        burst_note(thread, node, region->place);
    make_asked(thread);
    if (early)
        quicken(region);
    uint64_t size = thread->counts && !thread->burst.left ? thread->counts->size : 0;
    __atomic_store_n(&thread->counts_end, size, __ATOMIC_SEQ_CST);
    if (!thread_is_on(thread))
        counts_stop(thread);
}

/* In the child of a fork, of what it does first. */
static bool count_forked(struct region *region)
{
    struct __instr_frame *frame = fork_enter(region);
    if (!frame)
        return false;
    fork_leave(frame, false);
    return true;
}

struct thread *count_call(uint64_t asked)
{
    uint64_t state = asked & ~(uint64_t)7;
    unsigned depth = asked % __INSTR_DEPTHS;
    bool early = state >= COUNTS_PLACES;
    struct region *region = early ? (struct region *)(uintptr_t)state : counts_region(state);
    struct thread *thread = thread_self;
    if (!region)
        return NULL;
    if (thread_busy) {
        if (thread->counts && region->place < thread->counts->size)
            counts_add(&thread->counts, region, 1);
        else
            __atomic_fetch_add(&region->astray, 1, __ATOMIC_RELAXED);
        return NULL;
    }
    int saved = errno;
    if (thread == &thread_nobody && count_forked(region)) {
        errno = saved;
        return NULL;
    }
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    if (thread)
        budget_apply();
    if (thread && thread->teams.member && stack_node(thread) == thread->tree.root && !team_base(&thread))
        thread = NULL;
    bool on = thread && thread_is_on(thread);
    thread_busy = 1;
    if (on)
        count_known(thread, region, depth, early);
    else if (!thread)
        tally_add(TALLY_NO_MEMORY, 1);
    thread_busy = 0;
    errno = saved;
    if (on)
        PUT(thread->marks[depth], counts_mark(region->place, thread->path));
    return on ? thread : NULL;
}
