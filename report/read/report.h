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

/* Loads the chosen profile as stored, with the requested shape: including time outside the 100%, and probe overhead. */
bool report_load_stored(struct profile *profile, const char **name, const struct options *options, struct arena *arena,
                        struct error *error);

bool report_open(struct report *report, const struct options *options, struct arena *arena, struct error *error);
/* Returns the named profiles as words of a command to type: " heat.instr". Never NULL. */
const char *report_files(const struct options *options, struct arena *arena);
bool report_close(struct report *report, struct error *error);

#endif
