/*
 * names.h - finds the call paths that a name on the command line means.
 *
 * A name is that of a region, with or without parameters and template arguments, with * ? [ ] as in the shell; or several with '/' between
 * them, the end of a call path: solve/burn is burn called by solve. If nothing matches, scopes are ignored, unless that is ambiguous: dot is
 * ns::dot<Vector>.
 */
#ifndef INSTR_REPORT_NAMES_H
#define INSTR_REPORT_NAMES_H

#include "common/error.h"
#include "profile/profile.h"

/* Sets found[node] for all nodes that match; never for the root. If there is none, returns false with an error that names similar ones. */
bool names_find(const struct profile *profile, const char *name, bool *found, struct error *error);

#endif
