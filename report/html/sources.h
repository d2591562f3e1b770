/*
 * sources.h - the source files of a profile, as far as they are found from here, for the annotated source of the page.
 *
 * A profile may come from somebody else, and name any file: only what is called like a source is read, and no more than a
 * few MiB, those first whose functions took most time.
 */
#ifndef INSTR_REPORT_SOURCES_H
#define INSTR_REPORT_SOURCES_H

#include "report/derive/view.h"

#include <stdio.h>

struct sources {
    const struct profile_region **files; /* one of each file */
    uint32_t count;
};

void sources_find(struct sources *sources, const struct view *view, struct arena *arena);

/* As JSON: [["solve.c", true, ["line", "line" ...]], ...]; true: it was changed after the program began to run. */
void sources_put(FILE *stream, const struct sources *sources, const struct profile *profile);

#endif
