/* left_out.h - says, where a program is linked, what of it is not measured. */
#ifndef INSTR_LEFT_OUT_H
#define INSTR_LEFT_OUT_H

#include "instrumenter/plan/plan.h"

/* At most two lines on standard error: of the sources and objects of a link those that another version made, and of a C++
 * compiler's those that hold nothing of ours. */
void left_out_tell(const struct plan *plan);

#endif
