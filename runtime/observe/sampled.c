/* sampled.c - see sampled.h. */
#include "runtime/observe/sampled.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/book.h"
#include "runtime/observe/raw.h"
#include "runtime/observe/unwind.h"

#include <time.h>

enum {
    MOST_CALLERS = 128,
    MOST_CALLED = 64,   /* of each node that is asked for them */
    CALLING = 8,        /* callers that are asked */
    MOST_SITES = 2048,  /* of a function */
    MOST_OPEN = 32,     /* calls at one program counter, of functions that were inlined into one another */
    MOST_UP = 64,       /* calls from the program counter to where the way up is known to end */
    READ_NS = 100000000 /* between two times that the program's objects are read */
};

static uint64_t now_ns(void)
{
    struct timespec time;
    raw_with(SYS_clock_gettime, CLOCK_MONOTONIC, raw_word(&time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* The object that has the code. Objects come and go, and reading what there is takes long in programs that have many mappings. */
static const struct code_object *object_at(struct looker *looker, uint64_t counter, uint64_t now)
{
    enum { CHEAP = 100 };
    const struct code_object *object = code_map_object(&looker->code, counter);
    if (object || now - looker->code_read < READ_NS + CHEAP * looker->code_takes)
        return object;
    uint64_t begin = now_ns();
    code_map_read(&looker->code);
    looker->code_read = now;
    looker->code_takes = now_ns() - begin;
    return code_map_object(&looker->code, counter);
}

/* The node of a demoted function that was called in one of `caller`; null: there is no room for more. */
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

static bool is_demoted(const struct looker *looker, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    return region && GET(region->demoted);
}

static struct node *parent_of(const struct looker *looker, const struct node *node)
{
    return look_at(looker, (uintptr_t)GET(node->parent), sizeof *node);
}

/* The node itself, one that it was called from, or one that these call. Null: none is entered there. */
static struct node *near(const struct looker *looker, uint64_t state, uint64_t region)
{
    struct node *const node = look_at(looker, state & ~(uint64_t)1, sizeof *node), *at = node;
    for (int i = 0; at && i < MOST_CALLERS; i++, at = parent_of(looker, at))
        if ((uintptr_t)GET(at->region) == region)
            return at;
    at = node;
    for (int i = 0; at && i < CALLING; i++, at = parent_of(looker, at)) {
        struct node *called = look_at(looker, (uintptr_t)GET(at->children), sizeof *called);
        for (int j = 0; called && j < MOST_CALLED; j++) {
            if ((uintptr_t)GET(called->region) == region)
                return called;
            called = look_at(looker, (uintptr_t)GET(called->sibling), sizeof *called);
        }
    }
    return NULL;
}

/* What the code at a program counter is. */
struct code_here {
    const struct code_object *object; /* null: not known */
    uint64_t open[MOST_OPEN];         /* regions whose calls it is in, the innermost first */
    uint32_t count;
    bool probe, known; /* known: what it is not to be asked of the thread */
    bool counted;      /* the outermost has no probe but the addition */
    bool adds;         /* it counts a call */
};

/* Whether code of the call comes behind the place where it ends. */
static bool goes_on(const struct site_entry *sites, uint32_t count, uint32_t end)
{
    uint64_t region = GET(sites[end].region);
    for (uint32_t i = end + 1; i < count; i++)
        if (GET(sites[i].region) == region)
            return GET(sites[i].kind) == SITE_LEAVE;
    return false;
}

/* The function's own: the first. One that is only counted does that as it begins. Null: it is not measured. */
static const struct site_entry *own_of(const struct site_entry *sites, uint32_t count, struct code_function function)
{
    enum { BEGINNING = 48 };
    for (uint32_t i = 0; i < count; i++)
        if (GET(sites[i].kind) == SITE_ENTER ||
            (i == 0 && GET(sites[i].kind) == SITE_COUNT && GET(sites[i].address) - function.from < BEGINNING))
            return &sites[i];
    return NULL;
}

/*
 * The innermost call that the code is in, as the sites before it say. Code of one call may end at several places, so it is over behind the
 * last of those that come before it begins again. What is before the first site is the function's own, as what is behind the last.
 */
static uint64_t innermost(const struct site_entry *own, const struct site_entry *sites, uint32_t count,
                          uint64_t counter)
{
    uint64_t open[MOST_OPEN] = {GET(own->region)};
    uint32_t depth = 1;
    for (uint32_t i = 0; i < count && GET(sites[i].address) <= counter; i++) {
        uint64_t region = GET(sites[i].region);
        if (GET(sites[i].kind) == SITE_ENTER && &sites[i] != own && depth < MOST_OPEN)
            open[depth++] = region;
        else if (GET(sites[i].kind) == SITE_LEAVE && depth > 1 && open[depth - 1] == region &&
                 !goes_on(sites, count, i))
            depth--;
    }
    return open[depth - 1];
}

static bool has_called_it(const struct looker *looker, uint64_t caller, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    for (int i = 0; region && i < REGION_CALLERS; i++)
        if ((uintptr_t)GET(region->callers[i]) == caller)
            return true;
    return false;
}

static bool is_open(const struct code_here *here, uint64_t region)
{
    for (uint32_t i = 0; i < here->count; i++)
        if (here->open[i] == region)
            return true;
    return false;
}

/* Of the function's regions one that called the last one while both had frames; else the function's own. The order of code says little of
 * who was inlined into whom. */
static uint64_t caller_here(const struct looker *looker, const struct site_entry *own, const struct site_entry *sites,
                            uint32_t count, const struct code_here *here)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t caller = GET(sites[i].region);
        if (GET(sites[i].kind) == SITE_ENTER && has_called_it(looker, caller, here->open[here->count - 1]) &&
            !is_open(here, caller))
            return caller;
    }
    return GET(own->region);
}

/* From the innermost to the function's own. */
static void find_open(const struct looker *looker, const struct site_entry *sites, uint32_t count,
                      struct code_function function, uint64_t counter, struct code_here *here)
{
    const struct site_entry *own = own_of(sites, count, function);
    uint64_t region = own ? innermost(own, sites, count, counter) : 0;
    for (bool more = region; more && here->count < MOST_OPEN; region = caller_here(looker, own, sites, count, here)) {
        here->open[here->count++] = region;
        more = region != GET(own->region);
    }
    here->counted = own && GET(own->kind) == SITE_COUNT;
    if (here->counted && !GET(looker->store->settings.adaptive)) /* paths are exact, and these have none */
        here->count--;
}

/* Two instructions without effect are left of a demoted function's probe: who is found there waits for what is before them. */
static void find_part(const struct looker *looker, const struct site_entry *sites, uint32_t count, uint64_t counter,
                      struct code_here *here)
{
    for (uint32_t i = 0; i < count; i++)
        if (counter - GET(sites[i].address) < GET(sites[i].size)) {
            bool adds = GET(sites[i].kind) == SITE_COUNT || GET(sites[i].kind) == SITE_ADD;
            here->adds |= adds;
            here->probe |= !adds && !is_demoted(looker, GET(sites[i].region));
        }
}

static void code_at(struct looker *looker, uint64_t counter, uint64_t now, struct code_here *here)
{
    struct site_table *table = &looker->store->sites;
    uint32_t count = GET(table->count), found = 0;
    const struct site_entry *entries =
        look_at(looker, (uintptr_t)GET(table->entries), (uint64_t)count * sizeof *entries);
    here->object = NULL;
    here->count = 0;
    here->adds = false;
    here->known = here->probe = counter >= looker->own_from && counter < looker->own_to;
    if (here->probe || !entries)
        return;
    here->object = object_at(looker, counter, now);
    struct code_function function =
        here->object ? code_map_function(here->object, counter) : (struct code_function){0, 0, NULL};
    const struct site_entry *sites = code_map_sites(entries, count, function.from, function.to, &found);
    here->known = found || (here->object && looker->own_to);
    here->probe = found && GET(sites->kind) == SITE_STUB;
    if (here->probe)
        return;
    found = found < MOST_SITES ? found : MOST_SITES;
    find_part(looker, sites, found, counter, here);
    find_open(looker, sites, found, function, counter, here);
}

/* Whether the function was called in calls of the node, or in those of demoted functions that it called, while these had frames. */
static bool has_called(const struct looker *looker, const struct node *node, uint64_t region, int depth)
{
    const struct node *called = look_at(looker, (uintptr_t)GET(node->children), sizeof *called);
    for (int i = 0; called && i < MOST_CALLED; i++) {
        uint64_t its = (uintptr_t)GET(called->region);
        if (its == region || (depth && is_demoted(looker, its) && has_called(looker, called, region, depth - 1)))
            return true;
        called = look_at(looker, (uintptr_t)GET(called->sibling), sizeof *called);
    }
    return false;
}

/* The host of a demoted function. Since the sample was taken the thread may have gone on, into a call that never called the function: then
 * the host is a call around that one. Null: nobody that is known has called it. */
static struct node *host_of(const struct looker *looker, uint64_t state, uint64_t region)
{
    enum { DEPTH = 2 };
    struct node *at = look_at(looker, state & ~(uint64_t)1, sizeof *at);
    for (int i = 0; at && i < CALLING; i++, at = parent_of(looker, at))
        if ((uintptr_t)GET(at->region) == region || has_called(looker, at, region, DEPTH))
            return at;
    return NULL;
}

/* How a program counter came about: calls of demoted functions, the innermost first, and the call with a frame that they are in. */
struct way {
    struct node *host; /* null: not known */
    uint64_t regions[MOST_UP];
    uint32_t count;
};

/* What the thread was in when it was looked at, before and after the sample was taken. */
struct states {
    uint64_t before, after;
};

/* Those at one program counter. What is switched off has neither. */
static void add_open(const struct looker *looker, const struct code_here *here, struct states states, struct way *way)
{
    for (uint32_t i = 0; !way->host && i < here->count; i++) {
        bool counted = here->counted && i + 1 == here->count;
        if (counted || is_demoted(looker, here->open[i])) {
            if (way->count < MOST_UP)
                way->regions[way->count++] = here->open[i];
            continue;
        }
        way->host = near(looker, states.after, here->open[i]);
        if (!way->host && states.before != states.after)
            way->host = near(looker, states.before, here->open[i]);
    }
}

/* As far as the piece of stack goes. Beyond that, the thread says what it is in. */
static void find_way(struct looker *looker, const struct sample *sample, struct code_here *here, struct states states,
                     uint64_t now, struct way *way)
{
    struct call_registers at = {sample->counter, sample->stack, sample->base};
    way->host = NULL;
    way->count = 0;
    add_open(looker, here, states, way);
    for (int i = 0; i < MOST_UP && !way->host && here->object && unwind(here->object, sample, &at); i++) {
        code_at(looker, at.counter, now, here);
        add_open(looker, here, states, way);
    }
    uint64_t outermost = way->count ? way->regions[way->count - 1] : 0;
    if (!way->host && outermost)
        way->host = host_of(looker, states.after, outermost);
    if (!way->host && outermost && states.before != states.after)
        way->host = host_of(looker, states.before, outermost);
}

/* The node at the end of the way. A function that is in it twice called itself, and is there once. */
static struct node *node_of(const struct looker *looker, const struct way *way)
{
    struct node *nodes[MOST_UP], *at = way->host;
    for (uint32_t i = way->count; at && i-- > 0; nodes[i] = at) {
        uint32_t same = i + 1;
        while (same < way->count && way->regions[same] != way->regions[i])
            same++;
        if (same < way->count)
            at = nodes[same];
        else if ((uintptr_t)GET(at->region) != way->regions[i])
            at = node_in(looker, at, way->regions[i]);
    }
    return at || !way->host ? at : node_in(looker, way->host, way->regions[0]);
}

/* Of a sample that stands for `ns`, as in struct looked; 0: in nothing that is measured. */
static uint64_t state_of(struct looker *looker, const struct sample *sample, struct states states, uint64_t ns,
                         uint64_t now)
{
    const uint64_t found = states.after ? states.after : states.before;
    struct code_here here;
    struct way way = {0};
    code_at(looker, sample->counter, now, &here);
    bool probe = here.known ? here.probe : found & 1;
    book_add(&looker->store->observed.counting, here.adds ? ns : 0);
    if (here.count || !here.probe)
        find_way(looker, sample, &here, states, now, &way);
    if (!way.host && way.count)
        way.host = look_at(looker, found & ~(uint64_t)1, sizeof *way.host);
    struct node *node = node_of(looker, &way);
    uint64_t at = node ? (uintptr_t)node : found & ~(uint64_t)1;
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
            book_samples(looker, thread, at, sample.stands_for, stands_for);
    }
    /* While it runs no more than a period goes by without a sample. */
    ring->silent = any ? 0 : ring->silent + ns;
    if (ring->silent > ring->period && state) {
        uint64_t stood = ring->silent - ring->period;
        book_stood_still(looker, thread, state, stood < ns ? stood : ns, now);
    }
    book_late(looker, thread, ring->silent == 0, now);
}
