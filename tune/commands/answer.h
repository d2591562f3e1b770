/*
 * answer.h - the text about the best variant: how much better it is, how certain that is, which others may be as good, and which functions
 * made the difference.
 */
#ifndef INSTR_TUNE_ANSWER_H
#define INSTR_TUNE_ANSWER_H

#include "tune/commands/bench.h"

/* "1.02x as good (0.83 to 1.28): not shown to be better". `behind` is how far the other one is behind. */
const char *answer_ratio(const struct interval *behind, struct arena *arena);

/* How far a variant is behind another one, in percent: "-1.0 to 5.3%"; null where nothing is known. */
const char *answer_range(const struct interval *behind, struct arena *arena);

/* The best of these variants, beside the predefined ones and those that can't be told from it. `last`: there is nothing further to
 * do about these. */
void answer_say(struct bench *bench, const struct results *results, bool last);

/* What a function takes itself, in seconds over all threads and ranks, and how often it is called: [0] is before, [1] after. */
struct function_change {
    const char *name;
    double own[2], calls[2];
    bool noise; /* the times differ by no more than that */
};

/* Fills `changes` with the up to `most` functions that made the largest difference by the profiles, in time or in how often they are
 * called; returns how many. */
unsigned answer_changes(const struct project *project, const struct outcome *before, const struct outcome *after,
                        struct function_change *changes, unsigned most, struct arena *arena);

/* In which functions the best differs from the first predefined variant, in two lines; nothing without profiles. */
void answer_functions(struct bench *bench, const struct results *results, unsigned best);

#endif
