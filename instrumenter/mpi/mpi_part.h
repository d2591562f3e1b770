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

/* The archive of wrappers for the MPI that a link uses: that of `compiler`, where it is a wrapper that links one, or the
 * one that `words` name; `libraries` is where libinstr lies. Null when there is none, with an error that says why, or
 * without where there is no MPI either. */
const char *mpi_part_find(const struct compiler *compiler, char *const *words, const char *libraries,
                          struct arena *arena, struct error *error);

/* The archive for one link: a copy in `folder` in which `runtime` is the path of the runtime, or the archive itself where
 * that can't be had. */
const char *mpi_part_of_link(const char *archive, const char *runtime, const char *folder, struct arena *arena);

#endif
