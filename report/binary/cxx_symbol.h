/*
 * cxx_symbol.h - mangled names of C++, as they are in symbol tables, beside the names that instr-cc gives in its records.
 *
 *     symbol                    demangled                       record               both are
 *     _ZN2ns5twiceIiEET_S1_     int ns::twice<int>(int)         ns::twice<T>         ns::twice
 *     _ZZ4mainENKUliE_clEi      main::{lambda(int)#1}::...      main::lambda at ...  main::lambda
 *
 * The C++ library demangles. Where there is none on this machine, names stay as they are.
 */
#ifndef INSTR_REPORT_CXX_SYMBOL_H
#define INSTR_REPORT_CXX_SYMBOL_H

#include "base/arena.h"

#include <stdbool.h>

/* The demangled name; null for one that is not mangled, or where nobody can do it. */
const char *cxx_symbol_demangle(const char *name, struct arena *arena);

/* What a record's name and a demangled one share: no parameters, arguments of templates or types that are given back. Null: no
 * memory. */
const char *cxx_symbol_key(const char *name, struct arena *arena);

/* Whether the key is that of a constructor, a destructor or an assignment, which compilers make where a class says nothing. */
bool cxx_symbol_special(const char *key);

/* Whether it is the C++ library's. */
bool cxx_symbol_standard(const char *key);

#endif
