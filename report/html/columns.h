/*
 * columns.h - regions, call paths and what each rank did in them, as columns of numbers: what a browser reads fastest.
 *
 * A column has its lowest bytes first, of all entries, then the next ones, which compresses much better than number after
 * number; a column is little-endian in that sense. Times are in picoseconds.
 */
#ifndef INSTR_REPORT_COLUMNS_H
#define INSTR_REPORT_COLUMNS_H

#include "report/html/source.h"

#include <stdbool.h>
#include <stdio.h>
#include <zlib.h>

/* Writes bytes into a page: compressed, as base64, which no browser takes for markup. */

struct pack {
    FILE *stream;
    z_stream deflate;
    unsigned char left[3]; /* bytes that are no group of three yet */
    unsigned left_count, column;
};

/* Starts writing. A full disk is noticed when the stream is closed. The data are in zlib's format. */
void pack_begin(struct pack *pack, FILE *stream);
void pack_put(struct pack *pack, const void *bytes, size_t size);
void pack_end(struct pack *pack);

/* Writes the list of columns as JSON, [["node.calls", "f64", 9, "calls", "calls"], ...]: name, type, entries, and for a table's column its
 * title and form; in the order of the data. */
void columns_list(FILE *stream, const struct source *source);
void columns_put(struct pack *pack, const struct source *source);

#endif
