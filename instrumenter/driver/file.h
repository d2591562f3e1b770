/* file.h - reads and writes whole files. */
#ifndef INSTR_FILE_H
#define INSTR_FILE_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the bytes of a regular file, with a zero byte behind them; NULL on failure. The error may be NULL. */
const char *file_read(const char *path, size_t *size, struct arena *arena, struct error *error);

/* Writes a file, or standard output if `path` is NULL. */
bool file_write(const char *path, const char *bytes, size_t size, struct error *error);

/* Returns the answer of `question` about the bytes of a file; false if it can't be read. */
bool file_asks(const char *path, bool (*question)(const char *bytes, size_t size));

#endif
