/*
 * lambdas.h - what a lambda is called where runs are compared, in which it may stand in another line: by its order in what encloses
 * it, as `main::lambda 2` for `main::lambda at a.cpp:12`.
 */
#ifndef INSTR_REPORT_LAMBDAS_H
#define INSTR_REPORT_LAMBDAS_H

#include "profile/profile.h"

/* Gives them such names. False: no memory. */
bool lambdas_number(struct profile *profile, struct arena *arena, struct error *error);

#endif
