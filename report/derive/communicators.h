/*
 * communicators.h - the communicators that a program used, behind its MPI functions.
 */
#ifndef INSTR_REPORT_COMMUNICATORS_H
#define INSTR_REPORT_COMMUNICATORS_H

#include "report/derive/view.h"
#include "report/show/screen.h"

/* One line for each communicator, those with the most calls first; nothing where there is none. False when
 * there is no memory. */
bool communicators_print(struct screen *screen, const struct view *view, struct arena *arena);

#endif
