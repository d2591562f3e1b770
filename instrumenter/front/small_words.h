/*
 * small_words.h - how much a function does in one call, by its words.
 *
 * A loop of a fixed number of turns, `for (int i = 0; i < 3; i++)`, is as long as its turns written out.
 */
#ifndef INSTR_SMALL_WORDS_H
#define INSTR_SMALL_WORDS_H

#include "instrumenter/unit/unit.h"

#include <stdbool.h>

/* From where or up to where a loop counts, known though it may be no number in the text. */
struct small_bound {
    size_t at; /* where it begins */
    long value;
};

/* Whether a function has few words and numbers: of the marks most are parentheses of macros. It has not where a loop turns nobody
 * knows how often. `bounds` are in no order. */
bool small_words_few(const struct unit *unit, const struct unit_function *function, const struct small_bound *bounds,
                     size_t count);

#endif
