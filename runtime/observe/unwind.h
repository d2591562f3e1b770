/*
 * unwind.h - finds the callers of a sampled function, from the piece of stack copied with the sample.
 *
 * What unwinders read of a function (.eh_frame, System V ABI and DWARF 5, 6.4) says by program counter where its caller's stack begins
 * (the canonical frame address), above which register that is, and where it saved the caller's frame pointer. The return address is
 * right below. That is all that is needed to go on in the caller, which libraries without frame pointers have as well.
 *
 *     stack ->  | locals | saved base | return address |   the caller's ...
 *                                                      ^ the canonical frame address
 *
 * The tables come from a file and may hold anything. Unwinding ends at an unknown entry, and at the end of the copied stack.
 */
#ifndef INSTR_OBSERVE_UNWIND_H
#define INSTR_OBSERVE_UNWIND_H

#include "runtime/observe/code_map.h"
#include "runtime/observe/samples.h"

/* The registers of one function call. */
struct call_registers {
    uint64_t counter, stack, base; /* base: the frame pointer, or whatever is in its register */
};

/* Goes from a call in the object to its caller; the program counter is then at the calling instruction. Returns false if the caller can't be
 * found. */
bool unwind(const struct code_object *object, const struct sample *sample, struct call_registers *at);

#endif
