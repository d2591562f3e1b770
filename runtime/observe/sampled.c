/* sampled.c - see sampled.h. */
#include "runtime/observe/sampled.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/book.h"
#include "runtime/observe/raw.h"

#include <time.h>

enum {
    MOST_CALLERS = 128,
    MOST_CALLED = 64,   /* of each node that is asked for them */
    CALLING = 8,        /* callers that are asked */
    MOST_SITES = 512,   /* of a function */
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
    code_map_read(&looker->code, looker->program);
    looker->code_read = now;
    looker->code_takes = now_ns() - begin;
    return code_map_object(&looker->code, counter);
}

/* The node of a demoted function that runs in a call of `host`; null: there is no room for more. */
static struct node *node_in(const struct looker *looker, struct node *host, uint64_t region)
{
    enum { FAR = 64 };
    struct node *all = look_at(looker, (uintptr_t)GET(looker->store->sampled), SAMPLED_NODES * sizeof *all);
    uint32_t home = sampled_home((uintptr_t)host, region);
    for (uint32_t i = 0; all && i < FAR; i++) {
        struct node *node = &all[(home + i) % SAMPLED_NODES];
        if (!GET(node->region)) {
            PUT(node->calls, UINT64_MAX); /* it is none whose calls are all timed */
            PUT(node->parent, host);
            __atomic_store_n(&node->region, (struct region *)(uintptr_t)region, __ATOMIC_RELEASE);
        }
        if (GET(node->parent) == host && (uintptr_t)GET(node->region) == region)
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

/*
 * The innermost of the function's regions at a program counter, as the sites before it say. Code of one call may end at several places, so
 * it is over behind the last of those that come before it begins again. What is before the first site is the function's own, as what
 * is behind the last.
 */
static uint64_t region_at(const struct site_entry *sites, uint32_t count, uint64_t counter)
{
    enum { DEEP = 32 };
    uint64_t open[DEEP] = {0};
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count && (!depth || GET(sites[i].address) <= counter); i++) {
        uint64_t region = GET(sites[i].region);
        uint32_t later = i + 1;
        if (GET(sites[i].kind) == SITE_ENTER && depth < DEEP)
            open[depth++] = region;
        while (later < count && GET(sites[later].region) != region)
            later++;
        bool goes_on = later < count && GET(sites[later].kind) == SITE_LEAVE;
        if (GET(sites[i].kind) == SITE_LEAVE && !goes_on && depth > 1 && open[depth - 1] == region)
            depth--;
    }
    return depth ? open[depth - 1] : 0;
}

/* The code at a program counter. */
struct code_here {
    uint64_t region;   /* 0: not known */
    bool probe, known; /* known: what it is not to be asked of the thread */
};

static struct code_here code_at(struct looker *looker, uint64_t counter, uint64_t now)
{
    struct site_table *table = &looker->store->sites;
    uint32_t count = GET(table->count), found = 0;
    const struct site_entry *entries =
        look_at(looker, (uintptr_t)GET(table->entries), (uint64_t)count * sizeof *entries);
    if (counter >= looker->own_from && counter < looker->own_to)
        return (struct code_here){.probe = true, .known = true};
    if (!entries)
        return (struct code_here){0};
    const struct code_object *object = object_at(looker, counter, now);
    struct code_function function =
        object ? code_map_function(&looker->code, object, counter) : (struct code_function){0, 0};
    const struct site_entry *sites = code_map_sites(entries, count, function.from, function.to, &found);
    if (found && GET(sites->kind) == SITE_STUB)
        return (struct code_here){.probe = true, .known = true};
    found = found < MOST_SITES ? found : MOST_SITES;
    bool probe = false;
    for (uint32_t i = 0; i < found; i++)
        probe |= counter - GET(sites[i].address) < GET(sites[i].size);
    return (struct code_here){
        .region = region_at(sites, found, counter), .probe = probe, .known = found || (object && looker->own_to)};
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

/* As in struct looked; 0: in nothing that is measured. */
static uint64_t state_of(struct looker *looker, uint64_t counter, uint64_t before, uint64_t state, uint64_t now)
{
    const struct code_here here = code_at(looker, counter, now);
    const uint64_t found = state ? state : before;
    struct node *host = look_at(looker, found & ~(uint64_t)1, sizeof *host), *node = NULL;
    if (here.region && is_demoted(looker, here.region)) {
        struct node *known = host_of(looker, state, here.region);
        if (!known && before != state)
            known = host_of(looker, before, here.region);
        host = known ? known : host;
        bool own = host && (uintptr_t)GET(host->region) == here.region;
        node = own || !host ? host : node_in(looker, host, here.region);
    } else if (here.region) {
        node = near(looker, state, here.region);
        if (!node && before != state)
            node = near(looker, before, here.region);
    }
    uint64_t at = node ? (uintptr_t)node : found & ~(uint64_t)1;
    return at ? at + (here.known ? here.probe : found & 1) : 0;
}

void sampled_book(struct looker *looker, struct thread *thread, struct ring *ring, uint64_t before, uint64_t state,
                  uint64_t ns, uint64_t now)
{
    uint64_t counter;
    uint32_t stands_for;
    bool any = false;
    while (samples_next(ring, looker->samples.page, &counter, &stands_for)) {
        uint64_t at = state_of(looker, counter, before, state, now);
        any = true;
        if (at)
            book_samples(looker, thread, at, stands_for, (uint64_t)stands_for * ring->period);
    }
    /* While it runs no more than a period goes by without a sample. */
    ring->silent = any ? 0 : ring->silent + ns;
    if (ring->silent > ring->period && state) {
        uint64_t stood = ring->silent - ring->period;
        book_stood_still(looker, thread, state, stood < ns ? stood : ns, now);
    }
    book_late(looker, thread, ring->silent == 0, now);
}
