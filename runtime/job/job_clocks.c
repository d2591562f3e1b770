/*
 * job_clocks.c - see job_clocks.h.
 *
 * Along the tree of the reduction, from rank 0 down: each rank asks the one above a few times what time it is, and
 * believes the answer that came back soonest. Clocks of one machine are one clock, whatever was measured, but in another namespace of time. So all know after
 * as many steps as the number of ranks has bits.
 */
#include "runtime/job/job_clocks.h"

#include "runtime/machine/process.h"
#include "runtime/machine/settings.h"
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
};

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

/* The ranks below one are those with one further bit, lower than all it has. */
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

bool job_clocks_compare(struct transport *transport, int64_t *ahead)
{
    bool wanted = trace_is_on() || operations_are_on(), all = false;
    struct known mine = {.job = (now_ns() << 22 | (uint64_t)store->pid) | 1};
    if (wanted)
        mine.machine = process_clock();
    if (!transport->agree(transport, wanted, &all) || !all || !compare(transport, &mine))
        return false;
    trace_join(store->rank, store->ranks, mine.job, mine.ahead, mine.within);
    *ahead = mine.ahead;
    return true;
}
