/*
 * line_table.h - the compiler's table of lines (.debug_line, DWARF 2 to 5, section 6.2): which line of which file each instruction was
 * made from. Code that was inlined has the lines of the function that it came from.
 *
 *     unit | where its folders and files are named | a program for a machine of three registers: address, file, line |
 *
 * Tables with compressed sections, and units with a form that is not known, have no lines. A table may hold anything, so it is read only within
 * its bounds.
 */
#ifndef INSTR_OBSERVE_LINE_TABLE_H
#define INSTR_OBSERVE_LINE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct line_table {
    const uint8_t *programs, *texts; /* copies; null: there is none */
    uint32_t program_size, text_size;
};

/* Copies the table from an open file, if it has at most so many bytes. */
struct line_table line_table_copy(long file, uint64_t most);

void line_table_drop(struct line_table *table);

/* Callbacks for the entries of the table, in its order. */
struct line_reader {
    void *state;
    /* A number of the reader's for a file; 0: its lines are not wanted. `folder` may be relative to `start`, "" where that is not said. */
    uint32_t (*file)(void *state, const char *start, const char *folder, const char *name);
    /* Code from the address on, which is the file's own, was made from this line. File 0: from none, or from one that is not wanted. */
    void (*row)(void *state, uint64_t address, uint32_t file, uint32_t line);
};

void line_table_read(const struct line_table *table, const struct line_reader *reader);

#endif
