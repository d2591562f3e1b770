/*
 * response.h - @file arguments, by the rules of gcc (libiberty's expandargv).
 */
#ifndef INSTR_RESPONSE_H
#define INSTR_RESPONSE_H

#include "instrumenter/plan/words.h"

#include <stdbool.h>

/* Appends the words for which `argv` (`count` words) stands: each @FILE is replaced by its contents, to any depth, up to 2,000 files in all.
 * An unreadable @FILE stays as it is. Returns false if there are more files, as when one includes itself; gcc gives up too. */
bool response_expand(char *const *argv, size_t count, struct words *out);

/* Returns `word` quoted so that it stands for itself in a response file, in `arena`. */
char *response_quote(const char *word, struct arena *arena);

#endif
