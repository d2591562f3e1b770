/*
 * hooked.h - calls that the compiler's hooks tell of: see include/instr_hooks.h.
 *
 * A hook keeps nothing for its function, as a probe keeps its frame or, of a call without one, the path that it came from (light.h).
 * So what is left is found by its region: the newest open call of that. If it has no frame the way back is to its node's parent, but
 * for one in (other paths): such calls have frames (light_finds_back). Calls above it were left open by a jump, or are labels. Where
 * measuring was off when the call began and is on when it ends, or the other way round, only the newest call is looked at; of a
 * recursion the call that ends is then the one before.
 */
#ifndef INSTR_HOOKED_H
#define INSTR_HOOKED_H

#include "include/instr_hooks.h"

__instr_leave_hooked_fn hooked_leave;

#endif
