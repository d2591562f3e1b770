/*
 * text.h - numbers and words as a person reads them.
 *
 * Names come from profiles, which may come from anybody: character_show is the one place that makes them fit
 * for a terminal, and quote.h, by the same character_take, for other programs.
 */
#ifndef INSTR_REPORT_TEXT_H
#define INSTR_REPORT_TEXT_H

#include "common/arena.h"
#include "common/character.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Columns that `text` takes when it is shown. */
size_t text_width(const char *text);

double seconds(double picoseconds);

/* "1.234 s", "56.70 ms", "8.901 us", "23.4 ns": four digits, so that a column can be compared by eye.
 * `mark` (may be "") stands in front: "~" for an estimate. What is not a number is below what was seen. Never null. */
#define TEXT_NOT_SEEN "not seen"
const char *text_seconds(struct arena *arena, double seconds, const char *mark);

/* The same with so many digits, of a figure that is not known better. */
const char *text_seconds_known(struct arena *arena, double seconds, unsigned digits, const char *mark);

/* As a word of a shell command: in quotes where that is needed. Never null. */
const char *text_shell(struct arena *arena, const char *word);

/* "12,345,678". */
const char *text_count(struct arena *arena, uint64_t count);

/* So many calls: "~12,345" where these are an estimate. */
const char *text_calls(struct arena *arena, uint64_t calls, bool estimated);

/* "512 B", "1.5 MiB". */
const char *text_bytes(struct arena *arena, double bytes);

/* "12.3%"; "" for a part of nothing, and for what is not a number. */
const char *text_percent(struct arena *arena, double amount, double whole);

#endif
