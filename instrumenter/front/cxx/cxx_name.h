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

/* "" is the name of what is around everything. */
const char *cxx_name_inside(const struct cxx_name *how, const char *scope, const char *name);

/* The tokens of [from, to) with no more blanks than they need. */
const char *cxx_name_tidy(const struct cxx_name *how, size_t from, size_t to);

/* Of a namespace or class that stands in `scope`. */
const char *cxx_name_scope(const struct cxx_name *how, const char *scope, CXCursor cursor);

/* Of a function whose cursor stands in `scope`; where it belongs elsewhere, as a method that is defined outside of its class,
 * it is called by that. */
const char *cxx_name_function(const struct cxx_name *how, const char *scope, CXCursor cursor);

/* `name` with what tells a function from others that may have it: its parameters, and `const`. Functions of C and `main`, of which
 * there is but one, have none. */
const char *cxx_name_overload(const struct cxx_name *how, const char *name, CXCursor cursor);

/* The `ordinal`-th of its line, from 1. */
const char *cxx_name_lambda(const struct cxx_name *how, const char *scope, struct location location, unsigned ordinal);

#endif
