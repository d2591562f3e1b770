/*
 * reduce.h - what is enough of two baselines to compare them: the lines by which they differ, and those of all functions that these
 * name as callers. Of a program of thousands of functions a commit changes a few, and only these are taken apart.
 */
#ifndef INSTR_REPORT_REDUCE_H
#define INSTR_REPORT_REDUCE_H

#include "common/arena.h"

#include <stdbool.h>

/* In place: the text before, and the one now. Returns whether any function differs. */
bool reduce(char *const texts[2], struct arena *arena);

#endif
