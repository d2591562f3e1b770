/*
 * answer.h - the text about the best variant: how much better it is, how certain that is, which others may be as good, and which functions
 * made the difference.
 */
#ifndef INSTR_TUNE_ANSWER_H
#define INSTR_TUNE_ANSWER_H

#include "tune/commands/bench.h"

/* Returns "1.02x as good (0.83 to 1.28): not shown to be better". `behind` is how far the other variant is behind. */
const char *answer_ratio(const struct interval *behind, struct arena *arena);

/* Returns how far a variant is behind another one, in percent: "-1.0 to 5.3%"; NULL if nothing is known. */
const char *answer_range(const struct interval *behind, struct arena *arena);

/* Prints the best of these variants, with the predefined ones and those that can't be distinguished from it. `last`: there is nothing further
 * to do for these. */
void answer_say(struct bench *bench, const struct results *results, bool last);

/* A function's own time, in seconds over all threads and ranks, and its calls: [0] is before, [1] after. */
struct function_change {
    const char *name;
    double own[2], calls[2];
    bool noise; /* the times differ by no more than that */
};

/* Fills `changes` with up to `most` functions whose time or calls differ most between the profiles; returns their number. */
unsigned answer_changes(const struct project *project, const struct outcome *before, const struct outcome *after,
                        struct function_change *changes, unsigned most, struct arena *arena);

/* Prints in two lines in which functions the best variant differs from the first predefined one; nothing without profiles. */
void answer_functions(struct bench *bench, const struct results *results, unsigned best);

#endif
