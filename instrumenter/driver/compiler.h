/*
 * compiler.h - finds the real compiler for this call of instr-cc.
 *
 * In this order: the compiler named on our command line (instr-cc gcc -c x.c); the one in our own name (a link named instr-gcc, or
 * gcc in a folder early in PATH); INSTR_CC; the one instr was built with; cc. For C++ the last three are INSTR_CXX, the C++ compiler
 * that belongs to INSTR_CC or to the one instr was built with, and c++. A file with our own device and inode is skipped.
 */
#ifndef INSTR_COMPILER_H
#define INSTR_COMPILER_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

struct compiler {
    char **words; /* how it is called: a launcher such as ccache, if any, then the compiler */
    size_t count;
    const char *path; /* of the first word's file */
    bool clang;       /* as far as its name tells */
    bool cxx;         /* a C++ compiler takes `.c` for C++ */
    bool mpi;         /* by its name a wrapper that links MPI */
};

/* `argv` are all words of the call, its own name first. Options of our own may stand before the
 * compiler. Words that name the compiler are taken out of `argv`. */
bool compiler_find(char **argv, struct compiler *compiler, struct arena *arena, struct error *error);

/* A tool lists the commands of this build, as bear does. */
bool compiler_is_watched(void);

/* The program that `name` runs, which is not us; null when there is none. */
char *compiler_program(const char *name, struct arena *arena);

/* "openmpi" or "mpich": the flavour of the MPI library that these link arguments name, as far as its file's place tells; null
 * when they name none. */
const char *compiler_mpi_of(char *const *argv);

/*
 * --- archiver.c: instr-gcc-ar and its like: the tools for archives that belong to the real compiler.
 *
 * Objects for link time optimisation are nothing to a plain ar, so each compiler has tools of its own. Build systems look for
 * them by the compiler's name, and CMake takes the `instr-` of instr-cc for that of a target: without an instr-gcc-ar it
 * says that there is no interprocedural optimisation.
 */

/* "gcc-ar" where we are called as instr-gcc-ar: also -ranlib and -nm, and llvm's. Null by any other name. */
const char *archiver_name(const char *own);

/* Becomes the tool `name`: the one that the real compiler (see compiler.h) has beside it, of its target and version, else the
 * one found by its plain name. Returns only on failure. */
bool archiver_exec(const char *name, char *const *argv, struct arena *arena, struct error *error);

#endif
