/*
 * unit_source.h - reads lines of the source files of a flat text.
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

/* The sources requested so far. */
struct sources {
    unit_read_fn *read; /* null: none can be read */
    struct source *first;
    struct arena *arena;
};

/* Returns the source, with `at` at the beginning of this line; NULL if there is no such line. */
const struct source *sources_at(struct sources *sources, const char *path, unsigned line);

/* Returns the end of the line that contains `at`, its newline excluded. */
size_t source_line_end(const char *text, size_t size, size_t at);

/*
 * --- unit_comments.c: gives a flat text back the comments in front of labels, by which gcc knows that falling through is meant
 * (-Wimplicit-fallthrough, in -Wextra).
 *
 * They stand at the end of the line before, so that columns stay.
 */

/* Returns the text with them, outside of system headers and where no directive is in front; *size becomes its size. `read` gives the source
 * files. */
const char *unit_comments(const char *text, size_t *size, unit_read_fn *read, struct arena *arena);

/*
 * --- unit_layout.c: whether the source of a flat text is laid out so that a compiler may warn of it, which it does not do of a flat text.
 *
 *     if (a)
 *         b();
 *         c();        -Wmisleading-indentation: gcc asks how the source is indented, unless a line marker was seen
 *     if (a) TWICE;   -Wmultistatement-macros: whether both statements come from one macro
 *     if (a);         clang's -Wempty-body: whether both stand in one line, which it counts differently behind a line marker
 *
 * More is found than compilers warn of, never less.
 */

struct unit_layout_options {
    unit_read_fn *read; /* gives the source files; null: columns are those of the flat text */
    unsigned tab;       /* a tab leads to the next column that is a multiple of it */
    bool empty;         /* whether empty bodies may be warned of */
};

/* Returns whether the layout outside of system headers may cause such a warning. */
bool unit_layout_misleads(const char *text, size_t size, const struct unit_layout_options *options,
                          struct arena *arena);

#endif
