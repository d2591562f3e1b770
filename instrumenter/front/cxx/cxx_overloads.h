/*
 * cxx_overloads.h - which names need parameters to be told apart.
 *
 * Those that name two functions which were first declared in one file. So a function of a header has one name in all units,
 * whatever else they include.
 */
#ifndef INSTR_CXX_OVERLOADS_H
#define INSTR_CXX_OVERLOADS_H

#include "base/arena.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

struct cxx_declared {
    const char *name, *file;
    size_t first; /* offset of its first declaration */
};

struct cxx_overloads {
    struct cxx_declared *declared;
    size_t count, capacity;
    const struct unit_lines *lines;
};

/* A declaration of a function, which may be its definition. False: no memory. */
bool cxx_overloads_add(struct cxx_overloads *overloads, const char *name, CXCursor cursor, struct arena *arena);

/* Comes when all were added, and before the question. */
void cxx_overloads_sort(struct cxx_overloads *overloads);
bool cxx_overloads_ambiguous(const struct cxx_overloads *overloads, const char *name, CXCursor cursor);

#endif
