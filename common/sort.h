/*
 * sort.h - a stable sort without malloc, for use inside the user's program, and binary search.
 */
#ifndef INSTR_BASE_SORT_H
#define INSTR_BASE_SORT_H

#include "common/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compares the entries at positions a and b of whatever `table` is. Like strcmp. */
typedef int sort_compare(const void *table, uint32_t a, uint32_t b);

/* Fills order[0..count) with the positions 0..count-1 in ascending order of `compare`; equal entries
 * stay in their order. False when there is no memory; `scratch` is left with what was taken of it. */
bool sort_positions(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch);

/* Sorts the positions that order[] has already: a single pass where they are in order. */
bool sort_order(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch);

/* sort_positions by strcmp of texts[position]. However many texts begin alike, it reads each byte once. */
bool sort_texts(uint32_t *order, uint32_t count, const char *const *texts, struct arena *scratch);

/* How many of the `count` entries at `items`, each `size` bytes long and in order of the size_t that lies `member` bytes
 * into it, have one less than `key`: the position of the first that has not. */
size_t sort_lower_bound(const void *items, size_t count, size_t size, size_t member, size_t key);

/* The same where the member is a uint32_t. */
size_t sort_lower_bound32(const void *items, size_t count, size_t size, size_t member, uint32_t key);

#endif
