/*
 * literal.h - assignments of Python literals, one after the other: NAME = number, text, True, False, or a list of these.
 */
#ifndef INSTR_TUNE_LITERAL_H
#define INSTR_TUNE_LITERAL_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

enum literal_kind { LITERAL_NUMBER, LITERAL_TEXT, LITERAL_TRUTH, LITERAL_LIST };

struct literal {
    enum literal_kind kind;
    double number;         /* of a truth 0 or 1 */
    const char *text;      /* of a number, as it is written */
    struct literal *items; /* of a list */
    unsigned count;
};

struct assignment {
    const char *name;
    struct literal value;
    int line;
};

/* Reads all of `text`, which ends with a null byte; what is wrong is told as "NAME:LINE: ...". */
bool literal_read(const char *text, const char *name, struct assignment **assignments, unsigned *count,
                  struct arena *arena, struct error *error);

#endif
