/*
 * unit_edit.h - the second step: makes the edited text of a unit. It uses offsets only, and knows no language.
 */
#ifndef INSTR_UNIT_EDIT_H
#define INSTR_UNIT_EDIT_H

#include "instrumenter/unit/unit.h"

enum unit_edit_mode {
    UNIT_EDIT_STUBS,  /* probes, of which the compiler sees no call, on x86-64; and records */
    UNIT_EDIT_FULL,   /* probes in C, and records */
    UNIT_EDIT_CALLED, /* the same where probes can't be inlined; functions of the tail form are left alone */
    UNIT_EDIT_RECORDS /* no function is touched; each gets a record with REASON_UNIT_FAILED */
};

/* Returns the edited text; `*size` is its length. A function with REASON_PROBE_FAILED, which the caller may set, is not changed. A unit
 * without functions gives its own text back. */
const char *unit_edit(const struct unit *unit, const struct unit_options *options, enum unit_edit_mode mode,
                      size_t *size, struct arena *arena);

#endif
