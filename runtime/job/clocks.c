/*
 * clocks.c - see clocks.h.
 *
 * Along the tree of the reduction, from the first rank down: each rank asks the one above it sixteen times, and believes the answer
 * that came soonest. So a rank sends and gets as many messages as its number has bits, at most.
 */
#include "runtime/job/clocks.h"

#include "runtime/machine/process.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/trace/trace.h"

#include <time.h>

enum { ROUNDS = 16 };

/* What a rank knows of its clock and of the job. */
struct known {
    uint64_t job;
    int64_t ahead;    /* ns, of rank 0's */
    uint64_t within;  /* ns */
    uint64_t machine; /* process_clock */
    uint64_t at;      /* ns of this rank's: when that was so */
};

static struct known begun, ended; /* of job 0: not compared yet */

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool receive(struct transport *transport, int from, void *bytes, size_t size)
{
    size_t sent;
    return transport->receive_size(transport, from, &sent) && sent == size &&
           transport->receive(transport, from, bytes, size);
}

static bool ask(struct transport *transport, int above, struct known *mine)
{
    uint64_t narrowest = UINT64_MAX, theirs;
    int64_t ahead = 0;
    struct known known;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t before = now_ns();
        if (!transport->send(transport, above, &before, sizeof before) ||
            !receive(transport, above, &theirs, sizeof theirs))
            return false;
        uint64_t width = now_ns() - before;
        if (width < narrowest) {
            narrowest = width;
            ahead = (int64_t)(before + width / 2 - theirs);
        }
    }
    if (!receive(transport, above, &known, sizeof known))
        return false;
    bool one_clock = known.machine && known.machine == mine->machine;
    mine->job = known.job;
    mine->ahead = known.ahead + (one_clock ? 0 : ahead);
    mine->within = known.within + (one_clock ? 0 : narrowest / 2);
    return true;
}

static bool answer(struct transport *transport, int below, const struct known *mine)
{
    uint64_t theirs;
    for (int round = 0; round < ROUNDS; round++) {
        bool asked = receive(transport, below, &theirs, sizeof theirs);
        uint64_t now = now_ns();
        if (!asked || !transport->send(transport, below, &now, sizeof now))
            return false;
    }
    return transport->send(transport, below, mine, sizeof *mine);
}

/* Compares the clocks along a tree. A rank's children have one more bit, lower than all its bits. */
static bool compare(struct transport *transport, struct known *mine)
{
    int rank = transport->rank, lowest = rank & -rank, first = rank ? lowest : 1;
    while (!rank && first < transport->size)
        first *= 2;
    bool done = !rank || ask(transport, rank - lowest, mine);
    for (int bit = first / 2; bit && done; bit /= 2)
        if (rank + bit < transport->size)
            done = answer(transport, rank + bit, mine);
    return done;
}

/* Decides on the drift. If the two comparisons show no difference of rates, the narrower one is used for the whole job. */
static void settle(void)
{
    uint64_t apart = (uint64_t)(ended.ahead > begun.ahead ? ended.ahead - begun.ahead : begun.ahead - ended.ahead);
    if (!begun.job || ended.at <= begun.at || apart > begun.within + ended.within)
        return;
    if (begun.within < ended.within) {
        ended.ahead = begun.ahead;
        ended.within = begun.within;
    }
    begun.job = 0;
}

bool clocks_compare(struct transport *transport, bool ends)
{
    bool wanted = trace_is_on() || operations_are_on(), all = false;
    struct known mine = {.job = begun.job ? begun.job : (now_ns() << 22 | (uint64_t)store->pid) | 1};
    if (wanted)
        mine.machine = process_clock();
    if (!transport->agree(transport, wanted, &all) || !all || !compare(transport, &mine))
        return false;
    mine.at = now_ns();
    /* Rank 0 of the transport may be another one where not all have come. */
    if (!ends || transport->size != store->ranks)
        begun.job = 0;
    if (!ends)
        begun = mine;
    ended = mine;
    if (ends)
        settle();
    struct trace_job joined = {.rank = store->rank,
                               .ranks = store->ranks,
                               .job = ended.job,
                               .ahead = ended.ahead,
                               .within = ended.within,
                               .at = ended.at};
    if (ends && begun.job) {
        joined.first_at = begun.at;
        joined.first_ahead = begun.ahead;
    }
    trace_join(&joined);
    return true;
}

bool clocks_are_compared(void)
{
    return ended.job;
}

struct waits_clock clocks_line(void)
{
    return (struct waits_clock){
        .start = store->start,
        .tick_ns = clock_ps(store_scale(store, clock_pair_now())) / 1000,
        .ahead = ended.ahead,
        .drift = begun.job ? clock_drift(begun.at, begun.ahead, ended.at, ended.ahead, store->start.ns)
                           : (struct clock_drift){.rate = 0}};
}
