/*
 * e3sm.h - writes a profile as E3SM's timing files, for PACE and CIME: regions by name, like timers of GPTL.
 *
 * The readers parse by position, so the format is that of E3SM's own files to the byte. Data without a column is left out.
 */
#ifndef INSTR_PROFILE_E3SM_H
#define INSTR_PROFILE_E3SM_H

#include "common/error.h"
#include "profile/profile.h"

#include <stdio.h>

/* Writes PREFIX_stats, and PREFIX.RANK for each rank whose own figures the profile has. */
bool e3sm_write(const struct profile *profile, const char *prefix, struct arena *arena, struct error *error);

#endif
