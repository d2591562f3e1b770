/*
 * fall_back.h - the original compiles and its edited text does not, or its object has calls that the original's has not: which units, and what can be had of them all the same.
 */
#ifndef INSTR_FALL_BACK_H
#define INSTR_FALL_BACK_H

#include "instrumenter/compile/work.h"

/* Whether an object of those that the command has made has calls that plainly are dead. */
bool fall_back_wanted(struct work *work, struct error *error);

/* Finds the units to blame, does less to them, and compiles the command. */
bool fall_back(struct work *work, int *status, struct error *error);

#endif
