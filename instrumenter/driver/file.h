/* file.h - reads and writes whole files. */
#ifndef INSTR_FILE_H
#define INSTR_FILE_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a regular file, with a null byte behind them; null on failure. The error may be null. */
const char *file_read(const char *path, size_t *size, struct arena *arena, struct error *error);

/* To standard output when `path` is null. */
bool file_write(const char *path, const char *bytes, size_t size, struct error *error);

/* The answer to a question about the bytes of a file; false where it can't be read. */
bool file_asks(const char *path, bool (*question)(const char *bytes, size_t size));

#endif
