/*
 * short_name.h - a function's name without parameters and template arguments: `ns::sort` for `ns::sort<T>(T *, int)`.
 */
#ifndef INSTR_BASE_SHORT_NAME_H
#define INSTR_BASE_SHORT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the name without parameters and template arguments. Returns false if it has none, or `out` is too small. */
bool short_name(char *out, size_t size, const char *name);

/* Returns the length of the name before its parameters; the whole length if it has none. */
size_t short_name_length(const char *name);

/* Returns whether a shell pattern matches the name: as it is, without its parameters, or also without template arguments. Reports show `...`
 * for omitted parts of a name, so `...` matches anything. */
bool short_name_meant(const char *pattern, const char *name);

/* Returns whether an operator's part of a C++ name begins at `at`. */
bool short_name_is_operator(const char *at);

/* Returns the text behind the operator's symbol at `at`, which may be a bracket; the longest one that fits. */
const char *short_name_behind_operator(const char *at);

/* Returns the text behind the bracket that closes the one at `at`. Inside parentheses and braces, angle brackets may be operators. */
const char *short_name_behind_bracket(const char *at);

enum short_name_part {
    SHORT_NAME_TEXT,       /* the name of an operator, or one character */
    SHORT_NAME_ARGUMENTS,  /* of a template */
    SHORT_NAME_PARAMETERS, /* and all behind them */
    SHORT_NAME_END
};

/* Returns the kind of the name's part at *at, and moves *at behind it. */
enum short_name_part short_name_take(const char *name, const char **at);

#endif
