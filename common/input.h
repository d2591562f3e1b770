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

/* More than any text that a person writes, and most that tools make. */
#define INPUT_TEXT ((size_t)16 << 20)

/* A descriptor of the regular file, or -1 and why not, in words to stand behind its name. `flags` are O_RDONLY or
 * O_RDWR with what else open() takes. `size`, which may be null, is what it has now: 0 for files of /proc. */
int input_open(const char *path, int flags, uint64_t *size, const char **why);

/* All that the file holds, with a null byte behind it; null and why not, also where it is longer than `most`. */
char *input_read(const char *path, size_t most, size_t *size, struct arena *arena, const char **why);

/* No more than its first bytes, and where it is longer nothing behind their last line. */
char *input_head(const char *path, size_t most, size_t *size, struct arena *arena, const char **why);

/* The same as input_read of an open file, from where it stands. */
char *input_take(int file, size_t most, size_t *size, struct arena *arena, const char **why);

/* Whether code in a file may be run: nobody but root and this user can have put it there. */

/* A regular file of root's or the effective user's that nobody else may write, in a folder of which the same is true but
 * for its group, since the umask of many lets that in. Links are followed on the way. */
bool trust_file(const char *path);

#endif
