/* team_settle.h - when the waiting behind a part of a team is over, see team_wait.h. */
#ifndef INSTR_TEAM_SETTLE_H
#define INSTR_TEAM_SETTLE_H

#include "runtime/machine/relaxed.h"
#include "runtime/measure/stack/stack.h"

/* The group of the region of a team's parts that are not its owner's; see REGION_PART. */
#define TEAM_OTHERS "others"

/* Ticks: when a call of that frame began. */
static inline uint64_t team_settle_start(const struct __instr_frame *frame)
{
    return frame_is_timed(frame) ? start_moment(frame->start) : 0;
}

/* The calling thread does something else: the waiting behind its part is over. */
void team_settle(struct thread *thread);

/* Until when the frames of a thread are open: until the end of its team where it waits behind its part. Of any thread. */
static inline uint64_t team_settle_until(const struct thread *thread, uint64_t now)
{
    const struct teams *teams = &thread->teams;
    const struct thread *owner = GET(teams->part) ? teams->owner : NULL;
    if (!owner)
        return now;
    const struct team_end *end = &owner->teams.ended[teams->slot];
    uint64_t ticks = GET(end->ticks);
    return __atomic_load_n(&end->number, __ATOMIC_ACQUIRE) == teams->number && ticks < now ? ticks : now;
}

#endif
