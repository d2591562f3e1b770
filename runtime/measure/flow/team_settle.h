/* team_settle.h - ends the waiting behind a part of a team, see team_wait.h. */
#ifndef INSTR_TEAM_SETTLE_H
#define INSTR_TEAM_SETTLE_H

#include "runtime/machine/relaxed.h"
#include "runtime/measure/stack/stack.h"

/* The group of the region for parts of threads that do not own the team; see REGION_PART. */
#define TEAM_OTHERS "others"

/* Returns when a call of that frame began, in ticks. */
static inline uint64_t team_settle_start(const struct __instr_frame *frame)
{
    return frame_is_timed(frame) ? start_moment(frame->start) : 0;
}

/* Ends the waiting behind the calling thread's part, because the thread does something else. */
void team_settle(struct thread *thread);

/* Returns until when the frames of any thread are open: until its team's end, if it waits behind its part. */
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
