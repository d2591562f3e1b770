/* causes.c - see causes.h. */
#include "runtime/measure/causes.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/lock.h"
#include "runtime/measure/stack.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/tree.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS = 4,          /* paths that are kept of a stretch */
    SEEN = 1 << 12,     /* nodes that are known of a thread */
    VISITS = 1 << 10,   /* that are looked at for one stretch */
    CHEAP = 50,         /* a stretch is so many times as long as it takes to look it up */
    FIRST_NS = 1000,    /* which is taken for that before it is known; and stretches so short go first */
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

/* What was known of a node when it was visited last; in ticks, and ns of looks. */
struct seen {
    const struct node *node;
    uint64_t total, looked;
    uint64_t open; /* of its calls that are open, by now */
    uint32_t round, visit;
};

/* What happened to a node since. */
struct visit {
    const struct node *node;
    uint32_t owner;              /* the visit of the timed one in which its calls happen; its own */
    uint64_t took;               /* ticks, of a timed one: with all that is below */
    uint64_t below;              /* of that, in timed ones below */
    uint64_t looked, looked_all; /* ns: at itself; and all in its own time */
    double own;                  /* ticks */
};

/* What is known of a thread's tree. */
struct past {
    const struct thread *thread;
    struct past *next;
    uint64_t visited; /* ticks: when it was looked up last */
    uint64_t cost;    /* ticks, of a look-up */
    uint64_t due;     /* ticks: when the next one may be */
    uint32_t round, used;
    uint32_t count;
    struct visit visits[VISITS];
    struct seen seen[SEEN];
};

static _Atomic(struct past *) pasts;
static struct stretch *stretches; /* room for STRETCHES */
static size_t kept;
static uint64_t least; /* ticks: shorter ones are not kept, for want of room */

static void forget(void)
{
    atomic_store(&pasts, NULL);
    stretches = NULL;
    kept = 0;
    least = 0;
}

static struct lock lock = LOCK(LOCK_CAUSES, forget);

static double tick_ns(void)
{
    return clock_ps(store_scale(store, clock_pair_now())) / 1000;
}

static struct past *new_past(const struct thread *thread)
{
    struct past *past = pages_map(sizeof *past);
    if (!past)
        return NULL;
    past->thread = thread;
    past->visited = thread->begin;
    past->cost = (uint64_t)(FIRST_NS / tick_ns());
    lock_take(&lock);
    past->next = atomic_load(&pasts);
    atomic_store(&pasts, past);
    lock_give(&lock);
    return past;
}

/* Of the calling thread; null: it is not measured, or there is no memory. */
static struct past *own_past(void)
{
    const struct thread *thread = thread_self;
    struct past *past = atomic_load_explicit(&pasts, memory_order_acquire);
    while (past && past->thread != thread)
        past = past->next;
    return past || thread == &thread_nobody ? past : new_past(thread);
}

/* Null: there is no room for it. */
static struct seen *see(struct past *past, const struct node *node)
{
    uint32_t place = (uint32_t)(((uint64_t)(uintptr_t)node / sizeof *node * 0x9e3779b97f4a7c15u) >> 40) % SEEN;
    while (past->seen[place].node && past->seen[place].node != node)
        place = (place + 1) % SEEN;
    struct seen *seen = &past->seen[place];
    if (!seen->node) {
        if (past->used >= SEEN / 4 * 3)
            return NULL;
        past->used++;
        seen->node = node;
    }
    if (seen->round != past->round) {
        seen->round = past->round;
        seen->open = 0;
        seen->visit = VISITS;
    }
    return seen;
}

/* What the open calls of each node took so far. */
static void see_open(struct past *past, uint64_t now)
{
    for (struct stack at = stack_of(past->thread); !stack_is_empty(at); at = stack_below(at)) {
        uint64_t start = start_moment(at.top->start);
        struct seen *seen = frame_is_timed(at.top) && start < now ? see(past, at.top->node) : NULL;
        if (seen)
            seen->open += now - start;
    }
}

/* All its calls are timed but one that is open, so that the clock tells what they took. */
static bool is_timed(const struct node *node)
{
    return !node->counted && !node->region->place && node->timed + 1 >= node->calls;
}

/* What a counter has more than it had; it is another one's where it has less. */
static uint64_t added(uint64_t *had, uint64_t has)
{
    uint64_t more = has < *had ? has : has - *had;
    *had = has;
    return more;
}

/* Whether there may be something below. */
static bool visit(struct past *past, const struct node *node, uint64_t since)
{
    const struct node *root = past->thread->tree.root;
    struct seen *seen = see(past, node), *above = node == root ? NULL : see(past, node->parent);
    if (!seen || (node != root && (!above || above->visit == VISITS)))
        return false;
    bool timed = node == root || is_timed(node);
    struct visit *this = &past->visits[seen->visit = past->count++];
    uint64_t total = node->sum - (node->extra ? node->extra->folded : 0) + seen->open;
    *this = (struct visit){.node = node, .looked = added(&seen->looked, GET(node->looked))};
    this->took = added(&seen->total, total);
    if (node == root)
        this->took = since;
    this->owner = timed ? seen->visit : past->visits[above->visit].owner;
    past->visits[this->owner].looked_all += this->looked;
    if (timed && above)
        past->visits[past->visits[above->visit].owner].below += this->took;
    return !timed || this->took;
}

static void visit_all(struct past *past, uint64_t now)
{
    struct node *root = past->thread->tree.root;
    past->round++;
    past->count = 0;
    see_open(past, now);
    for (struct node *node = root; node && past->count < VISITS;)
        node = visit(past, node, now - past->visited) ? tree_next(root, node) : tree_beside(root, node);
    past->visited = now;
}

/* Divides the time of timed nodes among those that happened in it, but for MPI's. Returns the sum. */
static double share_out(struct past *past)
{
    double sum = 0;
    for (uint32_t i = 0; i < past->count; i++) {
        struct visit *this = &past->visits[i];
        const struct visit *owner = &past->visits[this->owner];
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

/* Null: none has any. */
static struct visit *largest_of(struct past *past)
{
    struct visit *largest = NULL;
    for (uint32_t i = 0; i < past->count; i++)
        if (past->visits[i].own > (largest ? largest->own : 0))
            largest = &past->visits[i];
    return largest;
}

/* The log is full: short stretches go, from now on too. */
static void make_room(void)
{
    size_t all = kept;
    kept = 0;
    least = least ? 2 * least : (uint64_t)(2 * FIRST_NS / tick_ns());
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
    uint32_t logged;
    const struct operation *log = operations_all(&logged);
    uint64_t last = 0, now = operation->enter;
    for (int i = 0; i < CALLS && operation > log; i++) {
        uint64_t end = GET((--operation)->end);
        if (end > last && end <= now)
            last = end;
    }
    return last;
}

/* The stretch begins where the last call ended, if most was done since then; what was done before is in it, too. */
static void look_up(struct past *past, const struct operation *operation)
{
    uint64_t now = operation->enter, visited = past->visited, begin = last_end(operation);
    visit_all(past, now);
    double sum = share_out(past);
    if (begin < visited || (double)(now - begin) < sum / 2)
        begin = visited;
    struct stretch stretch = {.to = now, .length = now - begin};
    double whole = (double)stretch.length > sum ? (double)stretch.length : sum;
    for (int i = 0; i < PARTS; i++) {
        struct visit *largest = largest_of(past);
        if (!largest)
            break;
        stretch.parts[i] = (struct part){operations_stand(largest->node), largest->own / whole};
        largest->own = 0;
    }
    keep(&stretch);
}

static void end_stretch(struct past *past, const struct operation *operation)
{
    uint64_t begin = clock_now();
    thread_busy++;
    look_up(past, operation);
    thread_busy--;
    past->cost = (3 * past->cost + clock_now() - begin) / 4;
    past->due = operation->enter + CHEAP * past->cost;
}

struct operation *causes_begin(const struct __instr_frame *frame, const struct meeting *meetings, uint32_t count)
{
    struct operation *operations = operations_begin(frame, meetings, count);
    struct past *past = operations ? own_past() : NULL;
    if (past && operations->enter >= past->due)
        end_stretch(past, operations);
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
    if (operation->stand)
        operation->stand->delay += waited;
    size_t last = until(when);
    for (size_t i = last < kept ? last + 1 : last; i-- > 0 && stretches[i].to > from;) {
        uint64_t begin = later(stretches[i].to - stretches[i].length, from), end = earlier(stretches[i].to, when);
        if (begin < end)
            book(&stretches[i], (double)waited * (double)(end - begin) / (double)span);
    }
}
