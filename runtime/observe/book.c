/* book.c - see book.h. */
#include "runtime/observe/book.h"

#include "runtime/machine/word.h"
#include "runtime/measure/thread_self.h"
#include "runtime/observe/processor.h"

enum {
    MOST_CALLERS = 512, /* up to a timed one; where a store is full of loops by somebody's fault, no further */
    LONG_NS = 50000000  /* so long a look tells what was: who was kept from looking for longer knows no more */
};

/* Its calls are timed, all but one that is open just now. */
static bool is_timed(const struct node *node)
{
    return !GET(node->counted) && !GET(node->folds) && GET(node->timed) + 1 >= GET(node->calls);
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

static struct node *node_of(const struct looker *looker, const struct looked *looked)
{
    return look_at(looker, GET(looked->state) & ~(uint64_t)1, sizeof(struct node));
}

void book_add(uint64_t *place, uint64_t ns)
{
    PUT(*place, GET(*place) + ns);
}

/* Books a look at a node, which was at work for `ran` of the time for which the look stands. */
static void book(const struct looker *looker, const struct looked *looked, struct node *node, uint64_t ran)
{
    struct observed *observed = &looker->store->observed;
    struct node *owner = owner_of(looker, node);
    bool probe = GET(looked->state) & 1;
    uint64_t ns = GET(looked->ns), mine = owner == node && !probe ? 0 : ran < ns ? ran : ns;
    book_add(&owner->looked, ns - mine);
    book_add(probe ? &node->looked_probe : &node->looked, mine);
    book_add(&observed->looks, 1);
    book_add(&observed->looked, ns);
    book_add(&observed->tiny, mine);
    book_add(&observed->squares, mine / 1000 * (mine / 1000));
    book_add(&observed->looked_probe, probe ? mine : 0);
}

static uint64_t known(const struct looked *looked)
{
    uint64_t ns = GET(looked->ns);
    return ns < LONG_NS ? ns : LONG_NS;
}

/* Each has the same part of what is left. */
static void book_doubts(const struct looker *looker, struct thread *thread)
{
    struct watched *watched = &thread->watched;
    uint32_t count = GET(watched->doubt_count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++)
        sum += known(&watched->doubts[i]);
    double part = sum ? (double)processor_rest(watched, sum) / (double)sum : 0;
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++) {
        struct node *node = node_of(looker, &watched->doubts[i]);
        if (node)
            book(looker, &watched->doubts[i], node, (uint64_t)(part * (double)known(&watched->doubts[i])));
    }
    PUT(watched->doubt_count, 0);
}

void book_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now)
{
    struct watched *watched = &thread->watched;
    struct looked *last = &watched->last;
    struct node *node = node_of(looker, last);
    uint32_t doubts = GET(watched->doubt_count);
    if (processor_ask_late(looker, thread, now) || doubts >= OBSERVED_DOUBTS) {
        book_doubts(looker, thread);
        doubts = 0;
    }
    if (!node)
        return;
    if ((GET(watched->went_on) && goes_on) || GET(node->folds)) {
        book(looker, last, node, processor_take(watched, known(last)));
    } else if (GET(watched->went_on)) {
        PUT(watched->doubts[doubts].state, GET(last->state));
        PUT(watched->doubts[doubts].ns, GET(last->ns));
        PUT(watched->doubt_count, doubts + 1);
    } else {
        book(looker, last, node, 0);
    }
}
