/*
 * source_map.h - from which regions' source the code of an object was made, also where calls of them were inlined.
 *
 * A trivial function has no probe but an addition, and a compiler mixes what it inlined with the code around it. The compiler's line
 * table says what came from where. A function's lines are those from where it begins to where the next one of its file does.
 *
 *     line table          functions, by file and line      spans, by address
 *     401120  a.c:10      a.c:8  step                      401120  step
 *     401128  util.h:5    util.h:3  hash                   401128  hash
 *     401130  a.c:12                                       401130  step
 */
#ifndef INSTR_OBSERVE_SOURCE_MAP_H
#define INSTR_OBSERVE_SOURCE_MAP_H

#include "runtime/observe/line_table.h"

/* Of both tables, sorted by `at`. */
struct source_entry {
    uint64_t at; /* of a function its file's number and its line, of a span its address */
    uint64_t
        is; /* address of its struct region; of a span 1 + the first of the functions that begin in its line, or 0 */
};

/* Of an object that has come; all zero: nothing is known of its source. */
struct source_map {
    struct line_table table; /* until it is read */
    uint64_t shift;          /* to be added to the file's addresses */
    struct source_entry *functions, *spans;
    struct source_file *files; /* while it is read */
    uint32_t function_count, function_room, span_count, span_room, file_count;
};

/* What is to be read later, from a file that is open, of at most so many bytes. */
void source_map_copy(struct source_map *map, long file, uint64_t shift, uint64_t most);

void source_map_drop(struct source_map *map);

/* Whether the table is still to be read, and that takes less than a tenth of `age`: for so many ns the program has been seen. */
bool source_map_is_due(const struct source_map *map, uint64_t age);

/* Before that it is told of so many functions, by the files and lines that their records have. */
bool source_map_expect(struct source_map *map, uint32_t functions);
void source_map_tell(struct source_map *map, const char *path, uint32_t line, uint64_t region);

/* Reads it. */
void source_map_read(struct source_map *map);

/* The functions whose source the code at an address was made from: as many as begin in one line, of which it is one. */
const struct source_entry *source_map_at(const struct source_map *map, uint64_t address, uint32_t *count);

#endif
