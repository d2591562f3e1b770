/*
 * waits_collective.h - who waited for whom in collective calls but scans, see waits.h.
 */
#ifndef INSTR_WAITS_COLLECTIVE_H
#define INSTR_WAITS_COLLECTIVE_H

#include "runtime/job/waits_state.h"

/* What is known of a meeting. */
struct match {
    uint64_t stream;
    uint32_t number, kind;
    uint32_t size, seen; /* ranks that meet; and that are known to have come */
    int64_t when;        /* ns of the first rank's clock: until then others wait */
    uint32_t rank;       /* that they wait for; PROFILE_NONE: not known */
    uint64_t waited;     /* ns: by all together */
    uint64_t longest;    /* ns: by one of them */
};

struct matches {
    struct match *of; /* sorted */
    size_t count;
};

/* This rank's part: of each operation its match, at the same place. */
struct collective {
    struct operation **operations;
    struct matches matches;
};

/* Collective: how long this rank waited; and then, who was waited for learns it. False: the transport broke. */
bool waits_collective_match(struct waits *waits, struct collective *own);
bool waits_collective_tell(struct waits *waits, struct collective *own);

/* The same in steps: what this rank knows of meetings is joined with what others know, and learned from that; then it knows how long it
 * waited, turns to what others are to learn, which is joined and learned again, and books how long others waited. */
void waits_collective_open(struct waits *waits, struct collective *own);
bool waits_collective_join(struct matches *into, const struct matches *with,
                           struct arena *arena); /* false: no memory */
void waits_collective_learn(struct matches *to,
                            const struct matches *known); /* which has all of them, or had no room */
void waits_collective_wait(struct waits *waits, const struct collective *own);
void waits_collective_turn(const struct waits *waits, struct collective *own);
void waits_collective_book(const struct waits *waits, const struct collective *own);

#endif
