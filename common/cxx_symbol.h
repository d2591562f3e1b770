/*
 * cxx_symbol.h - demangles a C++ symbol and reduces it to a form that can be compared with the name in instr-cc's record.
 *
 *     symbol                    demangled                       record               both are
 *     _ZN2ns5twiceIiEET_S1_     ns::twice<int>(int)             ns::twice<T>         ns::twice
 *     _ZZ4mainENKUliE_clEi      main::{lambda(int)#1}::...      main::lambda at ...  main::lambda
 *
 * The C++ library demangles. On a machine without it names stay as they are.
 */
#ifndef INSTR_BASE_CXX_SYMBOL_H
#define INSTR_BASE_CXX_SYMBOL_H

#include "common/arena.h"

#include <stdbool.h>

/* The demangled name, without what is given back, and of a module's without parameters; null for one that is not mangled, or where
 * nobody can do it. */
const char *cxx_symbol_demangle(const char *name, struct arena *arena);

/* The same without parameters, of a name that can't be demangled as a whole. Of a conversion no type is right. */
const char *cxx_symbol_begin(const char *mangled, struct arena *arena);

/* What a record's name and a demangled one share: no parameters, arguments of templates or types of conversions. Null: no
 * memory. */
const char *cxx_symbol_key(const char *name, struct arena *arena);

/* Whether it is a constructor, a destructor, an assignment or a comparison, which compilers make where a class says nothing or
 * `default`, or what a lambda has beside its body. */
bool cxx_symbol_special(const char *mangled, const char *key);

/* A variant of a function for vectors (`omp declare simd`), named as other clones are; else the name. Null: no memory. */
const char *cxx_symbol_of_vector(const char *name, struct arena *arena);

/* The first part of a mangled name, as the namespace that all is in, and its length: of a lambda's call that of the function it is
 * in. Null: it has none, as an operator outside of all. The name alone tells it, without anybody who demangles. */
const char *cxx_symbol_first(const char *mangled, size_t *length);

/* Whether it is the C++ library's. */
bool cxx_symbol_standard(const char *mangled);

#endif
