/* before_waits.c - see before_waits.h. */
#include "runtime/measure/tree/before_waits.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/relaxed.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/measure/store/time_slices.h"
#include "runtime/measure/store/wait_sums.h"
#include "runtime/measure/tree/tree.h"

#include <stdatomic.h>
#include <stddef.h>

/* --- how a thread's time since the last question divides among its paths. The tree is walked, except for timed nodes without time, and
 * compared with the last state. Timed calls, finished or open, have the clock's time. It is divided among the calls counted inside them in
 * proportion to samples. A node without a last state, because there are too many, gets nothing. --- */

struct time_split_part {
    const struct node *node; /* null: there are no more */
    double ticks;            /* of its own */
};

enum {
    SEEN = 1 << 12,   /* nodes that are known of a thread */
    VISITS = 1 << 10, /* that are looked at each time */
    CHEAP = 50        /* that comes after so many times what it takes */
};

/* A node's state at the last visit; in ticks, and ns of samples. */
struct seen {
    const struct node *node;
    uint64_t total, looked;
    uint64_t open; /* of its calls that are open, by now */
    uint32_t round, visit;
};

/* A node's changes since then. */
struct visit {
    const struct node *node;
    uint32_t owner;              /* the visit of the timed one in which its calls happen; its own */
    uint64_t took;               /* ticks, of a timed one: with all that is below */
    uint64_t below;              /* of that, in timed ones below */
    uint64_t looked, looked_all; /* ns: at itself; and all in its own time */
    double own;                  /* ticks */
};

struct took {
    const struct thread *thread;
    struct took *next;
    uint64_t since; /* ticks: when it was asked last */
    uint64_t cost;  /* ticks: what that takes */
    uint64_t due;   /* ticks: when it may be asked again */
    uint32_t round, used;
    uint32_t count;
    struct visit visits[VISITS];
    struct seen seen[SEEN];
};

static _Atomic(struct took *) all;

/* In the child of a fork. */
static void time_split_forget(void)
{
    atomic_store(&all, NULL);
}

static struct took *make_took(const struct thread *thread)
{
    struct took *took = pages_map(sizeof *took);
    if (!took)
        return NULL;
    took->thread = thread;
    took->since = thread->begin;
    took->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &took->next, took))
        ;
    return took;
}

/* Returns the data of the calling thread; NULL if it is not measured, or there is no memory. */
static struct took *time_split_of_self(void)
{
    const struct thread *thread = thread_self;
    struct took *took = atomic_load_explicit(&all, memory_order_acquire);
    while (took && took->thread != thread)
        took = took->next;
    return took || thread == &thread_none ? took : make_took(thread);
}

/* Returns whether to ask again. It takes at most a fiftieth of the time. */
static bool time_split_is_due(const struct took *took, uint64_t now)
{
    return now >= took->due;
}

/* Notes a question at `now` that began at `begin`. */
static void time_split_took(struct took *took, uint64_t now, uint64_t begin)
{
    uint64_t cost = clock_now() - begin;
    took->cost = took->cost ? (3 * took->cost + cost) / 4 : cost;
    took->due = now + CHEAP * took->cost;
}

/* Returns when it was last asked, in ticks. */
static uint64_t time_split_since(const struct took *took)
{
    return took->since;
}

/* Returns the state of a node, or NULL if there is no room. */
static struct seen *see(struct took *took, const struct node *node)
{
    uint32_t place = (uint32_t)(((uint64_t)(uintptr_t)node / sizeof *node * 0x9e3779b97f4a7c15u) >> 40) % SEEN;
    while (took->seen[place].node && took->seen[place].node != node)
        place = (place + 1) % SEEN;
    struct seen *seen = &took->seen[place];
    if (!seen->node) {
        if (took->used >= SEEN / 4 * 3)
            return NULL;
        took->used++;
        seen->node = node;
    }
    if (seen->round != took->round) {
        seen->round = took->round;
        seen->open = 0;
        seen->visit = VISITS;
    }
    return seen;
}

/* Computes the time of each node's open calls so far. */
static void see_open(struct took *took, uint64_t now)
{
    for (struct stack at = stack_of(took->thread); !stack_is_empty(at); at = stack_below(at)) {
        uint64_t start = start_moment(at.top->start);
        struct seen *seen = frame_is_timed(at.top) && start < now ? see(took, at.top->node) : NULL;
        if (seen)
            seen->open += now - start;
    }
}

/* Returns whether all its calls are timed, except perhaps an open one, so that the clock tells their time. */
static bool is_timed(const struct node *node)
{
    return node->timed + 1 >= node->calls;
}

/* Returns the increase of a counter. A smaller value means that the counter is a new one. */
static uint64_t added(uint64_t *had, uint64_t has)
{
    uint64_t more = has < *had ? has : has - *had;
    *had = has;
    return more;
}

/* Visits a node. Returns whether there may be changes below it. */
static bool visit(struct took *took, const struct node *node, uint64_t since)
{
    const struct node *root = took->thread->tree.root;
    if (node->region->kind == REGION_PART) /* told beside what they did */
        return false;
    struct seen *seen = see(took, node), *above = node == root ? NULL : see(took, node->parent);
    if (!seen || (node != root && (!above || above->visit == VISITS)))
        return false;
    bool timed = node == root || is_timed(node);
    struct visit *this = &took->visits[seen->visit = took->count++];
    uint64_t total = node->sum - (node->extra ? node->extra->folded : 0) + seen->open;
    *this = (struct visit){.node = node, .looked = added(&seen->looked, GET(node->looked))};
    this->took = added(&seen->total, total);
    if (node == root)
        this->took = since;
    this->owner = timed ? seen->visit : took->visits[above->visit].owner;
    took->visits[this->owner].looked_all += this->looked;
    if (timed && above)
        took->visits[took->visits[above->visit].owner].below += this->took;
    return !timed || this->took;
}

static void visit_all(struct took *took, uint64_t now)
{
    struct node *root = took->thread->tree.root;
    took->round++;
    took->count = 0;
    see_open(took, now);
    for (struct node *node = root; node && took->count < VISITS;)
        node = visit(took, node, now - took->since) ? tree_next(root, node) : tree_beside(root, node);
    took->since = now;
}

/* Divides the time of timed nodes, without MPI's, among the nodes inside. Returns the sum. */
static double share_out(struct took *took)
{
    double sum = 0;
    for (uint32_t i = 0; i < took->count; i++) {
        struct visit *this = &took->visits[i];
        const struct visit *owner = &took->visits[this->owner];
        double pool = owner->took > owner->below ? (double)(owner->took - owner->below) : 0;
        if (owner->looked_all)
            this->own = pool * (double)this->looked / (double)owner->looked_all;
        else
            this->own = this == owner ? pool : 0;
        if (this->node->region->kind == REGION_MPI)
            this->own = 0;
        sum += this->own;
    }
    return sum;
}

/* Returns NULL if no path has any time. */
static struct visit *largest_of(struct took *took)
{
    struct visit *largest = NULL;
    for (uint32_t i = 0; i < took->count; i++)
        if (took->visits[i].own > (largest ? largest->own : 0))
            largest = &took->visits[i];
    return largest;
}

/* Returns the `count` paths with most time since then, largest first, without MPI calls; and the time of all. By the thread itself. */
static double time_split_parts(struct took *took, uint64_t now, struct time_split_part *parts, int count)
{
    visit_all(took, now);
    double sum = share_out(took);
    for (int i = 0; i < count; i++) {
        struct visit *largest = largest_of(took);
        parts[i] = (struct time_split_part){largest ? largest->node : NULL, largest ? largest->own : 0};
        if (largest)
            largest->own = 0;
    }
    return sum;
}

/* --- */

enum {
    PARTS = 4,       /* paths that are kept of a stretch */
    SHORT_NS = 2000, /* stretches below that go first */
    CALLS = 64       /* that are searched for the one that ended last */
};

static uint32_t next;  /* no place before that is empty */
static uint64_t least; /* ticks: shorter ones are not kept, for want of room */

static void forget(void)
{
    time_split_forget();
    next = 0;
    least = 0;
}

static struct lock lock = LOCK(LOCK_CAUSES, forget);

/* Returns the thread's log, or NULL if there is no memory. The lock is held. */
static struct time_slices_log *log_of_self(void)
{
    if (!store->stretches)
        store->stretches = store_alloc(sizeof *store->stretches);
    return store->stretches;
}

/* Returns a place in the log, or NULL if there is no memory. The lock is held. */
static struct stretch *place_at(struct time_slices_log *log, uint32_t place)
{
    enum { SIZE = TIME_SLICES_CHUNK * sizeof(struct stretch) };
    struct stretch *chunk = atomic_load(&log->chunks[place / TIME_SLICES_CHUNK]);
    if (!chunk)
        chunk = store_alloc_spare(SIZE);
    if (!chunk)
        chunk = pages_map(SIZE);
    atomic_store(&log->chunks[place / TIME_SLICES_CHUNK], chunk);
    return chunk ? &chunk[place % TIME_SLICES_CHUNK] : NULL;
}

/* Makes room when all places are in use: drops short stretches, now and from now on. The lock is held. */
static void make_room(struct time_slices_log *log)
{
    double tick_ns = clock_ps(store_scale(store, clock_pair_now())) / 1000;
    least = least ? 2 * least : (uint64_t)(SHORT_NS / tick_ns);
    for (uint32_t i = 0; i < TIME_SLICES_MOST; i++)
        if (place_at(log, i)->length < least)
            PUT(place_at(log, i)->length, 0);
    next = 0;
}

/* Returns an empty place, or NULL if there is no memory. The lock is held. */
static struct stretch *empty_place(struct time_slices_log *log)
{
    for (;; next++) {
        if (next == TIME_SLICES_MOST)
            make_room(log);
        struct stretch *place = place_at(log, next);
        if (!place || !place->length)
            return place;
    }
}

/* Stores a stretch that has no length yet. */
static void keep(const struct stretch *stretch, uint64_t length)
{
    lock_take(&lock);
    struct time_slices_log *log = log_of_self();
    struct stretch *place = log && length >= least ? empty_place(log) : NULL;
    if (place) {
        *place = *stretch;
        __atomic_store_n(&place->length, length, __ATOMIC_RELEASE);
    }
    lock_give(&lock);
}

/* Returns the end of the last call logged before this one. */
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

/* Ends a stretch. It begins at the end of the last call, if most was done since then; work before that is included. */
static void end_stretch(struct took *took, const struct operation *operation)
{
    struct time_split_part parts[PARTS];
    uint64_t now = operation->enter, since = time_split_since(took), begin = last_end(operation);
    double sum = time_split_parts(took, now, parts, PARTS);
    if (begin < since || (double)(now - begin) < sum / 2)
        begin = since;
    double length = (double)(now - begin), whole = length > sum ? length : sum;
    for (int i = 0; i < PARTS && parts[i].node; i++) {
        uint32_t stand = wait_sums_number(wait_sums_of(parts[i].node, NULL));
        if (stand)
            keep(&(struct stretch){.to = now,
                                   .stand = stand,
                                   .share = (uint16_t)(parts[i].ticks / whole * STRETCH_WHOLE),
                                   .thread = operation->meeting.thread},
                 now - begin);
    }
}

struct operation *before_waits_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count)
{
    struct operation *operations = operations_begin(caller, meetings, count);
    struct took *took = operations ? time_split_of_self() : NULL;
    if (!took || !time_split_is_due(took, operations->enter))
        return operations;
    uint64_t begin = clock_now();
    uintptr_t busy = thread_hold_begin();
    if (time_split_is_due(took, operations->enter))
        end_stretch(took, operations);
    thread_hold_end(busy); /* begin and end make a system call each: too dear for each call of MPI */
    time_split_took(took, operations->enter, begin);
    return operations;
}
