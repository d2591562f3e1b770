/* left_out.h - says, where a program is linked, what of it is not measured. */
#ifndef INSTR_LEFT_OUT_H
#define INSTR_LEFT_OUT_H

#include "instrumenter/plan/plan.h"

/* At most one line on standard error: of the objects of a link, those that another version made. */
void left_out_tell(const struct plan *plan);

#endif
