/* left_out.h - says, where a C++ compiler links a program, what of it is not measured. */
#ifndef INSTR_LEFT_OUT_H
#define INSTR_LEFT_OUT_H

#include "instrumenter/plan/plan.h"

/* One line on standard error, or none: of the sources and objects of a link those that hold nothing of ours. */
void left_out_tell(const struct plan *plan);

#endif
