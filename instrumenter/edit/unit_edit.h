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

/* The edited text; `*size` its length. A function with REASON_PROBE_FAILED, which the caller may set, is not touched.
 * A unit without functions gives its own text back. */
const char *unit_edit(const struct unit *unit, const struct unit_options *options, enum unit_edit_mode mode,
                      size_t *size, struct arena *arena);

/* One insertion of the edit, for who carries it over to another text. */
struct unit_change {
    size_t at; /* offset in the unit's text */
    const char *text;
    size_t size;
    size_t function; /* that it belongs to; half of a function's changes are worth nothing */
};

/* What unit_edit inserts (what it removes is left out), in order, but for the preamble; of that only the descriptors that
 * stand at file scope, each with its function: their `at` is 0. */
void unit_changes(const struct unit *unit, const struct unit_options *options, struct unit_change **changes,
                  size_t *count, struct arena *arena);

#endif
