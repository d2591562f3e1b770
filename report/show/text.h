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

/* Returns the columns that `text` takes on the screen. */
size_t text_width(const char *text);

double seconds(double picoseconds);

/* Returns "1.234 s", "56.70 ms", "8.901 us", "23.4 ns": four digits, so that columns can be compared by eye. `mark` (may be "") is put in
 * front: "~" for an estimate. NaN gives TEXT_NOT_SEEN. Never NULL. */
#define TEXT_NOT_SEEN "not seen"
const char *text_seconds(struct arena *arena, double seconds, const char *mark);

/* Returns the same with so many digits, for a less accurate figure. */
const char *text_seconds_known(struct arena *arena, double seconds, unsigned digits, const char *mark);

/* Returns a word of a shell command, quoted if needed. Never NULL. */
const char *text_shell(struct arena *arena, const char *word);

/* "12,345,678". */
const char *text_count(struct arena *arena, uint64_t count);

/* Returns a number of calls: "~12,345" for an estimate. */
const char *text_calls(struct arena *arena, uint64_t calls, bool estimated);

/* "512 B", "1.5 MiB". */
const char *text_bytes(struct arena *arena, double bytes);

/* Returns "12.3%"; "" for a share of nothing, and for NaN. */
const char *text_percent(struct arena *arena, double amount, double whole);

#endif
