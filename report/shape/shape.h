/*
 * shape.h - a profile seen in another way: a part of it, without some of it, or turned around. What comes out is a profile
 * as any other, so every report and export shows it.
 */
#ifndef INSTR_REPORT_SHAPE_SHAPE_H
#define INSTR_REPORT_SHAPE_SHAPE_H

#include "profile/profile.h"
#include "report/show/options.h"

/* Replaces *profile by what the options ask for; without any it stays. It then says of itself under "shape" what it is. */
bool shape_profile(struct profile *profile, const struct options *options, struct arena *arena, struct error *error);

#endif
