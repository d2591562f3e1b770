/*
 * page.h - the frame of a self-contained HTML page: style, data and program.
 */
#ifndef INSTR_REPORT_PAGE_H
#define INSTR_REPORT_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* A file that was built into the program. */
struct page_text {
    const unsigned char *bytes;
    size_t size;
};

/* Writes the page up to the element with the data, which has that id. `title` may hold anything. `policy` is the content security policy, or
 * NULL. `text` is for readers without scripts, "" for none. */
void page_begin(FILE *stream, const char *title, struct page_text style, const char *policy, const char *text,
                const char *id, const char *type);
/* Writes the scripts, one after the other. */
void page_end(FILE *stream, const struct page_text *programs, size_t count);

#endif
