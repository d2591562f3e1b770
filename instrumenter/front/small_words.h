/*
 * small_words.h - estimates how much work a function does per call, by its number of words. A loop with a fixed number of iterations,
 * as `for (int i = 0; i < 3; i++)`, counts that often.
 */
#ifndef INSTR_SMALL_WORDS_H
#define INSTR_SMALL_WORDS_H

#include "instrumenter/unit/unit.h"

#include <stdbool.h>

/* A known first or last value of a loop that may be no literal number. */
struct small_bound {
    size_t at; /* where it begins */
    long value;
};

/* Returns whether a function has few words and numbers; of the marks most are parentheses of macros. Returns false if a loop has an unknown
 * number of iterations. `bounds` are in no order. */
bool small_words_few(const struct unit *unit, const struct unit_function *function, const struct small_bound *bounds,
                     size_t count);

#endif
