/*
 * cut.h - a part of a profile: of some ranks or threads, without some functions, or what is below one.
 */
#ifndef INSTR_REPORT_SHAPE_CUT_H
#define INSTR_REPORT_SHAPE_CUT_H

#include "profile/profile.h"

/* Each changes *profile, which has rows. A number of -1 stands for all. */
bool cut_location(struct profile *profile, long rank, long thread, struct arena *arena, struct error *error);
/* The time of what has that name is its callers'. */
bool cut_hide(struct profile *profile, const char *name, struct arena *arena, struct error *error);
/* The outermost calls of what has that name, with all below, are the whole. */
bool cut_focus(struct profile *profile, const char *name, struct arena *arena, struct error *error);

#endif
