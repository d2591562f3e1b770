/*
 * count_call.h - the slow way of a call that is counted by function, see counts.h: of a thread that has nothing to count with.
 */
#ifndef INSTR_COUNT_CALL_H
#define INSTR_COUNT_CALL_H

#include <stdint.h>

/* A call of the function that has this place. From where the place is told at which the program then adds 1. */
uint64_t count_call(uint64_t place);

#endif
