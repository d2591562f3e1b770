/*
 * screen.h - the output of a report: a terminal with colour, width and pager, a pipe or a file.
 *
 * On a terminal, output longer than the screen runs through $PAGER or less, with LESS=FRX unless set, as in git. Colour follows
 * --color, then NO_COLOR, then the terminal. The width is COLUMNS, else the terminal's, else without limit.
 */
#ifndef INSTR_REPORT_SCREEN_H
#define INSTR_REPORT_SCREEN_H

#include "common/writer.h"
#include "report/show/options.h"

#include <sys/types.h>

enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_HOT, STYLE_WARM, STYLE_STYLES };

/* Returns the style of a row that has `amount` of `whole`. */
enum style style_of_share(double amount, double whole);

struct screen {
    FILE *stream;
    struct writer file; /* with --output */
    struct arena arena; /* of it */
    bool color;
    unsigned width; /* columns; 0 = no limit */
    pid_t pager;    /* 0 = none */
};

/* Opens the screen, or with --output that file as plain text. */
bool screen_open(struct screen *screen, const struct options *options, struct error *error);
/* Writes a text with any contents on one line, made safe as by character_show. */
void screen_put(struct screen *screen, enum style style, const char *text);
/* Does the same in at most `room` columns (0 = no limit): a longer text loses its middle. Returns the columns used. */
size_t screen_fit(struct screen *screen, enum style style, const char *text, size_t room);
/* Writes a text as screen_put does and ends the line. A longer sentence is wrapped at blanks. */
void screen_line(struct screen *screen, enum style style, const char *text);
/* Does the same, formatted as by printf. */
void screen_print(struct screen *screen, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Does the same behind the first words of the line, which take so many columns; further lines are indented by them. */
void screen_hang(struct screen *screen, enum style style, const char *text, size_t columns);
/* Writes a command of instr-report to type, formatted as by printf, behind a word about it. It is never wrapped or shortened. */
void screen_command(struct screen *screen, const char *before, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes the report's own words unchanged, with line ends: never text from a profile or the user. */
void screen_say(struct screen *screen, enum style style, const char *text);
/* Waits for the pager. Returns false if the output could not be written in full; a reader that closes its end early is no failure. */
bool screen_close(struct screen *screen, struct error *error);

#endif
