/*
 * made.h - what a program, object or library says of the instr it was made by: its boot code has the runtime's path and the
 * name that it asks that for (include/instr_abi.h), as texts, which a stripped file has, too.
 */
#ifndef INSTR_REPORT_MADE_H
#define INSTR_REPORT_MADE_H

#include "base/arena.h"

#include <stdbool.h>

/* Where its first unit looks for the runtime; null where it does not say. */
const char *made_runtime(const char *path, struct arena *arena);

#endif
