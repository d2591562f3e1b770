/* sample.c - see observer_view.h. */
#include "runtime/observe/observer_view.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/beside/self_samples.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/blocked_on.h"
#include "runtime/observe/charge_sample.h"

/*
 * A thread's own data about its place, all of one moment.
 *
 * Where it is stands in two words, top and probing, which the thread writes each few nanoseconds. Both are in one line of the
 * processor's cache. A reader takes the line away from the thread, and keeps it for longer than reading takes. So when all words are
 * the same at a second reading, none has changed since the first was read.
 */

struct moment {
    uint64_t top, probing; /* as in struct thread */
};

/* Reads into `moment`; returns whether nothing has changed since the last reading. */
static bool read_once(const struct thread *thread, struct moment *moment)
{
    struct moment now = {0};
    now.probing = GET(thread->probing);
    now.top = (uintptr_t)GET(thread->top);
    bool same = now.probing == moment->probing && now.top == moment->top;
    *moment = now;
    return same;
}

/* Reads until two readings agree; after some tries returns the last one. */
static struct moment moment_read(const struct thread *thread)
{
    enum { TRIES = 8 };
    struct moment moment = {0};
    read_once(thread, &moment);
    for (int i = 0; i < TRIES && !read_once(thread, &moment); i++)
        ;
    return moment;
}

enum { MOST_THREADS = 1 << 16, MOST_CALLED = 64 };

/* Returns the (other paths) above the node, or NULL. */
static const struct node *other_of(const struct looker *looker, const struct node *node)
{
    const struct node *parent = look_at(looker, (uintptr_t)GET(node->parent), sizeof *parent);
    const struct region *region = parent ? look_at(looker, (uintptr_t)GET(parent->region), sizeof *region) : NULL;
    return region && region->kind == REGION_OTHER ? parent : NULL;
}

/* Asks for new paths when much of a thread's time is in (other paths), because rarely called paths may have become frequent. The time until
 * the next request doubles each time, up to a limit at which it is cheap, because there may be too many paths. */
static void ask_for_paths(const struct looker *looker, struct thread *thread, const struct node *node, uint64_t ns)
{
    enum { PATIENCE_NS = 100000000, MUCH = 8, CHEAP = 32 };
    struct tree *tree = &thread->tree;
    uint64_t patience = GET(tree->patience) ? GET(tree->patience) : PATIENCE_NS;
    PUT(tree->looked, GET(tree->looked) + ns);
    if (!other_of(looker, node))
        return;
    PUT(tree->in_other, GET(tree->in_other) + ns);
    if (GET(tree->in_other) < patience)
        return;
    if (GET(tree->in_other) > GET(tree->looked) / MUCH) {
        PUT(tree->asked, 1);
        thread_stop(thread);
        uint64_t most = CHEAP * GET(tree->burden_ns);
        if (patience < most)
            patience *= 2;
    }
    PUT(tree->patience, patience);
    PUT(tree->in_other, 0);
    PUT(tree->looked, 0);
}

/* Returns the calls of the node, and of those that it calls, since a probe may be theirs. */
static uint64_t calls_around(const struct looker *looker, const struct node *node, bool probe)
{
    uint64_t calls = GET(node->calls);
    const struct node *child = probe ? look_at(looker, (uintptr_t)GET(node->children), sizeof *child) : NULL;
    for (int i = 0; child && i < MOST_CALLED; i++) {
        calls += GET(child->calls);
        child = look_at(looker, (uintptr_t)GET(child->sibling), sizeof *child);
    }
    return calls;
}

/* Charges the result of the last look for its time; once the thread has kernel samples, theirs. A thread that runs for only a few milliseconds
 * may have none. */
static void book(struct looker *looker, struct thread *thread, uint64_t state, bool goes_on, uint64_t ns, uint64_t now)
{
    struct watched *watched = &thread->watched;
    void *own = look_at(looker, (uintptr_t)GET(thread->samples), SELF_SAMPLES_SIZE);
    struct ring *ring = samples_of(&looker->samples, &looker->store->observed, thread, own);
    bool before = GET(watched->settled), sampled = ring && (before || samples_any(ring));
    if (sampled != before) {
        if (sampled)
            charge_sample_last(looker, thread, goes_on, now);
        charge_sample_by_samples(looker, thread, sampled, now);
    }
    if (sampled)
        sampled_book(looker, thread, ring, GET(watched->last.state), state, ns, now);
    else
        charge_sample_last(looker, thread, goes_on, now);
    PUT(watched->last.state, state);
    PUT(watched->last.ns, sampled ? 0 : ns);
}

/* Looks at one thread, and returns its state. */
static uint64_t look_into(struct looker *looker, struct thread *thread, uint64_t ns, uint64_t now, bool asks)
{
    const struct moment moment = moment_read(thread);
    bool probe = moment.probing;
    const struct __instr_frame *frame = look_at(looker, moment.top, sizeof *frame);
    uint64_t runs = frame ? (uintptr_t)GET(frame->node) : 0;
    struct node *node = GET(thread->ended) ? NULL : look_at(looker, runs, sizeof *node);
    struct watched *watched = &thread->watched;
    uint64_t state = runs + probe, calls = node ? calls_around(looker, node, probe) : 0;
    bool same = GET(watched->seen) == state;
    uint64_t more = same ? calls - GET(watched->calls) : 0;
    book(looker, thread, node ? (uintptr_t)node + probe : 0, !same || more, ns, now);
    PUT(watched->calls, calls);
    PUT(watched->seen, state);
    PUT(watched->went_on, !same || more);
    if (!node)
        return 0;
    ask_for_paths(looker, thread, node, ns);
    if (asks)
        blocked_on_ask(looker, thread, node, probe, now);
    return runs + calls;
}

bool look(struct looker *looker, uint64_t ns, uint64_t now)
{
    enum { SELDOM_NS = 5000000, TURN_NS = 2000000 };
    uint64_t seen = 0;
    struct thread *thread = NULL;
    samples_begin(&looker->samples);
    int i = 0, turn = now - looker->asked < TURN_NS ? -1 : looker->turn;
    for (; i < MOST_THREADS && (thread = look_at_next(looker, thread)); i++)
        seen = seen * 31 + look_into(looker, thread, ns, now, ns > SELDOM_NS || i == turn);
    samples_end(&looker->samples);
    if (turn >= 0) {
        looker->asked = now;
        looker->turn = turn + 1 < i ? turn + 1 : 0;
    }
    bool same = seen == looker->seen;
    looker->seen = seen;
    return same;
}

void sample_end(const struct looker *looker)
{
    struct thread *thread = NULL;
    for (int i = 0; i < MOST_THREADS && (thread = look_at_next(looker, thread)); i++)
        charge_sample_doubts(looker, thread);
}
