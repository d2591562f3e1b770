/*
 * names.h - the call paths that somebody means who types a name.
 *
 * A name is that of a function or any other region, maybe without its parameters and arguments of templates, with * ? [ ] as in
 * the shell; or several with '/' between them, the last parts of a call path: solve/burn is burn where solve calls it. Where nothing
 * is called so, it is one without its scopes, as long as these are the same: dot is ns::dot<Vector>.
 */
#ifndef INSTR_REPORT_NAMES_H
#define INSTR_REPORT_NAMES_H

#include "common/error.h"
#include "profile/profile.h"

/* found[node] for all nodes that are meant; the root never is. False, with what is like it, when there is none. */
bool names_find(const struct profile *profile, const char *name, bool *found, struct error *error);

#endif
