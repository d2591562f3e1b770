/*
 * part.h - what the MPI part knows of the runtime.
 */
#ifndef INSTR_MPI_PART_H
#define INSTR_MPI_PART_H

#include "runtime/job/services.h"

#include <stdbool.h>

/* The runtime's services; null where there is no runtime, or another part leads: then the wrappers only pass on. */
const struct instr_services *part_services(void);

/* Whether MPI may be asked, since it has begun: the program may have begun another one's functions of these names. */
bool part_may_ask(void);

/* It has, without MPI_Init. */
void part_has_session(void);

/* For boot.c, before any call of MPI. */
void part_has_services(const struct instr_services *services);

#endif
