/*
 * function_words.h - keywords and attributes in a function's head and body that matter to a probe.
 */
#ifndef INSTR_FUNCTION_WORDS_H
#define INSTR_FUNCTION_WORDS_H

#include "instrumenter/unit/unit.h"

#include <stddef.h>

/* The place of a word, and its meaning there. */
enum where { BEFORE_NAME = 1, IN_HEAD = 2, IN_BODY = 4, IN_ATTRIBUTES = 8 };

struct function_word {
    const char *word;
    unsigned where;
    enum reason reason;
    unsigned flag;
    bool constant; /* as in struct unit_function */
};

/* Reads a function's own tokens; its body begins at `body`. `more`: further words of one language, ended by an entry without `word`. Tokens
 * inside the `count` functions `nested` belong to those. */
void function_words_read(const struct unit *unit, struct unit_function *function, size_t body,
                         const struct function_word *more, const struct unit_function *nested, size_t count);

/* Finds the functions named by __attribute__((ifunc("name"))). */
void function_words_resolvers(struct unit *unit);

#endif
