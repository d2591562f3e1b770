/*
 * unit_source.h - lines of the sources that a flat text was made of.
 */
#ifndef INSTR_UNIT_SOURCE_H
#define INSTR_UNIT_SOURCE_H

#include "instrumenter/unit/unit.h"

struct source {
    const char *path, *text; /* text: null when it can't be read */
    size_t size;
    size_t at; /* where `line` begins */
    unsigned line;
    struct source *next;
};

/* Those that were asked for so far. */
struct sources {
    unit_read_fn *read; /* null: none can be read */
    struct source *first;
    struct arena *arena;
};

/* The source, with `at` where this line begins; null when there is no such line. */
const struct source *sources_at(struct sources *sources, const char *path, unsigned line);

/* The end of the line in which `at` lies, its newline excluded. */
size_t source_line_end(const char *text, size_t size, size_t at);

#endif
