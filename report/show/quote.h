/*
 * quote.h - quotes any text for CSV, JSON and XML. The output is valid UTF-8: each invalid byte becomes U+FFFD.
 */
#ifndef INSTR_REPORT_QUOTE_H
#define INSTR_REPORT_QUOTE_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* With its quotes. Also safe inside <script>. */
void quote_json(FILE *stream, const char *text);

/* The same of what a person is to see, as character_show has it. */
void quote_json_shown(FILE *stream, const char *text);

/* RFC 4180: in quotes where that is needed. Control characters, line ends too, become U+FFFD: a row is a line. What a spreadsheet
 * would take for a formula has a ' before it, but for plain options and numbers. */
void quote_csv(FILE *stream, const char *text);

/* Whether records may have a text as it is, but for JSON's quotes: some that would do are not found. */
bool quote_plain(const char *text, size_t *length);

/* Whether a cell that begins with it may be taken for a formula. */
bool quote_is_formula(const char *text);

/* Of a longer text that will have its quotes around it one part, without them. `quotes`: a text
 * with this part wants them. */
const char *quote_json_part(const char *text, struct arena *arena);
const char *quote_csv_part(const char *text, bool *quotes, struct arena *arena);

/* For XML and HTML, as text and in attributes. */
void quote_xml(FILE *stream, const char *text);

/* Inside a C-like string, as DOT has it, without the quotes. */
void quote_escape(FILE *stream, const char *text);

/* For formats without any quoting: each of `bad`, and control characters, become `other`. */
void quote_replace(FILE *stream, const char *text, const char *bad, char other);
/* The same as a text of its own, for what is written many times. */
const char *quote_replaced(const char *text, const char *bad, char other, struct arena *arena);

#endif
