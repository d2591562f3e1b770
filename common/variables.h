/*
 * variables.h - every name beginning with INSTR_ that a part of instr asks the environment for.
 *
 * One list for all parts, so that each can tell a mistyped name from another part's. Names beginning with INSTR_TEST_
 * are left to test suites.
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
