/*
 * cxx_library.h - what of C++ system headers bring into a unit: the names at the top of what they define. A function in the
 * program that is called so, and has no record, is an instance of theirs.
 */
#ifndef INSTR_CXX_LIBRARY_H
#define INSTR_CXX_LIBRARY_H

#include "base/arena.h"
#include "instrumenter/front/libclang.h"

#include <stdbool.h>
#include <stddef.h>

struct cxx_library {
    const char **names;
    size_t count, capacity;
};

/* A declaration of a system header, at the top of the unit. False: no memory. */
bool cxx_library_add(struct cxx_library *library, CXCursor cursor, struct arena *arena);

/* Each name once, with blanks between them. Null: no memory. */
const char *cxx_library_text(struct cxx_library *library, struct arena *arena);

#endif
