/*
 * quote.h - quotes any text for CSV, JSON and XML. The output is valid UTF-8: each invalid byte becomes U+FFFD.
 */
#ifndef INSTR_REPORT_QUOTE_H
#define INSTR_REPORT_QUOTE_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes a JSON string with its quotes. Also safe inside <script>. */
void quote_json(FILE *stream, const char *text);

/* Does the same for text that people see, as character_show does. */
void quote_json_shown(FILE *stream, const char *text);

/* Writes a CSV field (RFC 4180), quoted if needed. Control characters and line ends become U+FFFD, so a row is a line. A field that a
 * spreadsheet would take for a formula gets a ' in front, except for plain options and numbers. */
void quote_csv(FILE *stream, const char *text);

/* Returns whether records may contain the text unchanged except for JSON's quotes. It may return false for a text that would do. */
bool quote_plain(const char *text, size_t *length);

/* Returns whether a cell that begins with it may be taken for a formula. */
bool quote_is_formula(const char *text);

/* Returns a part of a longer text, quoted without the quotes around the whole. `quotes`: the whole text needs them. */
const char *quote_json_part(const char *text, struct arena *arena);
const char *quote_csv_part(const char *text, bool *quotes, struct arena *arena);

/* Writes text for XML and HTML, also inside attributes. */
void quote_xml(FILE *stream, const char *text);

/* Writes text for the inside of a C-like string, as in DOT, without the quotes. */
void quote_escape(FILE *stream, const char *text);

/* Writes text for formats without quoting: each character of `bad`, and control characters, become `other`. */
void quote_replace(FILE *stream, const char *text, const char *bad, char other);
/* Returns the same as a text, for repeated use. */
const char *quote_replaced(const char *text, const char *bad, char other, struct arena *arena);

#endif
