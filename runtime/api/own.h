/*
 * own.h - the functions of include/instr.h as the runtime has them.
 */
#ifndef INSTR_RUNTIME_OWN_H
#define INSTR_RUNTIME_OWN_H

#define INSTR_RUNTIME_ITSELF
#include "include/instr.h"

/* Other symbols than the names say: under those attach/exports.c has what starts the runtime first. */
#define INSTR_OWN_SYMBOL(type, none, name, parameters, arguments) type name parameters __asm__("own_" #name);
__INSTR_TABLE(INSTR_OWN_SYMBOL)
#undef INSTR_OWN_SYMBOL

#endif
