/* sampled.c - see observer_view.h. */
#include "runtime/observe/observer_view.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/charge_sample.h"
#include "runtime/observe/unwind.h"

enum {
    MOST_CALLERS = 128,
    MOST_CALLED = 64, /* of each node that is asked for them */
    CALLING = 8,      /* callers that are asked */
    NESTED = 4,       /* labels in labels that are asked */
    MOST_UP = 64      /* calls from the program counter to where the way up is known to end */
};

/* Returns the node of a demoted function called by `caller`, or NULL if there is no room for more. */
static struct node *node_in(const struct looker *looker, struct node *caller, uint64_t region)
{
    enum { FAR = 64 };
    struct node *all = look_at(looker, (uintptr_t)GET(looker->store->sampled), SAMPLED_NODES * sizeof *all);
    uint32_t home = sampled_home((uintptr_t)caller, region);
    for (uint32_t i = 0; all && i < FAR; i++) {
        struct node *node = &all[(home + i) % SAMPLED_NODES];
        if (!GET(node->region)) {
            PUT(node->calls, UINT64_MAX); /* it is none whose calls are all timed */
            PUT(node->parent, caller);
            __atomic_store_n(&node->region, (struct region *)(uintptr_t)region, __ATOMIC_RELEASE);
        }
        if (GET(node->parent) == caller && (uintptr_t)GET(node->region) == region)
            return node;
    }
    return NULL;
}

static struct node *parent_of(const struct looker *looker, const struct node *node)
{
    return look_at(looker, (uintptr_t)GET(node->parent), sizeof *node);
}

/* Returns the node of `region` called from `node`, or NULL. */
static struct node *called_in(const struct looker *looker, const struct node *node, uint64_t region)
{
    struct node *called = look_at(looker, (uintptr_t)GET(node->children), sizeof *called);
    for (int i = 0; called && i < MOST_CALLED && (uintptr_t)GET(called->region) != region; i++)
        called = look_at(looker, (uintptr_t)GET(called->sibling), sizeof *called);
    return called && (uintptr_t)GET(called->region) == region ? called : NULL;
}

/* Returns the node itself, one of its callers, or a node called by one of these, if it is entered there; else NULL. */
static struct node *near(const struct looker *looker, uint64_t state, uint64_t region)
{
    struct node *const node = look_at(looker, state & ~(uint64_t)1, sizeof *node), *at = node;
    for (int i = 0; at && i < MOST_CALLERS; i++, at = parent_of(looker, at))
        if ((uintptr_t)GET(at->region) == region)
            return at;
    at = node;
    struct node *called = NULL;
    for (int i = 0; at && !called && i < CALLING; i++, at = parent_of(looker, at))
        called = called_in(looker, at, region);
    return called;
}

/*
 * The calls that led to a program counter, innermost first, up to one with a frame whose node is known because it is near the thread's place when
 * sampled.
 *
 *     host            aeProcessEvents     the thread was looked at in one that it calls, later
 *     regions[2]      beforeSleep         with a frame: its node is one that the host's calls
 *     regions[1]      writeToClient       demoted
 *     regions[0]      connSocketWrite     with a frame: one that beforeSleep's calls, as the demoted have none
 *
 * Where a label or a call of MPI is open in the host's call, that takes the host's place.
 */
struct way {
    struct node *host; /* null: not known */
    uint64_t regions[MOST_UP];
    bool framed[MOST_UP];
    uint32_t count;
    const struct code_here *here; /* the host's code */
    bool wrapped; /* by a function of the program that is not measured, as those are that stand for MPI's */
};

static unsigned kind_of(const struct looker *looker, const struct node *node)
{
    const struct region *region = look_at(looker, (uintptr_t)GET(node->region), sizeof *region);
    return region ? GET(region->kind) : (unsigned)REGION_ROOT;
}

/* Returns whether a region has no code of its own, only its host's: labels, and blocks whose probes are calls. */
static bool is_codeless(const struct looker *looker, const struct node *node, const struct code_here *here)
{
    unsigned kind = kind_of(looker, node);
    return kind == REGION_LABEL || kind == REGION_CONTEXT ||
           ((kind == REGION_BLOCK || kind == REGION_LOOP) && !code_here_has(here, (uintptr_t)GET(node->region)));
}

static bool is_mpi(const struct looker *looker, const struct node *node)
{
    return kind_of(looker, node) == REGION_MPI;
}

static bool calls_nothing(const struct looker *looker, const struct node *node)
{
    return is_mpi(looker, node) || kind_of(looker, node) == REGION_WAIT;
}

/* Returns the innermost region without code, or MPI call, that was open in the host's call when the thread was sampled; else NULL. */
static struct node *open_in(const struct looker *looker, const struct node *host, uint64_t state, const struct way *way)
{
    struct node *at = look_at(looker, state & ~(uint64_t)1, sizeof *at), *inner = NULL;
    for (int i = 0; at && at != host && i < MOST_CALLERS; i++, at = parent_of(looker, at))
        if (!is_codeless(looker, at, way->here) && !(way->wrapped && is_mpi(looker, at)))
            inner = NULL;
        else if (!inner)
            inner = at;
    return at == host ? inner : NULL;
}

/* Returns whether the calls may have come from there. */
static bool fits(const struct looker *looker, const struct node *node, const struct way *way)
{
    if (!way->count)
        return !way->wrapped || is_mpi(looker, node);
    return called_in(looker, node, way->regions[way->count - 1]);
}

/* Returns the first fitting node in the host's call, or NULL. */
static struct node *fitting(const struct looker *looker, const struct node *host, const struct way *way, int nested)
{
    struct node *at = look_at(looker, (uintptr_t)GET(host->children), sizeof *at), *found = NULL;
    for (int i = 0; at && !found && i < MOST_CALLED; i++) {
        bool codeless = is_codeless(looker, at, way->here);
        if ((codeless || is_mpi(looker, at)) && fits(looker, at, way))
            found = at;
        else if (codeless && nested)
            found = fitting(looker, at, way, nested - 1);
        at = look_at(looker, (uintptr_t)GET(at->sibling), sizeof *at);
    }
    return found;
}

/* Returns what was open in the host's call when the calls were made. Short regions come and go between two samples. */
static struct node *inner_host(const struct looker *looker, struct node *host, uint64_t state, const struct way *way)
{
    struct node *open = open_in(looker, host, state, way), *other = NULL;
    if (!fits(looker, open ? open : host, way) && !fits(looker, host, way))
        other = fitting(looker, host, way, NESTED);
    return other ? other : open ? open : host;
}

static struct node *host_of(const struct looker *looker, uint64_t state, uint64_t region, const struct way *way)
{
    struct node *host = near(looker, state, region);
    return host ? inner_host(looker, host, state, way) : NULL;
}

static void add_call(struct way *way, uint64_t region, bool framed)
{
    if (way->count == MOST_UP)
        return;
    way->framed[way->count] = framed;
    way->regions[way->count++] = region;
}

/* The thread's states when it was looked at, before and after the sample. */
struct states {
    uint64_t before, after;
};

static uint64_t found_in(struct states states)
{
    return states.after ? states.after : states.before;
}

/* Adds the calls at one program counter, except those that are switched off. */
static void add_open(const struct looker *looker, const struct code_here *here, struct states states, struct way *way)
{
    way->here = here;
    for (uint32_t i = 0; !way->host && i < here->count; i++) {
        if (here->frameless[i]) {
            add_call(way, here->open[i], false);
            continue;
        }
        way->host = host_of(looker, states.after, here->open[i], way);
        if (!way->host && states.before != states.after)
            way->host = host_of(looker, states.before, here->open[i], way);
        if (!way->host)
            add_call(way, here->open[i], true);
    }
}

/* Returns the host when the unwound calls end before it is known: the thread's place when looked at, before or after, if the calls may have
 * come from there; else a label there that fits. Waits and MPI calls call nothing. */
static struct node *last_host(const struct looker *looker, struct states states, const struct way *way)
{
    uint64_t found[] = {found_in(states), states.before};
    struct node *host = NULL, *around = NULL, *other;
    for (int i = 0; i < 2; i++) {
        struct node *node = look_at(looker, found[i] & ~(uint64_t)1, sizeof *node);
        around = around ? around : node;
        if (!node || calls_nothing(looker, node))
            continue;
        if (fits(looker, node, way))
            return node;
        host = host ? host : node;
    }
    while (around && (calls_nothing(looker, around) || is_codeless(looker, around, way->here)))
        around = parent_of(looker, around);
    other = around ? fitting(looker, around, way, NESTED) : NULL;
    return other ? other : host ? host : around;
}

/* Finds the calls as far as the copied stack reaches. Beyond that the thread's own state is used. */
static void find_way(struct looker *looker, const struct sample *sample, struct code_here *here, struct states states,
                     uint64_t now, struct way *way)
{
    struct call_registers at = {sample->counter, sample->stack, sample->base};
    add_open(looker, here, states, way);
    for (int i = 0; i < MOST_UP && !way->host && here->object && unwind(here->object, sample, &at); i++) {
        code_here_at(looker, at.counter, now, here);
        way->wrapped |= here->beside;
        add_open(looker, here, states, way);
    }
    if (!way->host && way->count)
        way->host = last_host(looker, states, way);
}

/* Returns the node at the end of the calls. A demoted function that called itself is there once. */
static struct node *node_of(const struct looker *looker, const struct way *way)
{
    struct node *nodes[MOST_UP], *at = way->host, *host = at;
    uint32_t end = way->count; /* of the calls below the host */
    for (uint32_t i = way->count; at && i-- > 0; nodes[i] = at) {
        struct node *called = way->framed[i] ? called_in(looker, host, way->regions[i]) : NULL;
        if (called) {
            host = at = called;
            end = i;
        }
        if (way->framed[i])
            continue;
        uint32_t same = i + 1;
        while (same < end && (way->framed[same] || way->regions[same] != way->regions[i]))
            same++;
        if (same < end)
            at = nodes[same];
        else if ((uintptr_t)GET(at->region) != way->regions[i])
            at = node_in(looker, at, way->regions[i]);
    }
    return at || !host || way->framed[0] ? at : node_in(looker, host, way->regions[0]);
}

/* Returns the state of a sample that stands for `ns`, as in struct looked; 0 if nothing measured was running. */
static uint64_t state_of(struct looker *looker, const struct sample *sample, struct states states, uint64_t ns,
                         uint64_t now)
{
    struct code_here here;
    struct way way = {0};
    code_here_at(looker, sample->counter, now, &here);
    bool probe = here.known ? here.probe : found_in(states) & 1;
    charge_sample_add(&looker->store->observed.counting, here.adds ? ns : 0);
    if (here.count || !here.probe)
        find_way(looker, sample, &here, states, now, &way);
    struct node *node = node_of(looker, &way);
    uint64_t at = node ? (uintptr_t)node : found_in(states) & ~(uint64_t)1;
    return at ? at + probe : 0;
}

void sampled_book(struct looker *looker, struct thread *thread, struct ring *ring, uint64_t before, uint64_t state,
                  uint64_t ns, uint64_t now)
{
    struct sample sample;
    bool any = false;
    while (samples_next(ring, looker->samples.page, &sample)) {
        uint64_t stands_for = (uint64_t)sample.stands_for * ring->period;
        uint64_t at = state_of(looker, &sample, (struct states){before, state}, stands_for, now);
        any = true;
        if (at)
            charge_sample_samples(looker, thread, at, sample.stands_for, stands_for);
    }
    /* While it runs no more than a period goes by without a sample. */
    ring->silent = any ? 0 : ring->silent + ns;
    if (ring->silent > ring->period && state) {
        uint64_t stood = ring->silent - ring->period;
        charge_sample_stood_still(looker, thread, state, stood < ns ? stood : ns, now);
    }
    charge_sample_late(looker, thread, ring->silent == 0, now);
}
