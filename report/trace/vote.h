/*
 * vote.h - whose a piece of time is that has several regions: a region adds its time to it if it is its own, else takes it away,
 * and has it when nothing is left. So who has more than half of it has it in the end, whatever the order.
 */
#ifndef INSTR_REPORT_VOTE_H
#define INSTR_REPORT_VOTE_H

#include <stdint.h>

struct vote {
    float ahead;     /* ns that `region` is ahead of all others */
    uint32_t region; /* whose it is, if any time was given */
};

static inline void vote_give(struct vote *vote, uint32_t region, float ns)
{
    if (vote->region == region) {
        vote->ahead += ns;
    } else if (vote->ahead < ns) {
        vote->ahead = ns - vote->ahead;
        vote->region = region;
    } else {
        vote->ahead -= ns;
    }
}

#endif
