/*
 * mpi_part.h - the MPI part for the MPI of a compiler wrapper: the one that is installed for it, or one that
 * is compiled from the installed sources by that wrapper on first use and kept.
 *
 * The place where it is kept is $XDG_CACHE_HOME/instr or ~/.cache/instr; a file's name there says our version
 * and which MPI. What is older than the installed runtime is made anew. Many may ask at once: one makes it,
 * the others wait for it, and a file appears under its name only when it is whole. Where it can't be made the
 * compiler's messages stay beside it, and nobody tries again until they are removed.
 */
#ifndef INSTR_MPI_PART_H
#define INSTR_MPI_PART_H

#include "base/arena.h"
#include "base/error.h"
#include "instrumenter/driver/compiler.h"

#include <stdbool.h>

/* The archive of wrappers for the MPI of `compiler`, which links one; `libraries` is where libinstr lies. Null,
 * with an error that says why, when there is none, and without an error when the compiler knows no mpi.h. */
const char *mpi_part_archive(const struct compiler *compiler, const char *libraries, struct arena *arena,
                             struct error *error);

/* Makes `file` unless it is there and fresh: by the end of its name an archive (".a"), the line by which an
 * installed part is known to fit (".identity": see runtime/mpi/identity.h), or else a shared object. `flags` are
 * for the compiler and end with null. */
bool mpi_part_make(const struct compiler *compiler, char *const *flags, const char *libraries, const char *file,
                   struct arena *arena, struct error *error);

/* The archive for one link: a copy in `folder` in which `runtime` is the path of the runtime, or the archive itself where
 * that can't be had. */
const char *mpi_part_of_link(const char *archive, const char *runtime, const char *folder, struct arena *arena);

#endif
