/*
 * report.h - opens and closes a report of one profile: load it, derive its view, open the screen.
 */
#ifndef INSTR_REPORT_REPORT_H
#define INSTR_REPORT_REPORT_H

#include "report/derive/view.h"
#include "report/show/screen.h"

struct report {
    struct profile profile;
    struct view view;
    struct screen screen;
    const char *name; /* of the profile, for the heading */
};

/* The profile that is meant, with the ways to look at it that were asked for, as it is stored: with what is outside the 100% and what the probes took. */
bool report_load_stored(struct profile *profile, const char **name, const struct options *options, struct arena *arena,
                        struct error *error);

bool report_open(struct report *report, const struct options *options, struct arena *arena, struct error *error);
/* The profiles that were named, as words behind a command to type: " heat.instr". Never null. */
const char *report_files(const struct options *options, struct arena *arena);
bool report_close(struct report *report, struct error *error);

#endif
