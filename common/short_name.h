/*
 * short_name.h - a function's name without parameters and template arguments: `ns::sort` for `ns::sort<T>(T *, int)`.
 */
#ifndef INSTR_BASE_SHORT_NAME_H
#define INSTR_BASE_SHORT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Without the parameters, and the arguments of templates. False where the name is as short as that, or `out` is too small. */
bool short_name(char *out, size_t size, const char *name);

/* How much of it stands in front of its parameters: all, where it has none. */
size_t short_name_length(const char *name);

/* Whether a pattern as in the shell means it: as it is, without its parameters, or without arguments of templates too. Reports
 * have dots for what they cut out of a name: `...` is anything. */
bool short_name_meant(const char *pattern, const char *name);

/* Whether a part of a name of C++ begins at `at` that is an operator's. */
bool short_name_is_operator(const char *at);

/* Behind the symbol at `at` of an operator, which may be a bracket; the longest of those that fit. */
const char *short_name_behind_operator(const char *at);

/* Behind the bracket that closes the one at `at`. Of angles alone there may be some in round ones and braces that are no brackets. */
const char *short_name_behind_bracket(const char *at);

enum short_name_part {
    SHORT_NAME_TEXT,       /* the name of an operator, or one character */
    SHORT_NAME_ARGUMENTS,  /* of a template */
    SHORT_NAME_PARAMETERS, /* and all behind them */
    SHORT_NAME_END
};

/* What stands at *at in a name; moves *at behind it. */
enum short_name_part short_name_take(const char *name, const char **at);

#endif
