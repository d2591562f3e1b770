/*
 * cxx_name.h - makes the name of a C++ function that reports show.
 *
 *     ns::A::f             in namespaces and classes; those that have no name are left out
 *     sort<T>              a template, once for all that is made of it
 *     A::A, A::~A, A::operator int, operator<<
 *     f(int) const         with its parameters, which reports show only where they are needed
 *     f::lambda at a.cpp:12
 */
#ifndef INSTR_CXX_NAME_H
#define INSTR_CXX_NAME_H

#include "common/arena.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/unit/unit_lines.h"

#include <stddef.h>

struct cxx_name {
    const char *text;
    size_t size;
    struct arena *arena;
};

/* Returns a name in a scope; the outermost scope is "". */
const char *cxx_name_inside(const struct cxx_name *how, const char *scope, const char *name);

/* Returns the tokens of [from, to) with only necessary blanks. */
const char *cxx_name_tidy(const struct cxx_name *how, size_t from, size_t to);

/* Returns the scope for the inside of a namespace or class in `scope`. */
const char *cxx_name_scope(const struct cxx_name *how, const char *scope, CXCursor cursor);

/* Returns the name of a function whose cursor is in `scope`. If it belongs elsewhere, such as a method defined outside of its class, it is
 * named by that. */
const char *cxx_name_function(const struct cxx_name *how, const char *scope, CXCursor cursor);

/* Returns `name` with what distinguishes overloads: parameters, and `const`. C functions and `main`, of which there is only one, get none. */
const char *cxx_name_overload(const struct cxx_name *how, const char *name, CXCursor cursor);

/* Returns the name of the `ordinal`-th lambda of its line, from 1. */
const char *cxx_name_lambda(const struct cxx_name *how, const char *scope, struct location location, unsigned ordinal);

#endif
