/*
 * variables.h - finds unknown INSTR_* variables in the environment, so that each part of instr can report a mistyped name.
 *
 * Names beginning with INSTR_TEST_ are left to test suites.
 */
#ifndef INSTR_BASE_VARIABLES_H
#define INSTR_BASE_VARIABLES_H

#include <stddef.h>

/* The next entry of `environment` ("NAME=value", ends with null) from *at on whose name begins with INSTR_ and is none of
 * these; *at moves behind it. Null: there is none. */
const char *variables_unknown(char *const *environment, size_t *at);

/* What is to be said of an unknown entry: that it is no setting, and which one it is like, or why it is gone. */
void variables_explain(const char *entry, char *text, size_t size);

#endif
