/*
 * count_call.h - a call of a library that is counted, where the thread has nothing to count with: see counts.h.
 */
#ifndef INSTR_COUNT_CALL_H
#define INSTR_COUNT_CALL_H

#include "include/instr_abi.h"

void count_call(struct __instr_region *descriptor, struct __instr_object *object);

#endif
