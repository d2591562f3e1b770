/*
 * table.h - rows of right-aligned figures with one free text behind them.
 *
 * Columns that hold nothing in any row are not shown; where the screen is too narrow, columns go in the
 * order of their rank, the highest first, so that the names stay readable; a name that still is too long loses its
 * middle, and nothing is wrapped. A line behind the rows says what TEXT_NOT_SEEN means where one has it. What is nested too deeply for the
 * screen is indented less, and the deepest rows tell their level in brackets instead.
 */
#ifndef INSTR_REPORT_TABLE_H
#define INSTR_REPORT_TABLE_H

#include "common/arena.h"
#include "report/show/screen.h"

enum { TABLE_COLUMNS = 32 };

struct table_column {
    const char *title;
    unsigned rank; /* 0 = always shown */
};

struct table_row {
    const char *cells[TABLE_COLUMNS]; /* null = empty */
    enum style style;                 /* of the first cell */
    const char *text;                 /* two blanks in front of it for each level */
    const char *note;                 /* dim, behind the text */
    unsigned level;
};

struct table {
    const struct table_column *columns;
    unsigned column_count;
    const char *text_title;
    bool keeps_notes; /* the texts are shortened for them; else notes go where there is no room */
    struct table_row *rows;
    size_t row_count, row_room;
};

/* A new row, all empty. */
struct table_row *table_add(struct table *table, struct arena *arena);
void table_print(const struct table *table, struct screen *screen);

#endif
