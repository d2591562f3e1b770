/*
 * mpi_load.h - finds the MPI part: linked into the program, or loaded when MPI is first called.
 */
#ifndef INSTR_MPI_LOAD_H
#define INSTR_MPI_LOAD_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the function to call instead of the MPI function `name`, or NULL. */
typedef void (*mpi_find_fn(const char *name, void (*original)(void)))(void);

/* Implements services->offer_mpi: registers a part. Each object that instr-cc linked may contain one, and one may have been loaded.
 * The first part leads, and its object is never closed. */
void mpi_load_offer(mpi_find_fn *find);

/* Implements services->leading. */
mpi_find_fn *mpi_load_leading(void);

/* Implements services->withdraw_mpi. */
void mpi_load_withdraw(mpi_find_fn *find);

/* Implements services->is_wrapper. */
bool mpi_load_is_wrapper(const char *question, void (*function)(void));

/* Returns the answer to resolve("MPI_...", original): the part's function, else `original`. Loads the part that
 * fits the program's MPI unless one is there already. */
void (*mpi_load_find(const char *name, void (*original)(void)))(void);

/* Loads the part if the process has MPI. Returns whether it is there. */
bool mpi_load_part(void);

/* Returns one of the part's own functions by name, see mpi/boot.c; NULL in a program without MPI. */
void (*mpi_load_own(const char *name))(void);

/*
 * --- mpi_first_use.c: a part for an MPI that instr was not installed for: kept from an earlier run, or compiled
 * now by instr-cc, with the compiler wrapper of that MPI.
 */

/* Finds the path of a shared object that may fit the MPI of this process; libinstr is in `folder`. Returns false if there is none;
 * then *why is a constant text with the reason, or NULL if there is no MPI. */
bool mpi_first_use(const char *folder, char *path, size_t size, const char **why);

/* Returns the version text of the process's MPI library; "" if it can't be asked. */
const char *mpi_library_version(void);

/* Writes a line on standard error, from the first rank of a job only, as far as the launcher's environment
 * tells which that is. */
void mpi_complain(const char *why);

#endif
