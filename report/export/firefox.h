/*
 * firefox.h - what profiles and traces share in the Firefox Profiler's "processed" format, for profiler.firefox.com.
 *
 * Described in docs-developer/processed-profile-format.md of github.com/firefox-devtools/profiler; what is written is its
 * version 46, which later ones read. Stacks are a tree there, so depth costs nothing.
 */
#ifndef INSTR_REPORT_FIREFOX_H
#define INSTR_REPORT_FIREFOX_H

#include <stdint.h>
#include <stdio.h>

struct firefox_function {
    const char *name, *file; /* "" for none */
    uint32_t line;           /* 0: none */
};

/* Writes everything before the threads. Each thread has a start, functions, stacks and samples, and ends with "}"; then comes "]}". */
void firefox_begin(FILE *stream, const char *program);
void firefox_thread(FILE *stream, const char *name, const char *process, long pid, uint32_t tid);
void firefox_functions(FILE *stream, const struct firefox_function *functions, uint32_t count);

/* Writes a column with `count` equal values. */
void firefox_column(FILE *stream, const char *name, const char *value, uint32_t count);

/* Writes milliseconds, exact to the nanosecond. */
void firefox_ms(FILE *stream, uint64_t ns);

#endif
