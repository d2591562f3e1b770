/*
 * calls.h - the calls of a unit that matter, as lists: those that the edit changes, and those into other code.
 */
#ifndef INSTR_CALLS_H
#define INSTR_CALLS_H

#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

struct unit_lines;

struct call_list {
    struct unit_call *calls;
    size_t count, capacity;
    bool twice; /* the text has the word returns_twice; the caller's to fill in */
};

struct outside_call {
    const char *name;
    size_t start, end;
    bool structure; /* its value is one */
};

struct outside_calls {
    struct outside_call *calls;
    size_t count, capacity;
    const struct unit_lines *lines; /* null: none are wanted */
};

#endif
