/*
 * response.h - @file arguments, by the rules of gcc (libiberty's expandargv).
 */
#ifndef INSTR_RESPONSE_H
#define INSTR_RESPONSE_H

#include "instrumenter/plan/words.h"

#include <stdbool.h>

/* Appends the words that `argv` (`count` words) stands for: the contents of FILE in place of each
 * @FILE, to any depth up to 2,000 files in all. An @FILE that can't be read stays as it is. False when
 * there are more files than that, as when one includes itself; gcc gives up too. */
bool response_expand(char *const *argv, size_t count, struct words *out);

/* `word` spelled so that it stands for itself in a response file; the memory is `arena`'s. */
char *response_quote(const char *word, struct arena *arena);

#endif
