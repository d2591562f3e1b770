/*
 * select.h - from changed lines to the functions that they are of, and so to the tests that reach these.
 *
 * Where a change is outside of functions, as of a type or a macro, it may be meant for any function of its file, and in a header for
 * any at all. So all of these are chosen then: a test too many, but none too few.
 */
#ifndef INSTR_REPORT_SELECT_H
#define INSTR_REPORT_SELECT_H

#include "report/suite/changed.h"
#include "report/suite/suite.h"

struct selection {
    bool *changed; /* of each function: it has changed itself */
    bool *chosen;  /* it has, or may have */
    const char **notes;
    size_t note_count, note_room; /* what else the change touches, and why functions are chosen that have not changed */
};

bool select_changed(struct selection *selection, const struct suite *suite, const struct changed *changed,
                    struct arena *arena, struct error *error);

#endif
