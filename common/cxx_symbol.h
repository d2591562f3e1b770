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

/* Returns the demangled name, without the type of the result, and for modules without parameters; NULL for a name that is not mangled, or
 * without a demangler. */
const char *cxx_symbol_demangle(const char *name, struct arena *arena);

/* Returns the same without parameters, for a name that can't be demangled as a whole. The type of a conversion is then wrong. */
const char *cxx_symbol_begin(const char *mangled, struct arena *arena);

/* Returns what a record's name and a demangled one have in common: no parameters, template arguments or types of conversions. NULL if there is
 * no memory. */
const char *cxx_symbol_key(const char *name, struct arena *arena);

/* Returns whether it is a constructor, destructor, assignment or comparison, which compilers make for classes that declare none or `default`,
 * or an implicit function of a lambda. */
bool cxx_symbol_special(const char *mangled, const char *key);

/* Returns the name of a vector variant of a function (`omp declare simd`) in the form of other clones; else the name. NULL if there is no
 * memory. */
const char *cxx_symbol_of_vector(const char *name, struct arena *arena);

/* Returns the first part of a mangled name, such as the outermost namespace, and its length; for a lambda's call that of the function around
 * it. NULL if there is none, as for an operator outside of namespaces. It needs no demangler. */
const char *cxx_symbol_first(const char *mangled, size_t *length);

/* Returns whether it is from the C++ library. */
bool cxx_symbol_standard(const char *mangled);

#endif
