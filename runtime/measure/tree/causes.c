/* causes.c - see causes.h. */
#include "runtime/measure/tree/causes.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/stands.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/stretches.h"
#include "runtime/measure/tree/took.h"

enum {
    PARTS = 4,       /* paths that are kept of a stretch */
    SHORT_NS = 2000, /* stretches below that go first */
    CALLS = 64       /* that are searched for the one that ended last */
};

static uint32_t next;  /* no place before that is empty */
static uint64_t least; /* ticks: shorter ones are not kept, for want of room */

static void forget(void)
{
    took_forget();
    next = 0;
    least = 0;
}

static struct lock lock = LOCK(LOCK_CAUSES, forget);

/* The lock is held. Null: no memory. */
static struct stretches_log *log_of_self(void)
{
    if (!store->stretches)
        store->stretches = store_alloc(sizeof *store->stretches);
    return store->stretches;
}

/* The lock is held. Null: no memory. */
static struct stretch *place_at(struct stretches_log *log, uint32_t place)
{
    enum { SIZE = STRETCHES_CHUNK * sizeof(struct stretch) };
    struct stretch *chunk = atomic_load(&log->chunks[place / STRETCHES_CHUNK]);
    if (!chunk)
        chunk = store_alloc_spare(SIZE);
    if (!chunk)
        chunk = pages_map(SIZE);
    atomic_store(&log->chunks[place / STRETCHES_CHUNK], chunk);
    return chunk ? &chunk[place % STRETCHES_CHUNK] : NULL;
}

/* The lock is held, and all places are in use: short stretches go, from now on too. */
static void make_room(struct stretches_log *log)
{
    double tick_ns = clock_ps(store_scale(store, clock_pair_now())) / 1000;
    least = least ? 2 * least : (uint64_t)(SHORT_NS / tick_ns);
    for (uint32_t i = 0; i < STRETCHES_MOST; i++)
        if (place_at(log, i)->length < least)
            PUT(place_at(log, i)->length, 0);
    next = 0;
}

/* The lock is held. Null: no memory. */
static struct stretch *empty_place(struct stretches_log *log)
{
    for (;; next++) {
        if (next == STRETCHES_MOST)
            make_room(log);
        struct stretch *place = place_at(log, next);
        if (!place || !place->length)
            return place;
    }
}

/* A stretch that has no length yet. */
static void keep(const struct stretch *stretch, uint64_t length)
{
    lock_take(&lock);
    struct stretches_log *log = log_of_self();
    struct stretch *place = log && length >= least ? empty_place(log) : NULL;
    if (place) {
        *place = *stretch;
        __atomic_store_n(&place->length, length, __ATOMIC_RELEASE);
    }
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
    double length = (double)(now - begin), whole = length > sum ? length : sum;
    for (int i = 0; i < PARTS && parts[i].node; i++) {
        uint32_t stand = stands_number(stands_of(parts[i].node, NULL));
        if (stand)
            keep(&(struct stretch){.to = now,
                                   .stand = stand,
                                   .share = (uint16_t)(parts[i].ticks / whole * STRETCH_WHOLE),
                                   .thread = operation->meeting.thread},
                 now - begin);
    }
}

struct operation *causes_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count)
{
    struct operation *operations = operations_begin(caller, meetings, count);
    struct took *took = operations ? took_of_self() : NULL;
    uintptr_t busy = thread_hold_begin();
    if (took && took_is_due(took, operations->enter))
        end_stretch(took, operations);
    thread_hold_end(busy);
    return operations;
}
