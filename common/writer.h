/*
 * writer.h - writes a file that the user named: completely, or not at all.
 *
 * The data goes to a temporary file beside it, which is renamed at the end. So a full disk or a kill leaves the old file intact.
 * Pipes without a reader do not block, and links that others put into a shared folder are not followed.
 */
#ifndef INSTR_BASE_WRITER_H
#define INSTR_BASE_WRITER_H

#include "common/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* The kinds of paths: a file to be made or replaced; a link to a file, which is replaced in its place; a stream, such as a pipe or a terminal;
 * or something that is not written to. */
enum writer_target { WRITER_TO_FILE, WRITER_TO_LINK, WRITER_TO_STREAM, WRITER_REFUSED };
enum writer_target writer_target(const char *path);

/* Writes these bytes. Returns false and why not, in words to put behind the name. Safe in the user's program: a limit on file sizes raises no
 * signal. */
bool writer_put(const char *path, mode_t mode, const void *bytes, size_t size, const char **why);

/* Writes printed text, which is kept in memory first. */
struct writer_page {
    FILE *stream; /* null: no memory */
    char *text;
    size_t size;
};
void writer_print(struct writer_page *page);
bool writer_put_page(struct writer_page *page, const char *path, mode_t mode, const char **why);

/* Writes little by little, for a tool whose user named the path; it waits for a stream. */
struct writer {
    FILE *stream;
    const char *path, *temporary; /* the latter null: it is written in place */
};
bool writer_open(struct writer *writer, const char *path, struct arena *arena, const char **why);

/* Finishes. The file changes only if it is `good`, and everything could be written. */
bool writer_close(struct writer *writer, bool good, const char **why);

#endif
