/*
 * writer.h - writing files that somebody else names: in a variable, on a command line, in a project file.
 *
 * A file appears whole under its name, or not at all: it is written beside its place and renamed. So a disk that gets full, or a
 * kill, leaves the one that was there as it was. A name may lead to a pipe that nobody reads, or be a link that somebody else laid,
 * in a folder that everybody writes to: nobody is waited for, and no such link is followed.
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
