/*
 * call_sites.h - how long calls of MPI waited, and were waited for, by the lines that make them.
 */
#ifndef INSTR_PROFILE_CALL_SITES_H
#define INSTR_PROFILE_CALL_SITES_H

#include "profile/profile.h"

/* Like strcmp: by node, then text. */
int call_site_compare(const struct profile_call_site *a, const struct profile_call_site *b);

/* Adds what `other`, the same elsewhere, has. */
void call_site_merge(struct profile_call_site *site, const struct profile_call_site *other);

#endif
