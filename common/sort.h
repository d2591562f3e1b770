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

/* Fills order[0..count) with the positions 0..count-1 in ascending order of `compare`; the sort is stable. Returns false if there is no
 * memory. Memory allocated in `scratch` remains there. */
bool sort_positions(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch);

/* Sorts the positions already in order[]: a single pass if they are in order. */
bool sort_order(uint32_t *order, uint32_t count, sort_compare *compare, const void *table, struct arena *scratch);

/* Sorts positions by strcmp of texts[position]. It reads each byte once, however many texts begin alike. */
bool sort_texts(uint32_t *order, uint32_t count, const char *const *texts, struct arena *scratch);

/* Returns how many of the `count` entries at `items`, each `size` bytes long and sorted by the size_t at offset `member`, are less than `key`:
 * the index of the first that is not. */
size_t sort_lower_bound(const void *items, size_t count, size_t size, size_t member, size_t key);

/* Does the same for a member of type uint32_t. */
size_t sort_lower_bound32(const void *items, size_t count, size_t size, size_t member, uint32_t key);

#endif
