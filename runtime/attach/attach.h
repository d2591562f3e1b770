/*
 * attach.h - how programs and instrumented objects come to the runtime and go.
 */
#ifndef INSTR_ATTACH_H
#define INSTR_ATTACH_H

#include "include/instr_abi.h"

struct instr_api;

/* What __instr_attach11 does. */
__instr_attach_fn attach_object;

/* What the names do that objects of older versions ask for: says that these are not measured. */
__instr_attach_fn attach_older;

/* What instr_get_api does, for a program that calls the runtime itself, instrumented or not: starts it if need be, has
 * the profile written at the end, and returns the entry points, which have `size` bytes or more. Null: nothing is
 * measured. */
const struct instr_api *attach_program(unsigned long size);

#endif
