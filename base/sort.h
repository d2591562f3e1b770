/*
 * sort.h - a stable sort that needs no malloc, for tables that are sorted inside the user's program.
 */
#ifndef INSTR_BASE_SORT_H
#define INSTR_BASE_SORT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Compares the entries at positions a and b of whatever `table` is. Like strcmp. */
typedef int sort_compare(const void *table, uint32_t a, uint32_t b);

/* Fills order[0..count) with the positions 0..count-1 in ascending order of `compare`; equal entries
 * stay in their order. False when there is no memory; `scratch` is left with what was taken of it. */
bool sort_positions(uint32_t *order, uint32_t count, sort_compare *compare, const void *table,
                    struct arena *scratch);

#endif
