/*
 * archiver.h - instr-gcc-ar and its like: the tools for archives that belong to the real compiler.
 *
 * Objects for link time optimisation are nothing to a plain ar, so each compiler has tools of its own. Build systems look for
 * them by the compiler's name, and CMake takes the `instr-` of instr-cc for that of a target: without an instr-gcc-ar it
 * says that there is no interprocedural optimisation.
 */
#ifndef INSTR_ARCHIVER_H
#define INSTR_ARCHIVER_H

#include "common/arena.h"
#include "common/error.h"

/* "gcc-ar" where we are called as instr-gcc-ar: also -ranlib and -nm, and llvm's. Null by any other name. */
const char *archiver_name(const char *own);

/* Becomes the tool `name`: the one that the real compiler (see compiler.h) has beside it, of its target and version, else the
 * one found by its plain name. Returns only on failure. */
bool archiver_exec(const char *name, char *const *argv, struct arena *arena, struct error *error);

#endif
