/*
 * language.h - the languages of a compiler's inputs, in the words of its option -x.
 */
#ifndef INSTR_LANGUAGE_H
#define INSTR_LANGUAGE_H

#include <stdbool.h>

/* Returns whether -x accepts the word. */
bool language_known(const char *name);

/* Returns whether its sources are edited. */
bool language_edited(const char *name);

/* Returns whether its sources are Fortran. */
bool language_fortran(const char *name);

/* Returns the language of an input by its suffix; "object" if the compiler hands it to the linker. `cxx`: the compiler takes `.c` for C++. */
const char *language_of(const char *path, bool cxx);

#endif
