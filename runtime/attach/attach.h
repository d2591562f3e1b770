/*
 * attach.h - the door between program and runtime, from the runtime's side.
 */
#ifndef INSTR_ATTACH_H
#define INSTR_ATTACH_H

#include "include/instr_abi.h"
#include "runtime/measure/probe.h"

/* What __instr_attach does. */
__instr_attach_fn attach_object;

/* For a program that calls the runtime itself, instrumented or not: starts it if need be, has the
 * profile written at the end, and says which probes are in use. False: nothing is measured. */
bool attach_program(struct probes *use);

#endif
