/*
 * mpi_part.h - which MPI part a link gets: the installed one that fits, or one that is compiled from the installed sources
 * by the compiler wrapper on first use and kept.
 *
 * The place where it is kept is $XDG_CACHE_HOME/instr or ~/.cache/instr; a file's name there says our version
 * and which MPI.
 */
#ifndef INSTR_MPI_PART_H
#define INSTR_MPI_PART_H

#include "common/arena.h"
#include "common/error.h"
#include "instrumenter/driver/compiler.h"

/* Returns the archive of wrappers for a link's MPI: that of `compiler`, if it is an MPI wrapper, or the one that `words` name; `libraries` is
 * the folder of libinstr. NULL if there is none: with an error that says why, or without one if there is no MPI. */
const char *mpi_part_find(const struct compiler *compiler, char *const *words, const char *libraries,
                          struct arena *arena, struct error *error);

/* Returns the archive for one link: a copy in `folder` in which `runtime` is the path of the runtime, or the archive itself if it can't be
 * copied. */
const char *mpi_part_of_link(const char *archive, const char *runtime, const char *folder, struct arena *arena);

#endif
