/*
 * words.h - a growing list of strings, kept ready to be an argv: items[count] is always null.
 *
 * Running out of memory is remembered in `failed` instead of being reported by each call, so that a
 * list is built first and checked once.
 */
#ifndef INSTR_WORDS_H
#define INSTR_WORDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct words {
    char **items;
    size_t count, room;
    struct arena *arena;
    bool failed;
};

/* An empty list with its terminator, living in `arena`. */
struct words words_new(struct arena *arena);

/* The string is not copied; null is "no memory". */
void words_add(struct words *words, const char *word);
void words_addf(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void words_add_all(struct words *words, char *const *items, size_t count);

#endif
