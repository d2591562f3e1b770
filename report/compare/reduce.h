/*
 * reduce.h - reduces two baselines to the lines that differ and those of the callers named there. A commit changes a few of thousands of
 * functions, so only these are parsed.
 */
#ifndef INSTR_REPORT_REDUCE_H
#define INSTR_REPORT_REDUCE_H

#include "common/arena.h"

#include <stdbool.h>

/* Reduces both texts, before and now, in place. Returns whether any function differs. */
bool reduce(char *const texts[2], struct arena *arena);

#endif
