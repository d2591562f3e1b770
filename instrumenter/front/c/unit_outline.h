/*
 * unit_outline.h - the function definitions of a flat text, found by their shape alone.
 *
 * In preprocessed C a word that is no keyword, its parentheses and a `{` are always a function definition,
 * at file scope or (GNU) inside another function. This needs no types, so no unknown type or
 * builtin and no parse error hides a function from it. What it can't know is linkage and attributes that come
 * from other declarations: libclang adds those.
 */
#ifndef INSTR_UNIT_OUTLINE_H
#define INSTR_UNIT_OUTLINE_H

#include "common/arena.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdbool.h>
#include <stddef.h>

struct outline_function {
    struct token name;
    size_t head;  /* the definition's first token, as far as can be told */
    size_t open;  /* offset of the body's `{` */
    size_t close; /* offset of its `}` */
    size_t depth; /* functions around it */
};

struct outline {
    struct outline_function *functions; /* in order of `open` */
    size_t count;
};

/* Finds the definitions. `blank`, unless NULL, is a copy of the text in which directives are blank. */
void unit_outline(struct outline *outline, const char *text, size_t size, char *blank, struct arena *arena);

/*
 * --- unit_plain.c: whether the tokens of a unit already show everything that libclang could add. Loading libclang takes as long as compiling a
 * small unit. It adds linkage and attributes from other declarations, the calls that the edit changes, and tail calls that may come back. If no
 * word of the text can be one of these, libclang is not needed. When in doubt the answer is no. ---
 */

/* `tail_jumps`: the compiler makes jumps of tail calls. */
bool unit_plain(const struct outline *outline, const char *text, size_t size, const struct unit_lines *lines,
                bool tail_jumps, struct arena *arena);

#endif
