/*
 * unit_layout.h - whether the source of a flat text is laid out so that a compiler may warn of it, which it does not do of a flat text.
 *
 *     if (a)
 *         b();
 *         c();        -Wmisleading-indentation: gcc asks how the source is indented, unless a line marker was seen
 *     if (a) TWICE;   -Wmultistatement-macros: whether both statements come from one macro
 *     if (a);         clang's -Wempty-body: whether both stand in one line, which it counts differently behind a line marker
 *
 * More is found than compilers warn of, never less.
 */
#ifndef INSTR_UNIT_LAYOUT_H
#define INSTR_UNIT_LAYOUT_H

#include "instrumenter/unit/unit.h"

struct unit_layout_options {
    unit_read_fn *read; /* gives the source files; null: columns are those of the flat text */
    unsigned tab;       /* a tab leads to the next column that is a multiple of it */
    bool empty;         /* whether empty bodies may be warned of */
};

/* Of what stands outside of system headers. */
bool unit_layout_misleads(const char *text, size_t size, const struct unit_layout_options *options,
                          struct arena *arena);

#endif
