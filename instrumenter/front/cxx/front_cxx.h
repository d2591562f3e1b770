/*
 * front_cxx.h - the front for C++. Its grammar can't be told from tokens: what is where is known by libclang.
 */
#ifndef INSTR_FRONT_CXX_H
#define INSTR_FRONT_CXX_H

#include "instrumenter/front/front.h"

extern const struct front front_cxx;

#endif
