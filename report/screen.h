/*
 * screen.h - where a report goes: a terminal with colour, width and pager, a pipe or a file.
 *
 * As in git: on a terminal, output longer than the screen runs through $INSTR_PAGER, $PAGER or less,
 * with LESS=FRX unless set. Colour follows --color, then NO_COLOR, then the terminal. The width is
 * COLUMNS, else the terminal's, else without limit.
 */
#ifndef INSTR_REPORT_SCREEN_H
#define INSTR_REPORT_SCREEN_H

#include "report/commands/command.h"

#include <sys/types.h>

enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_HOT, STYLE_WARM, STYLE_STYLES };

struct screen {
    FILE *stream;
    bool color;
    unsigned width; /* columns; 0 = no limit */
    pid_t pager;    /* 0 = none */
};

/* With --output it is that file, as plain text. */
bool screen_open(struct screen *screen, const struct options *options, struct error *error);
/* Writes `text` in a style; what does not belong on a terminal (control characters) shows as '?'. */
void screen_put(struct screen *screen, enum style style, const char *text);
/* Waits for the pager. False when the output could not be written in full (a reader that closed its end
 * early is no failure). */
bool screen_close(struct screen *screen, struct error *error);

#endif
