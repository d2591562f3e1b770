/*
 * page.h - the frame of a self-contained HTML page: style, data and program.
 */
#ifndef INSTR_REPORT_PAGE_H
#define INSTR_REPORT_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* A file that was put into the program when it was built. */
struct page_text {
    const unsigned char *bytes;
    size_t size;
};

/* Up to where the data stand, in an element with that id. `title` may hold anything. `policy` says what the browser lets the
 * page do; null for all. `text` is for a reader without scripts, "" for none. */
void page_begin(FILE *stream, const char *title, struct page_text style, const char *policy, const char *text,
                const char *id, const char *type);
/* The programs, one after the other. */
void page_end(FILE *stream, const struct page_text *programs, size_t count);

#endif
