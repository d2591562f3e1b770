/*
 * cxx_command.h - whether a command that names no compiler is one of C++, as CXX=instr-cc makes them.
 */
#ifndef INSTR_CXX_COMMAND_H
#define INSTR_CXX_COMMAND_H

#include "base/arena.h"

#include <stdbool.h>

/* By a source, an option, or an object that needs the C++ library. `words` end with null. */
bool cxx_command(char *const *words);

/* The C++ compiler that belongs to a C compiler: g++-12 to gcc-12; null where the name tells none, or no memory. */
const char *cxx_command_twin(const char *compiler, struct arena *arena);

#endif
