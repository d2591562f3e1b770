/*
 * wrappers.h - the functions the MPI part puts before those of MPI.
 */
#ifndef INSTR_MPI_WRAPPERS_H
#define INSTR_MPI_WRAPPERS_H

/* For services->offer_mpi. */
void (*wrappers_find(const char *name, void (*original)(void)))(void);

#endif
