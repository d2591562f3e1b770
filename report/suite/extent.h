/*
 * extent.h - the lines of a source that a function's definition takes: what a profile does not say, which has its first line.
 *
 * Comments, strings and directives are passed over and braces counted. Where braces don't add up, as with a body that has two
 * ends for the preprocessor to choose from, the end is not known, and extent.known says so.
 */
#ifndef INSTR_REPORT_EXTENT_H
#define INSTR_REPORT_EXTENT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct extent_text {
    const char **lines; /* where each begins, in one text */
    uint32_t count;
};

struct extent {
    uint32_t first, last;
    bool known; /* `last` is where it ends, and not only where it must have ended */
};

void extent_text_make(struct extent_text *source, const char *text, struct arena *arena);

/* Whether a word is in a line. */
bool extent_text_has(const struct extent_text *source, uint32_t line, const char *word);

/* Of a function that begins in `line`. It ends before `next`, where another one begins. `made`: by a macro, which is used there. */
struct extent extent_of(const struct extent_text *source, uint32_t line, uint32_t next, bool made);

#endif
