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

/* What is at a path: a file to come, or to be replaced; a link to one, which is replaced where it is; a stream, such as a pipe or a
 * terminal; or what is not written to. */
enum writer_target { WRITER_TO_FILE, WRITER_TO_LINK, WRITER_TO_STREAM, WRITER_REFUSED };
enum writer_target writer_target(const char *path);

/* Writes these bytes there. False and why not, in words to stand behind the name. May be called in the user's program: a limit of the
 * size of files raises no signal. */
bool writer_put(const char *path, mode_t mode, const void *bytes, size_t size, const char **why);

/* The same of what is printed: into memory first. */
struct writer_page {
    FILE *stream; /* null: no memory */
    char *text;
    size_t size;
};
void writer_print(struct writer_page *page);
bool writer_put_page(struct writer_page *page, const char *path, mode_t mode, const char **why);

/* The same little by little, by a tool whose user named the path: there a stream is waited for. */
struct writer {
    FILE *stream;
    const char *path, *temporary; /* the latter null: it is written in place */
};
bool writer_open(struct writer *writer, const char *path, struct arena *arena, const char **why);

/* Nothing happens to the file unless it is `good`, and all could be written. */
bool writer_close(struct writer *writer, bool good, const char **why);

#endif
