/*
 * changed.h - lines of sources that were changed: as somebody names them, or as git tells.
 */
#ifndef INSTR_REPORT_CHANGED_H
#define INSTR_REPORT_CHANGED_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
