/*
 * baseline.h - a baseline as a file: a text that people review and git merges. Rules, then a line for each function, sorted by
 * file and name, with tabs between its parts:
 *
 *     # a remark
 *     allow 2%                   a change of so many calls is none
 *     allow any src/seed_*       the same of functions with such a name or file; the last rule that fits counts
 *     metrics heap-calls,heap-bytes   the other values that were measured, if any
 *     src/hash.c  hash_find  1204    from parse
 *     src/hash.c  hash_grow  12      from hash_find 10, parse 2  heap-calls 12  heap-bytes 6144
 *     src/seed.c  seed_draw  57..61  from main
 *
 * In a history (history.h) a baseline also has its commit and tag, before the rules:
 *
 *     commit 3437f525c0... 2026-11-27T17:50:04Z Read it once
 *     tag mesh=3
 *
 * 57..61 varied between the recorded runs. Dates and line numbers are left out, because they change without a change of the program. So are
 * times, unless asked for: then a line ends in "time 124 +-3 ms, 5 runs". A ~ replaces callers that are an estimate. Metrics of 0 are left out.
 */
#ifndef INSTR_REPORT_BASELINE_H
#define INSTR_REPORT_BASELINE_H

#include "report/compare/counts.h"

bool baseline_read(struct counts *counts, const char *path, struct arena *arena, struct error *error);

/* Read a baseline in two steps: its text, or NULL; and its contents, by cutting that text up in place. */
char *baseline_text(const char *path, struct arena *arena, struct error *error);
bool baseline_take(struct counts *counts, const char *path, char *text, struct arena *arena, struct error *error);

/* Reads only the description of what a baseline is of. */
bool baseline_read_of(struct counts_of *of, const char *path, struct arena *arena, struct error *error);

/* Returns the head of a new baseline of these counts, with these rules, each ending in a newline. */
const char *baseline_head(const struct counts *counts, const char *rules, struct arena *arena);

#define BASELINE_RULES "allow 0%\n"

/* Returns the rules of a baseline that was read, for writing another one. */
const char *baseline_rules(const struct counts *counts, struct arena *arena);

/* Returns the keys of its metrics with commas between them, as for --metric. */
const char *baseline_metrics(const struct counts *counts, struct arena *arena);

/* Writes the head and all functions. Functions that were read keep the text that they had in the file. */
void baseline_write(const struct counts *counts, FILE *stream, struct arena *arena);

/* Writes the same into a file, or to standard output if `output` is NULL. */
bool baseline_save(const struct counts *counts, const char *output, struct arena *arena, struct error *error);

#endif
