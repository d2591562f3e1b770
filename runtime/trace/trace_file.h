/*
 * trace_file.h - the file of a trace: opened, added to, and within its bounds.
 *
 * Its descriptor stays open, at a high number. Programs close descriptors that they don't know, and get the number for a
 * file of their own: before each use it is looked at, and the file is opened again if need be.
 *
 * The caller sees to it that no two threads are in here.
 */
#ifndef INSTR_TRACE_FILE_H
#define INSTR_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the file, in place of an ordinary one of that name; false with errno set: EBUSY where another process writes there. */
bool trace_file_make(const char *path);

/* Writes a header and what stands behind it; false with errno set. No signal comes of a file that is too long. */
bool trace_file_put(uint64_t at, const void *header, size_t header_size, const void *bytes, size_t size);

/* In the child of a fork: the file is its parent's. */
void trace_file_forget(void);

#endif
