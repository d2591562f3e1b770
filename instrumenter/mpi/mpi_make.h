/*
 * mpi_make.h - compiles the MPI part of the runtime: at installation, or when a program first needs it.
 *
 * If several ask at once, one makes the file and the others wait; it appears under its name when it is complete. A part older than the
 * installed runtime is made again. If it fails, the compiler's messages stay beside it, and nobody tries again until they are removed.
 */
#ifndef INSTR_MPI_MAKE_H
#define INSTR_MPI_MAKE_H

#include "common/arena.h"
#include "common/error.h"
#include "instrumenter/driver/compiler.h"

#include <stdbool.h>

/* The value of __INSTR_RUNTIME in a part: room for a path behind a name, and a mark by which the place is found. */
#define MPI_MAKE_MARK "libinstr.so.1\0@INSTR_RUNTIME@"
enum { MPI_MAKE_ROOM = 1024 };

/* Makes `file` unless it exists and is fresh. The end of its name tells the kind: an archive (".a"), the line by which an installed part is
 * known to fit (".identity": see runtime/mpi/identity.h), or else a shared object. `flags` are for the compiler and end with NULL. */
bool mpi_make(const struct compiler *compiler, char *const *flags, const char *libraries, const char *file,
              struct arena *arena, struct error *error);

/* Returns that line for the MPI of a compiler; NULL if the compiler has no mpi.h. */
const char *mpi_make_identity(const struct compiler *compiler, const char *libraries, struct arena *arena,
                              struct error *error);

#endif
