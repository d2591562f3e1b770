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

/* What __INSTR_RUNTIME is in a part: room for a path behind a name, and a mark by which the place is found. */
#define MPI_MAKE_MARK "libinstr.so.1\0@INSTR_RUNTIME@"
enum { MPI_MAKE_ROOM = 1024 };

/* Makes `file` unless it is there and fresh: by the end of its name an archive (".a"), the line by which an
 * installed part is known to fit (".identity": see runtime/mpi/identity.h), or else a shared object. `flags` are
 * for the compiler and end with null. */
bool mpi_make(const struct compiler *compiler, char *const *flags, const char *libraries, const char *file,
              struct arena *arena, struct error *error);

/* That line for the MPI of a compiler; null where the compiler knows no mpi.h. */
const char *mpi_make_identity(const struct compiler *compiler, const char *libraries, struct arena *arena,
                              struct error *error);

#endif
