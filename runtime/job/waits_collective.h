/*
 * waits_collective.h - who waited for whom in collective calls but scans, see waits.h.
 */
#ifndef INSTR_WAITS_COLLECTIVE_H
#define INSTR_WAITS_COLLECTIVE_H

#include "runtime/job/waits_state.h"

/* Of a party of one rank, along the tree of the reduction. False: the transport broke. */
bool waits_collective_gather(struct waits_party *party);

/* The steps: what this rank knows of meetings is joined with what others know, and learned from that; then it knows how long it
 * waited, turns to what others are to learn, which is joined and learned again, and books how long others waited. */
void waits_collective_open(struct waits *waits);
bool waits_collective_join(struct matches *into, const struct matches *with,
                           struct arena *arena); /* false: no memory */
void waits_collective_learn(struct matches *to,
                            const struct matches *known); /* which has all of them, or had no room */
void waits_collective_wait(struct waits *waits);
void waits_collective_turn(struct waits *waits);
void waits_collective_book(struct waits *waits);

#endif
