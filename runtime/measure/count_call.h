/*
 * count_call.h - the slow way of a call that is counted by function, see counts.h: of a thread that is not known yet, or has no room
 * for the count; where the path is to be noted; and where the observer asks for a node.
 */
#ifndef INSTR_COUNT_CALL_H
#define INSTR_COUNT_CALL_H

#include <stdint.h>

struct thread;

/* A call at a depth, in the lowest bits, of the region whose address or whose place is the rest. The thread whose mark it has put; null:
 * none. */
struct thread *count_call(uint64_t asked);

#endif
