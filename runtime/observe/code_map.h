/*
 * code_map.h - the code of the observed program: which object an address is in, and where its function begins and ends.
 *
 * Objects are those that /proc/PID/maps has. Where their functions are is read from the table that unwinders search (.eh_frame_hdr),
 * which stripped files have, too. It is copied out of the file; nothing of a file stays open or mapped. Code without a file, or without
 * such a table, has no functions.
 */
#ifndef INSTR_OBSERVE_CODE_MAP_H
#define INSTR_OBSERVE_CODE_MAP_H

#include "runtime/measure/store/site_table.h"

#include <stdbool.h>
#include <stdint.h>

struct code_object {
    uint64_t from, to, file; /* addresses: the code; where the file begins in memory, 0: not known */
    uint64_t identity;       /* of the file: a number; 0: there is none */
    uint32_t first, count;   /* functions */
    uint32_t round;          /* when it was seen last */
};

/* All zero at first. */
struct code_map {
    struct code_object *objects; /* by address */
    uint32_t *starts;            /* of functions, from the beginning of their file, ascending in each object */
    uint32_t count, room, start_count, start_room, round;
};

/* [from, to): from == to where it is not known. */
struct code_function {
    uint64_t from, to;
};

/* Reads what the process has now. */
void code_map_read(struct code_map *map, int process);

/* Null: no object has the address. */
const struct code_object *code_map_object(const struct code_map *map, uint64_t address);

/* Of an address in the object. */
struct code_function code_map_function(const struct code_map *map, const struct code_object *object, uint64_t address);

/* The entries of a table in [from, to), and how many. */
const struct site_entry *code_map_sites(const struct site_entry *entries, uint32_t count, uint64_t from, uint64_t to,
                                        uint32_t *found);

#endif
