/*
 * mpi_first_use.h - a part for an MPI that instr was not installed for: kept from an earlier run, or compiled
 * now by instr-cc, with the compiler wrapper of that MPI.
 */
#ifndef INSTR_MPI_FIRST_USE_H
#define INSTR_MPI_FIRST_USE_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a shared object that may fit the MPI of this process; `folder` is where libinstr lies. False when
 * there is none; then *why says it in words that stay, or is null where no MPI is in sight. */
bool mpi_first_use(const char *folder, char *path, size_t size, const char **why);

/* What the library of this process says about itself; "" when it can't be asked. */
const char *mpi_library_version(void);

/* Writes a line on standard error, from the first rank of a job only, as far as the launcher's environment
 * tells which that is. */
void mpi_complain(const char *why);

#endif
