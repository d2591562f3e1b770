/*
 * part.h - gives the MPI part its access to the runtime.
 */
#ifndef INSTR_MPI_PART_H
#define INSTR_MPI_PART_H

#include "runtime/job/services.h"

#include <stdbool.h>

/* Returns the runtime's services; NULL if there is no runtime, or another part leads: then the wrappers only call MPI. */
const struct instr_services *part_services(void);

/* Returns whether MPI may be called, because it has begun. The program may have begun another library with functions of these names. */
bool part_may_ask(void);

/* Notes that MPI has begun without MPI_Init. */
void part_has_session(void);

/* Sets the services; for boot.c, before any call of MPI. */
void part_has_services(const struct instr_services *services);

#endif
