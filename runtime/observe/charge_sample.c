/* charge_sample.c - see charge_sample.h. */
#include "runtime/observe/charge_sample.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/blocked_on.h"
#include "runtime/observe/observer_view.h"
#include "runtime/observe/raw.h"
#include <fcntl.h>

enum {
    MOST_CALLERS = 512, /* up to a timed one; where a store is full of loops by somebody's fault, no further */
    SMOOTH_NS = 100000000,
    LONG_NS = 50000000 /* so long a look tells what was: who was kept from looking for longer knows no more */
};

/* Returns whether all its calls are timed, except one that may be open now. */
static bool is_timed(const struct node *node)
{
    return !GET(node->folds) && GET(node->timed) + 1 >= GET(node->calls);
}

/* Returns the timed function in which the node's calls happen. */
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

void charge_sample_add(uint64_t *place, uint64_t ns)
{
    PUT(*place, GET(*place) + ns);
}

/* Adds so many samples with this result, and the part of their `ns` that belongs to it. */
static void book(const struct looker *looker, uint64_t state, uint64_t ns, uint64_t own, uint64_t looks)
{
    struct observed *observed = &looker->store->observed;
    struct node *node = node_of(looker, state), *owner = node ? owner_of(looker, node) : NULL;
    bool probe = state & 1;
    if (!node)
        return;
    uint64_t mine = owner == node && !probe ? 0 : own < ns ? own : ns, each = mine / looks / 1000;
    charge_sample_add(&owner->looked, ns - mine);
    charge_sample_add(probe ? &node->looked_probe : &node->looked, mine);
    charge_sample_add(&observed->looks, looks);
    charge_sample_add(&observed->looked, ns);
    charge_sample_add(&observed->tiny, mine);
    charge_sample_add(&observed->squares, each * each * looks);
    charge_sample_add(&observed->looked_probe, probe ? mine : 0);
}

static double part(uint64_t of, uint64_t all)
{
    return all ? (double)of / (double)all : 0;
}

/* Returns the part of the thread's runnable time that belongs to so much running time. On a busy machine a thread waits long before it runs
 * for a while, which is not the doing of the functions in which that happens. So it is divided among all functions in a tenth of a second of
 * the thread's time. */
static uint64_t take_ready(struct watched *watched, uint64_t ran)
{
    uint64_t ready = GET(watched->ready),
             taken = ran < SMOOTH_NS ? (uint64_t)((double)ready * part(ran, SMOOTH_NS)) : ready;
    PUT(watched->ready, ready - taken);
    return taken;
}

/* Adds running time found by so many samples, and blocked time, to the timed function around the node. A processor lost inside a probe would
 * have been lost elsewhere without it, so this counts for the function. */
static void book_run(const struct looker *looker, struct watched *watched, uint64_t state, uint64_t ran,
                     uint64_t blocked, uint64_t samples)
{
    struct node *node = node_of(looker, state);
    uint64_t ready = take_ready(watched, ran), beside = state & 1 ? ready : 0;
    uint64_t own = ran + ready - beside;
    if (own + blocked)
        book(looker, state, own + blocked, own, samples ? samples : 1);
    if (beside)
        book(looker, state - 1, beside, beside, 1);
    if (node && !(state & 1))
        charge_sample_add(&node->ran, ran);
}

void charge_sample_samples(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t samples,
                           uint64_t ns)
{
    book_run(looker, &thread->watched, state, ns, 0, samples);
    charge_sample_add(&thread->watched.sampled, ns);
    charge_sample_add(&looker->store->observed.samples, samples);
}

static uint64_t positive(int64_t ns)
{
    return ns > 0 ? (uint64_t)ns : 0;
}

/* Updates from the kernel. The kernel adds up a thread's time when it starts and stops running, and every few milliseconds. So it may lag
 * behind the samples: time that seemed blocked was runnable. The next time there is less of it. */
static void account(struct watched *watched)
{
    uint64_t now = GET(watched->asked), run = GET(watched->run), waited = GET(watched->waited);
    if (run && GET(watched->settled_run)) {
        int64_t ran = (int64_t)(run - GET(watched->settled_run)),
                ready = (int64_t)(waited - GET(watched->settled_waited));
        int64_t blocked = (int64_t)(now - GET(watched->settled)) - ran - ready;
        PUT(watched->in_kernel, GET(watched->in_kernel) + ran - (int64_t)GET(watched->sampled));
        PUT(watched->blocked, GET(watched->blocked) + blocked);
    }
    PUT(watched->settled, now);
    PUT(watched->settled_run, run);
    PUT(watched->settled_waited, waited);
    PUT(watched->sampled, 0);
}

/* Charges time without samples to the thread's place. `stands`: time in which it was not runnable was blocked. Whether it is runnable now is
 * known only later. For a thread that blocks briefly again and again the clock tells. */
static void settle(const struct looker *looker, struct watched *watched, bool stands)
{
    bool told = GET(watched->settled_run); /* a thread that has ended may have been ready to its end */
    account(watched);
    uint32_t count = GET(watched->doubt_count);
    uint64_t stood = 0, in_kernel = positive(GET(watched->in_kernel)), blocked = positive(GET(watched->blocked));
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++)
        stood += GET(watched->doubts[i].stood);
    if (!told)
        blocked = stood;
    if (!stood || !stands)
        blocked = 0;
    for (uint32_t i = 0; i < count && i < OBSERVED_DOUBTS; i++) {
        double here = part(GET(watched->doubts[i].stood), stood);
        book_run(looker, watched, GET(watched->doubts[i].state), (uint64_t)(here * (double)in_kernel),
                 (uint64_t)(here * (double)blocked), 0);
    }
    if (!stood && GET(watched->last.state))
        book_run(looker, watched, GET(watched->last.state), in_kernel, 0, 0);
    PUT(watched->in_kernel, GET(watched->in_kernel) - (int64_t)in_kernel);
    int64_t left = GET(watched->blocked) - (int64_t)blocked;
    PUT(watched->blocked, left < LONG_NS ? left : LONG_NS);
    PUT(watched->doubt_count, 0);
}

/* Notes that the thread was there for so long without a sample. */
static void doubt(struct watched *watched, uint64_t state, uint64_t stood)
{
    uint32_t count = GET(watched->doubt_count) < OBSERVED_DOUBTS ? GET(watched->doubt_count) : 0;
    struct doubt *last = count ? &watched->doubts[count - 1] : NULL;
    if (last && GET(last->state) == state) {
        PUT(last->stood, GET(last->stood) + stood);
        return;
    }
    PUT(watched->doubts[count].state, state);
    PUT(watched->doubts[count].stood, stood);
    PUT(watched->doubt_count, count + 1);
}

void charge_sample_stood_still(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t ns,
                               uint64_t now)
{
    if (GET(thread->watched.doubt_count) >= OBSERVED_DOUBTS) {
        processor_ask(looker, thread, now);
        settle(looker, &thread->watched, true);
    }
    doubt(&thread->watched, state, ns);
}

void charge_sample_late(const struct looker *looker, struct thread *thread, bool runs, uint64_t now)
{
    if (processor_ask_late(looker, thread, now))
        settle(looker, &thread->watched, runs || blocked_on_state(looker, GET(thread->system_id)) != 'R');
}

void charge_sample_by_samples(const struct looker *looker, struct thread *thread, bool samples, uint64_t now)
{
    struct watched *watched = &thread->watched;
    charge_sample_doubts(looker, thread);
    processor_ask(looker, thread, now);
    PUT(watched->settled, samples ? now : 0);
    PUT(watched->settled_run, GET(watched->run));
    PUT(watched->settled_waited, GET(watched->waited));
    PUT(watched->sampled, 0);
    PUT(watched->ready, 0);
    PUT(watched->in_kernel, 0);
    PUT(watched->blocked, 0);
    PUT(watched->last.ns, 0);
}

void charge_sample_doubts(const struct looker *looker, struct thread *thread)
{
    if (GET(thread->watched.settled))
        settle(looker, &thread->watched, false);
}

void charge_sample_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t state = GET(watched->last.state), ns = GET(watched->last.ns);
    struct node *node = node_of(looker, state);
    bool ran = node && ((GET(watched->went_on) && goes_on) || GET(node->folds));
    processor_ask_late(looker, thread, now);
    if (node)
        book(looker, state, ns, !ran ? 0 : ns < LONG_NS ? ns : LONG_NS, 1);
}

enum { LATE_NS = 20000000 };

/* Times from the kernel; 0 if unknown. */
struct times {
    uint64_t run, waited; /* ns */
};

static struct times read_times(int program, int thread)
{
    char path[64], text[64], *task = raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)program), "/task/");
    *raw_text(raw_number(task, (unsigned)thread), "/schedstat") = '\0';
    long file = raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return (struct times){0};
    long length = raw_with(SYS_read, file, raw_word(text), sizeof text);
    raw_with(SYS_close, file, 0, 0);
    const char *at = text, *end = text + (length > 0 ? length : 0);
    struct times times = {.run = raw_digits(at, end)};
    while (at < end && *at++ != ' ')
        ;
    times.waited = raw_digits(at, end);
    return times;
}

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t run = GET(watched->run), waited = GET(watched->waited), ready = GET(watched->ready);
    struct times times = read_times(looker->program, GET(thread->system_id));
    if (run && times.waited > waited)
        ready += times.waited - waited;
    PUT(watched->ready, ready);
    PUT(watched->run, times.run);
    PUT(watched->waited, times.waited);
    if (times.run) {
        PUT(watched->last_run, times.run);
        PUT(watched->last_waited, times.waited);
    }
    PUT(watched->asked, now);
}

bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now)
{
    bool late = now - GET(thread->watched.asked) > LATE_NS;
    if (late)
        processor_ask(looker, thread, now);
    return late;
}
