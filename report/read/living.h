/*
 * living.h - reads the profiles of running processes from their stores.
 */
#ifndef INSTR_REPORT_LIVING_H
#define INSTR_REPORT_LIVING_H

#include "profile/profile.h"

/* Reads the profile of the process `whom` (a number), of all local ranks of its job, or of all processes of a job or program of that name;
 * NULL means the only running program. *name describes it. */
bool living_read(const char *whom, bool raw, struct profile *profile, const char **name, struct arena *arena,
                 struct error *error);

#endif
