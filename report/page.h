/*
 * page.h - the frame of a page that needs nothing but itself: style, the data as JSON, the program that shows it.
 */
#ifndef INSTR_REPORT_PAGE_H
#define INSTR_REPORT_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* Up to where the data stand, in an element with that id. `title` may hold anything. */
void page_begin(FILE *stream, const char *title, const char *id);
/* The program, which comes after viewer/words.js. */
void page_end(FILE *stream, const unsigned char *program, size_t size);

#endif
