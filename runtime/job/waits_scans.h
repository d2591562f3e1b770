/*
 * waits_scans.h - who waited for whom in scans, see waits.h.
 */
#ifndef INSTR_WAITS_SCANS_H
#define INSTR_WAITS_SCANS_H

#include "runtime/job/waits_state.h"

/* Finds this rank's, then who was last up to each, and how long the rank waited for that. */
void waits_scans_open(struct waits *waits);
void waits_scans_wait(struct waits *waits);

/* Of a party of one rank, collective: who was last; and then, who was waited for learns it. False: the transport broke. */
bool waits_scans_match(struct waits_party *party);
bool waits_scans_tell(struct waits_party *party);

/* How long others waited. */
void waits_scans_book(struct waits *waits);

#endif
