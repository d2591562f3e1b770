/*
 * column.h - the columns of a page's data, in sets with the same entries: one of functions, one of call paths, and so on (column_sets.c).
 * columns.c writes them one after the other. report/page/src/data reads them by name.
 *
 * A figure that the terminal also has, has the same key, title and format there. So a table of the page only names the key.
 */
#ifndef INSTR_REPORT_COLUMN_H
#define INSTR_REPORT_COLUMN_H

#include "report/html/source.h"

enum column_type { TYPE_U8, TYPE_U32, TYPE_F32, TYPE_F64 };

struct column {
    const char *name;  /* "node.inclusive_s": of what, and its key in records; seconds stand there in picoseconds */
    const char *title; /* null: it stands in no table */
    const char *shown; /* as rows.h says it: seconds, calls, count, bytes, ratio, rank */
    enum column_type type;
};

enum { COLUMNS_MOST = 16 }; /* of a set */

struct column_set {
    uint32_t (*count)(const struct source *source); /* entries; 0 where there is nothing of that kind */
    /* The values of one, in the order of the columns. Entries are asked for in their order. */
    void (*put)(double *to, const struct source *source, uint32_t entry);
    const struct column *columns;
    unsigned column_count;
};

extern const struct column_set column_sets[];
extern const unsigned column_set_count;

#endif
