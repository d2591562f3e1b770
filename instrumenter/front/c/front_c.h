/*
 * front_c.h - the front for C. Its grammar can be told from the tokens; libclang is asked for what needs types.
 */
#ifndef INSTR_FRONT_C_H
#define INSTR_FRONT_C_H

#include "instrumenter/front/front.h"

extern const struct front front_c;

#endif
