/*
 * shape.h - makes a profile from a profile: a part of it, without some functions, or pivoted. Every report and export can show the result.
 */
#ifndef INSTR_REPORT_SHAPE_SHAPE_H
#define INSTR_REPORT_SHAPE_SHAPE_H

#include "profile/profile.h"
#include "report/show/options.h"

/* Replaces *profile by the part that the options select; without such options it stays. The key "shape" then describes the part. */
bool shape_profile(struct profile *profile, const struct options *options, struct arena *arena, struct error *error);

#endif
