/*
 * input.h - reads a file that the user named, safely: regular files only, and no more bytes than the caller allows.
 *
 * Such a name may be an endless device, a pipe without a writer, or a file larger than the memory. An instrumented program reads
 * its filter this way, and must neither block nor run out of memory.
 */
#ifndef INSTR_BASE_INPUT_H
#define INSTR_BASE_INPUT_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Larger than any text that a person writes, and most that tools make. */
#define INPUT_TEXT ((size_t)16 << 20)

/* Opens a regular file. Returns its descriptor, or -1 and why not, in words to put behind its name. `flags` are O_RDONLY or O_RDWR with other
 * flags of open(). `size` (may be NULL) is its present size: 0 for files of /proc. */
int input_open(const char *path, int flags, uint64_t *size, const char **why);

/* Returns the whole file, with a zero byte behind it; NULL and why not, also if it is longer than `most`. */
char *input_read(const char *path, size_t most, size_t *size, struct arena *arena, const char **why);

/* Returns at most the first bytes of a file; if it is longer, up to the end of their last line. */
char *input_head(const char *path, size_t most, size_t *size, struct arena *arena, const char **why);

/* Does as input_read with an open file, from its position. */
char *input_take(int file, size_t most, size_t *size, struct arena *arena, const char **why);

/* --- trust in code of a file: only root and this user can have put it there --- */

/* Returns true for a regular file of root or the effective user that no other user may write, in a folder for which the same holds, except
 * that its group may write, since many umasks allow that. Links are followed. */
bool trust_file(const char *path);

#endif
