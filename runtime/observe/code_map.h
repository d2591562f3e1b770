/*
 * code_map.h - the code of the observed program: which object an address is in, and where its function begins and ends.
 *
 * Objects are those that /proc/PID/maps has. Where their functions are, and how one finds out of each who called it (unwind.h), stands in
 * what unwinders search, .eh_frame_hdr and .eh_frame, which stripped files have, too. Of an object that is asked for these are copied out
 * of the file, and later the code of some functions; nothing of a file stays open or mapped. Code without a file, or without such tables,
 * has no functions.
 *
 *     frames                                            frames + size
 *     | header | count entries: begins, told | .eh_frame | ... |
 */
#ifndef INSTR_OBSERVE_CODE_MAP_H
#define INSTR_OBSERVE_CODE_MAP_H

#include "runtime/observe/code_flow.h"
#include "runtime/observe/source_map.h"

#include <stdbool.h>
#include <stdint.h>

struct code_object {
    uint64_t from, to, file; /* addresses: the code; where the file begins in memory, 0: not known */
    uint64_t identity;       /* of the file: a number; 0: there is none */
    uint64_t offset;         /* of the code in the file */
    const char *path;        /* a copy */
    const uint8_t *frames;   /* the copy; null: none */
    uint64_t frames_at;      /* where it is in the program */
    uint32_t size, count;    /* bytes, and functions */
    uint32_t asked;          /* enum code_asked */
    uint32_t round;          /* when it was seen last */
    struct source_map source;
    struct code_flow **flows; /* CODE_FLOWS lists; null: none was asked for */
};

/* All zero at first, but for the process. */
struct code_map {
    int process;
    struct code_object *objects; /* by address */
    uint32_t count, room, round;
    uint64_t copied, lines; /* bytes, of all objects: of tables of functions, and of those of lines */
};

/* What the table says of a function; its addresses are from the table's own beginning. */
struct code_entry {
    int32_t begins, told;
};

/* [from, to): from == to where it is not known. */
struct code_function {
    uint64_t from, to;
    const struct code_entry *entry;
};

/* Reads what the process has now. */
void code_map_read(struct code_map *map);

/* Null: no object has the address. It stays where it is until the next call. */
struct code_object *code_map_object(struct code_map *map, uint64_t address);

/* Of an address in the object. */
struct code_function code_map_function(const struct code_object *object, uint64_t address);

/* In calls of which regions the function's code is, as code_flow_make. Null: that can't be said. */
const struct code_flow *code_map_flow(struct code_object *object, struct code_function function,
                                      const struct site_entry *sites, uint32_t site_count,
                                      const struct site_entry *own);

/* The entries of a table in [from, to), and how many. */
const struct site_entry *code_map_sites(const struct site_entry *entries, uint32_t count, uint64_t from, uint64_t to,
                                        uint32_t *found);

#endif
