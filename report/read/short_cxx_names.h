/*
 * short_cxx_names.h - shortens the names of C++ functions, which are recorded with their parameters, as far as they stay distinct.
 *
 *     recorded                                                  shown
 *     ns::A::get(int) const                                     ns::A::get
 *     f(int), f(double)                                         f(int), f(double)
 *     write(Grid &, Parameters &, double),
 *     write(Creator &, Parameters &, double)                    write(Grid &, ...), write(Creator &, ...)
 *     basic_json<ObjectType, ArrayType, StringType>::size()     basic_json<...>::size
 */
#ifndef INSTR_SHORT_CXX_NAMES_H
#define INSTR_SHORT_CXX_NAMES_H

#include "profile/profile.h"

/* Gives functions short names to show; `full` becomes the recorded name. */
void short_cxx_names(struct profile *profile, struct arena *arena);

#endif
