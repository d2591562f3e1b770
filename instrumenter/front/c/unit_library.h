/*
 * unit_library.h - which functions of system headers a unit of C may bring into the program: those that its own text names, and
 * those that they name. Others that are defined there no compiler makes code of, and headers may define thousands.
 */
#ifndef INSTR_UNIT_LIBRARY_H
#define INSTR_UNIT_LIBRARY_H

#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/unit/unit_lines.h"

/* Their names, with blanks between them. */
const char *unit_library(const struct outline *outline, const char *text, size_t size, const struct unit_lines *lines,
                         struct arena *arena);

#endif
