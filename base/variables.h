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

/* The name that an unknown entry comes nearest to, or null when it is like none. */
const char *variables_nearest(const char *entry);

#endif
