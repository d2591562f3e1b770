/* causes.c - see causes.h. */
#include "runtime/measure/causes.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/lock.h"
#include "runtime/measure/stands.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/took.h"

#include <stdlib.h>

enum {
    PARTS = 4,          /* paths that are kept of a stretch */
    SHORT_NS = 2000,    /* stretches below that go first */
    CALLS = 64,         /* that are searched for the one that ended last */
    STRETCHES = 1 << 17 /* of the process */
};

struct part {
    struct stand *stand;
    double share; /* of the stretch */
};

struct stretch {
    uint64_t to;     /* ticks: when it ended */
    uint64_t length; /* ticks */
    struct part parts[PARTS];
};

static struct stretch *stretches; /* room for STRETCHES */
static size_t kept;
static uint64_t least; /* ticks: shorter ones are not kept, for want of room */

static void forget(void)
{
    took_forget();
    stretches = NULL;
    kept = 0;
    least = 0;
}

static struct lock lock = LOCK(LOCK_CAUSES, forget);

static double tick_ns(void)
{
    return clock_ps(store_scale(store, clock_pair_now())) / 1000;
}

/* The log is full: short stretches go, from now on too. */
static void make_room(void)
{
    size_t all = kept;
    kept = 0;
    least = least ? 2 * least : (uint64_t)(SHORT_NS / tick_ns());
    for (size_t i = 0; i < all; i++)
        if (stretches[i].length >= least)
            stretches[kept++] = stretches[i];
}

static void keep(const struct stretch *stretch)
{
    lock_take(&lock);
    if (!stretches)
        stretches = pages_map(STRETCHES * sizeof *stretches);
    while (stretches && kept == STRETCHES)
        make_room();
    if (stretches && stretch->length >= least)
        stretches[kept++] = *stretch;
    lock_give(&lock);
}

/* When the last of the calls ended that were logged before this one. */
static uint64_t last_end(const struct operation *operation)
{
    uint64_t last = 0, now = operation->enter;
    const struct operation *first = operations_first_beside(operation);
    for (int i = 0; i < CALLS && operation > first; i++) {
        uint64_t end = GET((--operation)->end);
        if (end > last && end <= now)
            last = end;
    }
    return last;
}

/* The stretch begins where the last call ended, if most was done since then; what was done before is in it, too. */
static void end_stretch(struct took *took, const struct operation *operation)
{
    struct took_part parts[PARTS];
    uint64_t now = operation->enter, since = took_since(took), begin = last_end(operation);
    double sum = took_parts(took, now, parts, PARTS);
    if (begin < since || (double)(now - begin) < sum / 2)
        begin = since;
    struct stretch stretch = {.to = now, .length = now - begin};
    double whole = (double)stretch.length > sum ? (double)stretch.length : sum;
    for (int i = 0; i < PARTS && parts[i].node; i++)
        stretch.parts[i] = (struct part){stands_of(parts[i].node, NULL), parts[i].ticks / whole};
    keep(&stretch);
}

struct operation *causes_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count)
{
    struct operation *operations = operations_begin(caller, meetings, count);
    struct took *took = operations ? took_of_self() : NULL;
    thread_busy++;
    if (took && took_is_due(took, operations->enter))
        end_stretch(took, operations);
    thread_busy--;
    return operations;
}

static int compare_stretches(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

void causes_close(void)
{
    if (kept)
        qsort(stretches, kept, sizeof *stretches, compare_stretches);
}

/* How many ended until then. */
static size_t until(uint64_t when)
{
    size_t low = 0, high = kept;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stretches[middle].to <= when)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void book(const struct stretch *stretch, double ns)
{
    for (int i = 0; i < PARTS; i++)
        if (stretch->parts[i].stand)
            stretch->parts[i].stand->cause += (uint64_t)(ns * stretch->parts[i].share);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void causes_delayed(const struct operation *operation, uint64_t longest, uint64_t waited)
{
    uint64_t when = operation->posted, span = (uint64_t)((double)longest / tick_ns()), from = when - span;
    struct stand *stand = stands_at(operation->poster);
    if (stand)
        stand->delay += waited;
    size_t last = until(when);
    for (size_t i = last < kept ? last + 1 : last; i-- > 0 && stretches[i].to > from;) {
        uint64_t begin = later(stretches[i].to - stretches[i].length, from), end = earlier(stretches[i].to, when);
        if (begin < end)
            book(&stretches[i], (double)waited * (double)(end - begin) / (double)span);
    }
}
