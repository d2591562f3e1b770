/*
 * debug.h - the source file and line of a function in a binary, from its DWARF data.
 */
#ifndef INSTR_REPORT_DEBUG_H
#define INSTR_REPORT_DEBUG_H

#include "common/arena.h"

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

struct debug;

struct debug_location {
    const char *name; /* as the source has it: of several names of one address, the function's own */
    const char *file;
    uint32_t line;
    bool assembly;
    bool found; /* the debug information knows it */
};

/* Returns NULL for a file without debug information, which the functions below accept. */
struct debug *debug_open(Elf *elf, struct arena *arena);
void debug_close(struct debug *debug);

/* Fills in what is known about the function at `address`, in the arena, and leaves the rest of `place` unchanged. */
void debug_find(struct debug *debug, uint64_t address, struct debug_location *location);

#endif
