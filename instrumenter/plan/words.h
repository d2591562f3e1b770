/*
 * words.h - a growing list of strings, kept ready to be an argv: items[count] is always null.
 */
#ifndef INSTR_WORDS_H
#define INSTR_WORDS_H

#include "common/arena.h"

#include <stddef.h>

struct words {
    char **items;
    size_t count, room;
    struct arena *arena;
};

/* Returns an empty list with its terminator, in `arena`. */
struct words words_new(struct arena *arena);

/* Adds a string without copying it. */
void words_add(struct words *words, const char *word);
void words_addf(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void words_add_all(struct words *words, char *const *items, size_t count);

#endif
