/*
 * table.h - prints rows of right-aligned figures, each followed by a text.
 *
 * Columns without any figure are not shown. On a narrow screen columns are dropped, those of the highest rank first, so that names stay
 * readable. A name that is still too long loses its middle; nothing is wrapped. A line after the rows explains TEXT_NOT_SEEN if a row has
 * it. Deeply nested rows are indented less, and the deepest show their level in brackets instead.
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

/* Adds an empty row. */
struct table_row *table_add(struct table *table, struct arena *arena);
void table_print(const struct table *table, struct screen *screen);

#endif
