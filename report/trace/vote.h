/*
 * vote.h - finds the region with more than half of a piece of time, in one pass (majority vote): a region adds its time if it leads, else
 * subtracts it, and takes the lead at zero.
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
