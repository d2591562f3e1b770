/*
 * hooked_name.h - what people call a function that the assembly text names as the compiler does.
 *
 *     __solver_MOD_relax   solver::relax     a procedure of a module
 *     ext_                 ext               one outside of modules; by -fsecond-underscore my_ext__
 *     inner.0              inner             an internal procedure, and a nested function of C
 *     MAIN__               main              the main program
 *     _ZN1n3getEv          n::get()          in C++, as far as the C++ library knows
 */
#ifndef INSTR_HOOKED_NAME_H
#define INSTR_HOOKED_NAME_H

#include "common/arena.h"

#include <stdbool.h>

const char *hooked_name(const char *symbol, bool fortran, struct arena *arena);

/* Returns whether the compiler made it, such as
 *     - a piece or a copy of a function, and what threads run of one,
 *     - what begins a module or a variable,
 *     - the way from a base class to a method, to a variable of the thread, or to Fortran's main program. */
bool hooked_name_is_made(const char *symbol, bool fortran);

/* Returns whether no source has a body of it: functions that copy and end objects, and the common part of several `entry`. */
bool hooked_name_is_implicit(const char *symbol, bool fortran);

#endif
