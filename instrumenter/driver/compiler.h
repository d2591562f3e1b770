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

/* Finds the compiler. `argv` are all words of the call, its own name first. Options of ours may precede the compiler. Words that name the
 * compiler are removed from `argv`. */
bool compiler_find(char **argv, struct compiler *compiler, struct arena *arena, struct error *error);

/* Returns whether a tool such as bear lists the commands of this build. */
bool compiler_is_watched(void);

/* Returns the program that `name` runs, other than us, or NULL. */
char *compiler_program(const char *name, struct arena *arena);

/* Returns "openmpi" or "mpich", the flavour of the MPI library among these link arguments, by its file's place; NULL if there is none. */
const char *compiler_mpi_of(char *const *argv);

/*
 * --- archiver.c: instr-gcc-ar and similar: the tools for archives that belong to the real compiler. A plain ar can't handle objects for
 * link-time optimisation, so each compiler has tools of its own. Build systems search them by the compiler's name. CMake takes the `instr-` of
 * instr-cc for a target's prefix: without instr-gcc-ar it reports that there is no interprocedural optimisation. ---
 */

/* Returns "gcc-ar" if we are called as instr-gcc-ar, likewise for -ranlib, -nm and llvm's tools; NULL for any other name. */
const char *archiver_name(const char *own);

/* Becomes the tool `name`: the one beside the real compiler (see compiler.h), of its target and version, else the one in PATH. Returns only on
 * failure. */
bool archiver_exec(const char *name, char *const *argv, struct arena *arena, struct error *error);

#endif
