/*
 * pack.h - bytes into a page: compressed, as base64, which is a text that no browser takes for anything else.
 */
#ifndef INSTR_REPORT_PACK_H
#define INSTR_REPORT_PACK_H

#include <stdbool.h>
#include <stdio.h>
#include <zlib.h>

struct pack {
    FILE *stream;
    z_stream deflate;
    unsigned char left[3]; /* bytes that are no group of three yet */
    unsigned left_count, column;
};

/* False when there is no memory; a full disk is seen when the stream is closed. What is written between is in zlib's format. */
bool pack_begin(struct pack *pack, FILE *stream);
void pack_put(struct pack *pack, const void *bytes, size_t size);
void pack_end(struct pack *pack);

#endif
