/*
 * api_groups.h - the named groups that regions belong to, as bits of a mask: up to 64 in a process.
 */
#ifndef INSTR_GROUPS_H
#define INSTR_GROUPS_H

#include "runtime/api/own.h"

#include <stdbool.h>

/* Measures these from now on, or does so no more, once the level is applied anew. False: they are too many. */
bool groups_switch(instr_groups groups, bool on);

/* The set of the groups in `text`, names separated by commas; unknown ones are left out. */
instr_groups groups_of(const char *text);

/* The names of a set, separated by commas, in the store; "" for none. */
const char *groups_text(instr_groups groups);

#endif
