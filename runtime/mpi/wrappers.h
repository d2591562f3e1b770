/*
 * wrappers.h - the functions the MPI part puts before those of MPI.
 */
#ifndef INSTR_MPI_WRAPPERS_H
#define INSTR_MPI_WRAPPERS_H

#include <stdbool.h>

/* For services->offer_mpi. To "?MPI_X" the answer is the wrapper of MPI_X. */
void (*wrappers_find(const char *name, void (*original)(void)))(void);

/* Looks for what the wrappers are to pass on to, once, when all that the program was linked with is there. */
void wrappers_aim(void);

/* Has calls come here that are made by code which is not instrumented, or by Fortran. Once, when MPI has begun. */
void wrappers_catch(void);

/* Whether any call came here but those that begin and end MPI. */
bool wrappers_saw(void);

/* Counts nothing from now on, and passes on to the wrappers of the part that leads, whose wrappers_find() is given. */
void wrappers_follow(void (*(*leading)(const char *name, void (*original)(void)))(void));

/* Calls that were not timed since MPI_Pcontrol said so, and since the last time this was asked. */
unsigned long long wrappers_left_out(void);

#endif
