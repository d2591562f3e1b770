/*
 * calls.h - how many chances a call that ends several receives has to be seen in a log that was thinned (operations.h).
 *
 * Receives are kept by their numbers. A call that ended receives of one number is seen as often as any of them is kept; one that ended
 * receives of a hundred numbers nearly always is. So what it waited must not count for as many others.
 */
#ifndef INSTR_CALLS_H
#define INSTR_CALLS_H

#include "runtime/measure/beside/operation.h"

/* Sets the size of those receives in these `count` places of the log that have ended and have none: how many numbers were ended by the
 * same call. */
void calls_count(struct operation *const *places, uint32_t count);

#endif
