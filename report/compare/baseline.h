/*
 * baseline.h - a baseline as a file: a text that people review and git merges. Rules, then a line for each function, sorted by
 * file and name, with tabs between its parts:
 *
 *     # a remark
 *     allow 2%                   so many calls more or fewer are no change
 *     allow any src/seed_*       the same of functions with such a name or file; the last rule that fits counts
 *     metrics heap-calls,heap-bytes   what else was measured, if anything
 *     src/hash.c  hash_find  1204    from parse
 *     src/hash.c  hash_grow  12      from hash_find 10, parse 2  heap-calls 12  heap-bytes 6144
 *     src/seed.c  seed_draw  57..61  from main
 *
 * One of a history (history.h) also says what it is of, in front of its rules:
 *
 *     commit 3437f525c0... 2026-11-27T17:50:04Z Read it once
 *     tag mesh=3
 *
 * 57..61 is what varied between the runs that were recorded. Dates and lines of sources are not in it: they change where nothing
 * did; nor are times unless they are asked for, when the line of a function ends in its own, "time 124 +-3 ms, 5 runs". A ~ stands for callers that are an estimate. A metric that is 0 is left out.
 */
#ifndef INSTR_REPORT_BASELINE_H
#define INSTR_REPORT_BASELINE_H

#include "report/compare/counts.h"

bool baseline_read(struct counts *counts, const char *path, struct arena *arena, struct error *error);

/* The same in two steps: its text, or null; and what that says, which takes it apart. */
char *baseline_text(const char *path, struct arena *arena, struct error *error);
bool baseline_take(struct counts *counts, const char *path, char *text, struct arena *arena, struct error *error);

/* What one is of, and no more of it. */
bool baseline_read_of(struct counts_of *of, const char *path, struct arena *arena, struct error *error);

/* How a new baseline of these counts begins, with these rules, each with its line end. */
const char *baseline_head(const struct counts *counts, const char *rules, struct arena *arena);

#define BASELINE_RULES "allow 0%\n"

/* The rules of one that was read, for another one. */
const char *baseline_rules(const struct counts *counts, struct arena *arena);

/* The keys of its metrics, with commas between them, as --metric has them. */
const char *baseline_metrics(const struct counts *counts, struct arena *arena);

/* Its head and all functions; those that were read are as they stood in the file. */
void baseline_write(const struct counts *counts, FILE *stream, struct arena *arena);

/* The same into a file; null: on standard output. */
bool baseline_save(const struct counts *counts, const char *output, struct arena *arena, struct error *error);

#endif
