/* part.c - see part.h. */
#include "runtime/mpi/part.h"

static const struct instr_services *known;

const struct instr_services *part_services(void)
{
    return known;
}

void part_has_services(const struct instr_services *services)
{
    known = services;
}
