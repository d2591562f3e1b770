/*
 * orphans.h - what processes left that ended without writing their profile: see runtime/write/recover.h.
 */
#ifndef INSTR_REPORT_ORPHANS_H
#define INSTR_REPORT_ORPHANS_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/* Makes the profile of what lies in `file`, at `output` or, if null, where its program would have written it; then
 * removes `file` unless it is in use. A profile that is there already is replaced only if it is the same process's; and
 * without `output` none is made of what the process or its job wrote. Tells on `stream` what it did. */
bool orphan_recover(const char *file, const char *output, FILE *stream, struct arena *arena, struct error *error);

/* The same for all that this user's processes left on this machine and that no living process uses; with
 * `directory`, only for those that write their profiles there. */
bool orphans_recover(const char *directory, FILE *stream, unsigned *found, unsigned *unreadable, struct arena *arena,
                     struct error *error);

#endif
