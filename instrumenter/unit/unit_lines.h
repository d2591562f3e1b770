/*
 * unit_lines.h - tells the file and line of each place in a flat text, by its line markers.
 *
 *     # 12 "a.h" 1 3 4      GCC and clang; 1 entering, 2 returning, 3 system header
 *     #line 12 "a.h"        other preprocessors
 *
 * A file is a system header if it is marked so where it is entered. Not system headers are: text that a macro of a system header makes in
 * the user's file (GCC marks it with 3); a file with the pragma system_header, as CMake writes for precompiled headers, with its includes
 * outside the system's directories; and headers below the folders of --instr-headers.
 */
#ifndef INSTR_UNIT_LINES_H
#define INSTR_UNIT_LINES_H

#include "common/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* Facts that hold from `start` up to the next marker. */
struct line_marker {
    size_t start;     /* offset of the line behind the marker */
    unsigned line;    /* of that line */
    const char *file; /* escapes undone */
    bool system;
};

struct unit_lines {
    const char *text;
    struct line_marker *markers;
    size_t count;
    size_t top;       /* where declarations may be put: behind the markers that name the main file */
    const char *main; /* the file that the first marker names, or null */
};

struct location {
    const char *file;
    unsigned line;
    bool system;
};

/* Reads the markers. `main` names a text without markers. `users`: NULL, or folders, separated by `:`, whose headers are not system headers. */
void unit_lines_init(struct unit_lines *lines, const char *text, size_t size, const char *main, const char *users,
                     struct arena *arena);

struct location unit_lines_at(const struct unit_lines *lines, size_t offset);

/* Returns whether the text is of a system header, without counting lines. */
bool unit_lines_system(const struct unit_lines *lines, size_t offset);

/* Returns a file's name for records (profile/files.h): the compiler's folder, if it is known and `file` is relative to it, two slashes, and
 * the name that the compiler was given. */
const char *unit_lines_file(const char *file, const char *folder, struct arena *arena);

#endif
