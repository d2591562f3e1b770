/*
 * hooked.h - calls that the compiler's hooks tell of: see include/instr_hooks.h.
 *
 * A hook keeps nothing for its function. So what is left is found by its region: the newest frame of that. Frames above it were
 * left open by a jump, or are of labels. Where measuring was off when the call began and is on when it ends, or the other way
 * round, only the top frame is looked at; of a recursion the call that ends is then the one before.
 */
#ifndef INSTR_HOOKED_H
#define INSTR_HOOKED_H

#include "include/instr_hooks.h"

__instr_leave_hooked_fn hooked_leave;

#endif
