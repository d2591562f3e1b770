/*
 * what_if_teams.h - by how much parallel regions of OpenMP would be over sooner if a function took less time.
 *
 * Regions last as long as the parts of their last thread. What threads call in their parts stands below the path in which the regions
 * begin. Of the thread that begins them it stands beside what that calls outside of regions:
 *
 *     solve             here regions begin
 *       chunk           of the first thread, in its parts, as others call it there
 *       serial          of the first thread: in its parts only as far as these have room for it
 *       solve (threads)
 *         chunk
 */
#ifndef INSTR_REPORT_WHAT_IF_TEAMS_H
#define INSTR_REPORT_WHAT_IF_TEAMS_H

#include "report/derive/balance.h"

/* Of one process: `saved` has the ps of each row that go, and loses what is said here. Adds to *least and *most by how much regions are
 * over sooner, and what of it is outside of them. */
void what_if_teams(const struct balance *balance, double *saved, double *least, double *most, struct arena *scratch);

#endif
