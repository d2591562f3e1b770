/*
 * name.h - the names of kernels. One that has no label is called by its type, as the C++ compiler spells it: "Z4mainEUliE_".
 */
#ifndef INSTR_KOKKOS_NAME_H
#define INSTR_KOKKOS_NAME_H

#include <stddef.h>

enum { NAME_SIZE = 512 };

/* `name` as a person reads it, cut to `size` bytes: a type's by the C++ library's own function, where the program has that. */
void name_shown(const char *name, char *shown, size_t size);

#endif
