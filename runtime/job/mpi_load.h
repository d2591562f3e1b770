/*
 * mpi_load.h - where the MPI part is: linked into the program, or loaded when MPI is first called.
 */
#ifndef INSTR_MPI_LOAD_H
#define INSTR_MPI_LOAD_H

#include <stdbool.h>
#include <stddef.h>

/* Gives what to call in place of the MPI function `name`, or null. */
typedef void (*mpi_find_fn(const char *name, void (*original)(void)))(void);

/* services->offer_mpi: a part says that it is there. Each object that instr-cc linked may hold one, and one may have been
 * loaded: the first one leads, and its object is not closed any more. */
void mpi_load_offer(mpi_find_fn *find);

/* services->leading */
mpi_find_fn *mpi_load_leading(void);

/* services->withdraw_mpi */
void mpi_load_withdraw(mpi_find_fn *find);

/* services->is_wrapper */
bool mpi_load_is_wrapper(const char *question, void (*function)(void));

/* What resolve("MPI_...", original) answers: the part's function, else `original`. Loads the part that
 * fits the program's MPI unless one is there already. */
void (*mpi_load_find(const char *name, void (*original)(void)))(void);

/* Loads it where the process has MPI. Whether it is there. */
bool mpi_load_part(void);

/* A function of the part's own by its name, see mpi/boot.c; null in a program without MPI. */
void (*mpi_load_own(const char *name))(void);

/*
 * --- mpi_first_use.c: a part for an MPI that instr was not installed for: kept from an earlier run, or compiled
 * now by instr-cc, with the compiler wrapper of that MPI.
 */

/* The path of a shared object that may fit the MPI of this process; `folder` is where libinstr lies. False when
 * there is none; then *why says it in words that stay, or is null where no MPI is in sight. */
bool mpi_first_use(const char *folder, char *path, size_t size, const char **why);

/* What the library of this process says about itself; "" when it can't be asked. */
const char *mpi_library_version(void);

/* Writes a line on standard error, from the first rank of a job only, as far as the launcher's environment
 * tells which that is. */
void mpi_complain(const char *why);

#endif
