/*
 * unit_comments.h - gives a flat text back the comments in front of labels, by which gcc knows that falling through is meant
 * (-Wimplicit-fallthrough, in -Wextra).
 *
 * They stand at the end of the line before, so that columns stay.
 */
#ifndef INSTR_UNIT_COMMENTS_H
#define INSTR_UNIT_COMMENTS_H

#include "instrumenter/unit/unit.h"

/* The text with them, outside of system headers and where no directive stands in front; *size becomes its size. `read` gives the
 * source files. */
const char *unit_comments(const char *text, size_t *size, unit_read_fn *read, struct arena *arena);

#endif
