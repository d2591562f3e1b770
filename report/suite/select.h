/*
 * select.h - from changed lines to the functions that they are of, and so to the tests that reach these.
 *
 * Where a change is outside of functions, as of a type or a macro, it may be meant for any function of its file, and in a header for
 * any at all. So all of these are chosen then: a test too many, but none too few.
 */
#ifndef INSTR_REPORT_SELECT_H
#define INSTR_REPORT_SELECT_H

#include "base/arena.h"
#include "base/error.h"
#include "report/suite/suite.h"

#include <stdbool.h>
#include <stdint.h>

/* Lines of sources that were changed: as somebody names them, or as git tells. */

/* Lines as they were before the change. New ones that were put in front of line `first` have `last` = `first` - 1. */
struct changed_lines {
    const char *file; /* "" never */
    uint32_t first, last;
};

struct changed {
    struct changed_lines *lines;
    size_t count, room;
    const char *revision; /* of git; null: the files are as they lie here */
};

/* "FILE:LINE" or "FILE:LINE-LINE", several with commas between. */
bool changed_named(struct changed *changed, const char *text, struct arena *arena, struct error *error);

/* What the working tree here changed since a revision. */
bool changed_since(struct changed *changed, const char *revision, struct arena *arena, struct error *error);

/* What was in a file before the change; null where nobody can tell. */
const char *changed_text(const struct changed *changed, const char *file, struct arena *arena);

struct selection {
    bool *changed; /* of each function: it has changed itself */
    bool *chosen;  /* it has, or may have */
    const char **notes;
    size_t note_count, note_room; /* what else the change touches, and why functions are chosen that have not changed */
};

void select_changed(struct selection *selection, const struct suite *suite, const struct changed *changed,
                    struct arena *arena);

#endif
