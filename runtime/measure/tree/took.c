/* took.c - see took.h. */
#include "runtime/measure/tree/took.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/tree/tree.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    SEEN = 1 << 12,   /* nodes that are known of a thread */
    VISITS = 1 << 10, /* that are looked at each time */
    CHEAP = 50        /* that comes after so many times what it takes */
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

void took_forget(void)
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

struct took *took_of_self(void)
{
    const struct thread *thread = thread_self;
    struct took *took = atomic_load_explicit(&all, memory_order_acquire);
    while (took && took->thread != thread)
        took = took->next;
    return took || thread == &thread_nobody ? took : make_took(thread);
}

bool took_is_due(const struct took *took, uint64_t now)
{
    return now >= took->due;
}

uint64_t took_since(const struct took *took)
{
    return took->since;
}

/* Null: there is no room for it. */
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

/* What the open calls of each node took so far. */
static void see_open(struct took *took, uint64_t now)
{
    for (struct stack at = stack_of(took->thread); !stack_is_empty(at); at = stack_below(at)) {
        uint64_t start = start_moment(at.top->start);
        struct seen *seen = frame_is_timed(at.top) && start < now ? see(took, at.top->node) : NULL;
        if (seen)
            seen->open += now - start;
    }
}

/* All its calls are timed but one that is open, so that the clock tells what they took. */
static bool is_timed(const struct node *node)
{
    return node->timed + 1 >= node->calls;
}

/* What a counter has more than it had; it is another one's where it has less. */
static uint64_t added(uint64_t *had, uint64_t has)
{
    uint64_t more = has < *had ? has : has - *had;
    *had = has;
    return more;
}

/* Whether there may be something below. */
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

/* Divides the time of timed nodes among those that happened in it, but for MPI's. Returns the sum. */
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

/* Null: none has any. */
static struct visit *largest_of(struct took *took)
{
    struct visit *largest = NULL;
    for (uint32_t i = 0; i < took->count; i++)
        if (took->visits[i].own > (largest ? largest->own : 0))
            largest = &took->visits[i];
    return largest;
}

double took_parts(struct took *took, uint64_t now, struct took_part *parts, int count)
{
    uint64_t begin = clock_now();
    visit_all(took, now);
    double sum = share_out(took);
    for (int i = 0; i < count; i++) {
        struct visit *largest = largest_of(took);
        parts[i] = (struct took_part){largest ? largest->node : NULL, largest ? largest->own : 0};
        if (largest)
            largest->own = 0;
    }
    uint64_t cost = clock_now() - begin;
    took->cost = took->cost ? (3 * took->cost + cost) / 4 : cost;
    took->due = now + CHEAP * took->cost;
    return sum;
}
