/*
 * text.h - numbers and words as a person reads them.
 */
#ifndef INSTR_REPORT_TEXT_H
#define INSTR_REPORT_TEXT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* Bytes of the UTF-8 character at `text`; 0 when it is none. Not for the end of the text. */
size_t text_utf8_length(const char *text);

/* Columns that `text` takes on a terminal, one for each character. */
size_t text_width(const char *text);

/* "1.234 s", "56.70 ms", "8.901 us", "23.4 ns": four digits, so that a column can be compared by eye.
 * `mark` (may be "") stands in front: "~" for an estimate. Never null. */
const char *text_seconds(struct arena *arena, double seconds, const char *mark);

/* "12,345,678". */
const char *text_count(struct arena *arena, uint64_t count);

/* "512 B", "1.5 MiB". */
const char *text_bytes(struct arena *arena, double bytes);

/* "12.3%"; "" for a part of nothing. */
const char *text_percent(struct arena *arena, double part, double whole);

#endif
