/*
 * source_map.h - tells from which functions' source an object's code was made, also where calls were inlined.
 *
 * A trivial function has no probe but an addition, and a compiler mixes what it inlined with the code around it. The compiler's line table tells
 * the source line of each instruction. A function's lines reach from its beginning to that of the next function in its file.
 *
 *     line table          functions, by file and line      spans, by address
 *     401120  a.c:10      a.c:8  step                      401120  step
 *     401128  util.h:5    util.h:3  hash                   401128  hash
 *     401130  a.c:12                                       401130  step
 */
#ifndef INSTR_OBSERVE_SOURCE_MAP_H
#define INSTR_OBSERVE_SOURCE_MAP_H

#include "runtime/observe/line_table.h"

/* An entry of both tables, which are sorted by `at`. */
struct source_entry {
    uint64_t at; /* of a function its file's number and its line, of a span its address */
    uint64_t
        is; /* address of its struct region; of a span 1 + the first of the functions that begin in its line, or 0 */
};

/* The source map of a loaded object; all zero if its sources are unknown. */
struct source_map {
    struct line_table table; /* until it is read */
    uint64_t shift;          /* to be added to the file's addresses */
    struct source_entry *functions, *spans;
    struct source_file *files; /* while it is read */
    uint32_t function_count, function_room, span_count, span_room, file_count;
};

/* Copies the line table, at most so many bytes of an open file, to be read later. */
void source_map_copy(struct source_map *map, long file, uint64_t shift, uint64_t most);

void source_map_drop(struct source_map *map);

/* Returns whether the table is still unread, and reading takes less than a tenth of `age`, the ns for which the program was observed. */
bool source_map_is_due(const struct source_map *map, uint64_t age);

/* Announces the number of functions, given by file and line as in their records. */
bool source_map_expect(struct source_map *map, uint32_t functions);
void source_map_tell(struct source_map *map, const char *path, uint32_t line, uint64_t region);

/* Reads it. */
void source_map_read(struct source_map *map);

/* Returns the functions whose source became the code at an address: all that begin in the same line. */
const struct source_entry *source_map_at(const struct source_map *map, uint64_t address, uint32_t *count);

#endif
