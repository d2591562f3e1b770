/*
 * variables.h - finds unknown INSTR_* variables in the environment, so that each part of instr can report a mistyped name.
 *
 * Names beginning with INSTR_TEST_ are left to test suites.
 */
#ifndef INSTR_BASE_VARIABLES_H
#define INSTR_BASE_VARIABLES_H

#include <stddef.h>

/* Returns the next entry of `environment` ("NAME=value", ended by NULL) from *at on whose name begins with INSTR_ and is unknown, and moves
 * *at behind it. NULL if there is none. */
const char *variables_unknown(char *const *environment, size_t *at);

/* Explains an unknown entry: that it is no setting, and which one is similar, or why it was removed. */
void variables_explain(const char *entry, char *text, size_t size);

#endif
