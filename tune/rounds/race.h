/*
 * race.h - selects the variants of the next round: more rounds for those that may be the best, few for those that are surely worse.
 *
 * All get the least number of rounds. Then, each time after as many rounds again, those go on that may be the best: their
 * interval to the leader (rounds.h) includes zero. This is a race (Maron and Moore, Hoeffding Races, NIPS 6, 1993).
 * A variant that is known to within `spread`, or has the most rounds, stops.
 *
 * With a budget there is no such end. After one round of all, each step may take half of what is left. If the race leaves too many for
 * that, only the best go on: successive halving (Jamieson and Talwalkar, AISTATS 2016).
 *
 * The selection depends only on the runs in the library, so a stopped race continues where it was.
 */
#ifndef INSTR_TUNE_RACE_H
#define INSTR_TUNE_RACE_H

#include "tune/rounds/rounds.h"
#include "tune/search/chance.h"

#define RACE_NO_BUDGET HUGE_VAL

struct race {
    unsigned count, least, most;
    double spread;  /* a standard error of so much is small enough */
    bool *out;      /* by variant: it has failed, or is not to run any more */
    unsigned with;  /* runs wherever others do, to compare with; `count`: none */
    unsigned ahead; /* rounds until it is looked at again who goes on */
    bool *goes_on;
    struct chance chance;
    struct arena *arena;
};

/* Returns how often a race of so many rounds is examined, see rounds_make. */
unsigned race_looks(unsigned least, unsigned most);

void race_begin(struct race *race, unsigned count, uint64_t seed, struct arena *arena);

/* Fills `order` with the variants of the next round; returns 0 at the end. `rounds` are all runs so far; `left` is how many more are possible,
 * or RACE_NO_BUDGET. */
unsigned race_next(struct race *race, const struct rounds *rounds, double left, unsigned *order);

/* Ranks all that ran, best first; returns their number. */
unsigned race_rank(const struct rounds *rounds, const bool *out, unsigned *places);

/* Shuffles into random order. */
void race_shuffle(struct chance *chance, unsigned *order, unsigned count);

#endif
