/*
 * attach.h - attaches programs and instrumented objects to the runtime, and detaches them.
 */
#ifndef INSTR_ATTACH_H
#define INSTR_ATTACH_H

#include "include/instr_abi.h"

struct instr_api;

/* Implements __instr_attach11. */
__instr_attach_fn attach_object;

/* Called under the names that objects of older versions ask for: reports that these are not measured. */
__instr_attach_fn attach_older;

/* Implements instr_get_api for a program that calls the runtime itself, instrumented or not: starts the runtime if necessary, makes it write
 * the profile at the end, and returns the entry points, of at least `size` bytes. NULL: nothing is measured. */
const struct instr_api *attach_program(unsigned long size);

#endif
