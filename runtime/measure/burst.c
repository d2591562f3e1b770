/* burst.c - see burst.h. */
#include "runtime/measure/burst.h"

#include "runtime/machine/word.h"
#include "runtime/measure/counts.h"

bool burst_goes_on(struct thread *thread)
{
    struct burst *burst = &thread->burst;
    if (!burst->left && __atomic_load_n(&burst->asked, __ATOMIC_ACQUIRE)) {
        PUT(burst->asked, 0);
        burst->left = BURST_CALLS;
        burst->count = 0;
    }
    return burst->left;
}

/* Shares out what was counted of the function that was noted first of these, among all its nodes. */
static void share_out(const struct counts *counts, struct noted *noted, uint32_t count)
{
    uint32_t place = noted->place;
    if (place >= counts->size)
        return;
    uint64_t *shared = counts_shared(counts, place), calls = *counts_at((struct counts *)counts, place) - *shared;
    uint64_t nodes = 0, given = 0;
    for (uint32_t i = 0; i < count; i++)
        nodes += noted[i].place == place;
    for (uint32_t i = 0, at = 0; i < count; i++) {
        if (noted[i].place != place)
            continue;
        uint64_t part = calls * ++at / nodes - given;
        given += part;
        if (noted[i].node->made == noted[i].made)
            PUT(noted[i].node->found, noted[i].node->found + part);
        noted[i].place = 0;
    }
    *shared += calls;
}

void burst_note(struct thread *thread, struct node *node, uint32_t place)
{
    struct burst *burst = &thread->burst;
    if (node)
        burst->calls[burst->count++] = (struct noted){node, node->made, place};
    burst->left = node ? burst->left - 1 : 0;
    for (uint32_t i = 0; !burst->left && thread->counts && i < burst->count; i++)
        if (burst->calls[i].place)
            share_out(thread->counts, &burst->calls[i], burst->count - i);
}
