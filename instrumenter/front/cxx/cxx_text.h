/*
 * cxx_text.h - the text as libclang is given it: what only GCC knows, and its library uses, becomes what clang knows.
 *
 * What clang can't read it leaves out, and with it the lambdas of that expression. So each replacement is as long as what it
 * replaces, padded with blanks, and all offsets stay.
 */
#ifndef INSTR_CXX_TEXT_H
#define INSTR_CXX_TEXT_H

#include "base/arena.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/unit/unit_lines.h"

#include <stddef.h>

void cxx_text_adapt(char *text, size_t size);

/* A copy without what stands in system headers, each byte where it was. Null: no memory. */
char *cxx_text_of_user(const char *text, size_t size, const struct unit_lines *lines, struct arena *arena);

/* What the replacements name, and the types that clang has not. Included before the text by that name. */
extern struct CXUnsavedFile cxx_text_header;

#endif
