/*
 * option_rows.h - parses and explains the options of a tool with sub-commands, from one table.
 */
#ifndef INSTR_REPORT_OPTION_ROWS_H
#define INSTR_REPORT_OPTION_ROWS_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OPTION_MORE = 96 };

/* An option: the function that reads its value, the member for it, and the range of a number. */
struct option_row {
    unsigned bit;                       /* of the commands that have it; 0: all have it */
    const char *name, *argument, *help; /* the argument is null where there is none */
    bool (*take)(const struct option_row *row, const char *text, void *options, struct error *error); /* null: --help */
    size_t at, size;
    double least, most;
    const char *const *words;
    void (*more)(char text[OPTION_MORE],
                 unsigned accepts); /* what stands behind the help of a command that accepts these; or null */
    char letter;                    /* the short form, or 0 */
    bool optional;                  /* the argument may be left out */
};

#define OPTION_AT(type, member) .at = offsetof(type, member), .size = sizeof((type *)0)->member
#define OPTION_RANGE(from, to) .least = (from), .most = (to)

struct option_rows {
    const char *tool;
    const struct option_row *rows;
    size_t count; /* OPTION_ROWS_MOST at most */
};
enum { OPTION_ROWS_MOST = 64 };

/* Value functions of most options: true; a text, which may be NULL; a number, as a double; a whole number, as unsigned or long by its size;
 * `least` itself, as an int; the index of one of `words`, as an int; colours, as an int: 0 never, 1 always, -1 if the terminal wants them. */
bool option_rows_flag(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_text(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_number(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_whole(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_itself(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_word(const struct option_row *row, const char *text, void *options, struct error *error);
bool option_rows_color(const struct option_row *row, const char *text, void *options, struct error *error);

/* The last one of all tables. */
#define OPTION_ROWS_COMMON(type)                                                                                       \
    {0, "color", "WHEN", "always, never or auto", option_rows_color, OPTION_AT(type, color), .optional = true},        \
    {                                                                                                                  \
        0, "help", NULL, "this text", NULL, .letter = 'h'                                                              \
    }

/* Reads the options in argv, whose first word is the command's name; other words are from `optind` on. Sets `*help` if the user asked for
 * help. */
bool option_rows_parse(const struct option_rows *table, int argc, char **argv, const char *command, unsigned accepts,
                       void *options, bool *help, struct error *error);

/* Prints the options of a command, and those that all commands have, one per line. */
void option_rows_print(const struct option_rows *table, FILE *stream, unsigned accepts);

#endif
