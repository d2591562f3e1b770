/* book.c - see book.h. */
#include "runtime/observe/book.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/processor.h"

enum {
    MOST_CALLERS = 512, /* up to a timed one; where a store is full of loops by somebody's fault, no further */
    LONG_NS = 50000000  /* so long a look tells what was: who was kept from looking for longer knows no more */
};

/* Its calls are timed, all but one that is open just now. */
static bool is_timed(const struct node *node)
{
    return !GET(node->folds) && GET(node->timed) + 1 >= GET(node->calls);
}

/* The timed function in which the node's calls happen. */
static struct node *owner_of(const struct looker *looker, struct node *node)
{
    for (int i = 0; i < MOST_CALLERS && !is_timed(node); i++) {
        struct node *parent = look_at(looker, (uintptr_t)GET(node->parent), sizeof *parent);
        if (!parent)
            break;
        node = parent;
    }
    return node;
}

static struct node *node_of(const struct looker *looker, uint64_t state)
{
    return look_at(looker, state & ~(uint64_t)1, sizeof(struct node));
}

void book_add(uint64_t *place, uint64_t ns)
{
    PUT(*place, GET(*place) + ns);
}

/* Books looks that found this, of whose `ns` it has so many itself. */
static void book(const struct looker *looker, uint64_t state, uint64_t ns, uint64_t own)
{
    struct observed *observed = &looker->store->observed;
    struct node *node = node_of(looker, state), *owner = node ? owner_of(looker, node) : NULL;
    bool probe = state & 1;
    if (!node)
        return;
    uint64_t mine = owner == node && !probe ? 0 : own < ns ? own : ns, square = mine / 1000 * (mine / 1000);
    book_add(&owner->looked, ns - mine);
    book_add(probe ? &node->looked_probe : &node->looked, mine);
    book_add(&observed->looks, 1);
    book_add(&observed->looked, ns);
    book_add(&observed->tiny, mine);
    book_add(&observed->squares, square);
    book_add(&observed->looked_probe, probe ? mine : 0);
    book_add(&observed->probe_squares, probe ? square : 0);
}

static uint64_t known(uint64_t ns)
{
    return ns < LONG_NS ? ns : LONG_NS;
}

static double part(uint64_t of, uint64_t all)
{
    return all ? (double)of / (double)all : 0;
}

/* Each has the same part of what is left. */
void book_doubts(const struct looker *looker, struct thread *thread)
{
    struct watched *watched = &thread->watched;
    uint32_t count = GET(watched->doubt_count);
    const struct doubt *doubts = watched->doubts;
    uint64_t may = 0, all = 0;
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++) {
        may += known(GET(doubts[i].ns));
        all += GET(doubts[i].ns) + GET(doubts[i].stood);
    }
    uint64_t ran = processor_rest(watched, may), ready = processor_ready(watched, all - ran);
    double ran_part = part(ran, may), ready_part = part(ready, all - ran);
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++) {
        double ns = (double)(GET(doubts[i].ns) + GET(doubts[i].stood)),
               of = ran_part * (double)known(GET(doubts[i].ns));
        book(looker, GET(doubts[i].state), (uint64_t)ns, (uint64_t)(of + ready_part * (ns - of)));
    }
    PUT(watched->doubt_count, 0);
}

/* A look behind which the thread did not go on (`ns`); or one before which it did not either, or what one stands for beyond the time
 * that the thread ran (`stood`). */
static void doubt(struct watched *watched, uint64_t state, uint64_t ns, uint64_t stood)
{
    uint32_t count = GET(watched->doubt_count) < OBSERVED_DOUBTS ? GET(watched->doubt_count) : 0;
    struct doubt *last = count ? &watched->doubts[count - 1] : NULL;
    if (last && !ns && GET(last->state) == state) {
        PUT(last->stood, GET(last->stood) + stood);
        return;
    }
    PUT(watched->doubts[count].state, state);
    PUT(watched->doubts[count].ns, ns);
    PUT(watched->doubts[count].stood, stood);
    PUT(watched->doubt_count, count + 1);
}

void book_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t state = GET(watched->last.state), ns = GET(watched->last.ns);
    struct node *node = node_of(looker, state);
    bool went_on = GET(watched->went_on), asked = processor_ask_late(looker, thread, now);
    if (node && ((went_on && goes_on) || GET(node->folds))) {
        uint64_t ran = processor_take(watched, known(ns));
        book(looker, state, ran, ran);
        if (ran < ns)
            doubt(watched, state, 0, ns - ran);
    } else if (node) {
        doubt(watched, state, went_on ? ns : 0, went_on ? 0 : ns);
    }
    if (!asked && GET(watched->doubt_count) >= OBSERVED_DOUBTS) {
        processor_ask(looker, thread, now);
        asked = true;
    }
    if (asked)
        book_doubts(looker, thread);
}

uint64_t book_pending(const struct thread *thread)
{
    const struct watched *watched = &thread->watched;
    uint32_t count = GET(watched->doubt_count);
    uint64_t ns = GET(watched->last.ns);
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++)
        ns += GET(watched->doubts[i].ns) + GET(watched->doubts[i].stood);
    return ns;
}
