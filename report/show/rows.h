/*
 * rows.h - one table of columns for all forms of output: screen, CSV and JSON.
 *
 * A command has one list of its columns, from the left to the right. Each has its key in records, its title and rank on the screen
 * (see table.h), its format, and its value:
 *
 *     #define COLUMNS(X)                                                \
 *         X("name", NULL, 0, text, region->name)                        \
 *         X("inclusive_s", "inclusive", 0, seconds, inclusive, mark)    \
 *         X(NULL, "total", 0, cell, text_percent(arena, inclusive, view->total))
 *
 *     static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
 *
 * A column without a key is on the screen only, one without a title in records only. A function that has the variables of the list adds a
 * row by COLUMNS(ROW_PUT). Values of columns that are not shown are not computed. If the screen's order differs from that of the records, a
 * column is in the list twice.
 */
#ifndef INSTR_REPORT_ROWS_H
#define INSTR_REPORT_ROWS_H

#include "profile/profile.h"
#include "report/show/number.h"
#include "report/show/options.h"
#include "report/show/table.h"

/*
 * The same rows as CSV (RFC 4180, with a header line) or as JSON, for scripts.
 *
 * JSON is one object: "format" ("instr-tree", ...), "version", "profile" (what the profile says about
 * itself), "counters", and "rows", an array of objects whose keys are the CSV's column names. Numbers
 * carry all the digits they have; a text that is not UTF-8 is written with U+FFFD in place of each bad byte.
 */

/* Increased when a column is added or changes its meaning. */
#define ROWS_VERSION "6"

enum { RECORDS_ROOM = 16 << 10 };

struct records {
    FILE *stream;
    enum output_form form;
    const char *const *columns; /* ends with null */
    unsigned column;            /* of the next value */
    unsigned long row;
    double last; /* the number written last, and its text: of one rank most are alike */
    char last_text[NUMBER_ROOM];
    size_t last_size;
    size_t used; /* of what is to be written next */
    char bytes[RECORDS_ROOM];
};

enum { ROWS_NAMES = 96 };

struct row_column {
    const char *key, *title;
    unsigned rank;
    const char *as; /* text, count ...: what it is shown by */
};

/* A kind of record: "flat" is "instr-flat" in JSON. A table without records has no name. */
struct row_form {
    const char *name;
    const struct row_column *columns;
    unsigned count;
};
#define ROW_FORM(name, columns)                                                                                        \
    {                                                                                                                  \
        name, columns, sizeof(columns) / sizeof *(columns)                                                             \
    }

struct rows {
    enum output_form form;
    struct table table; /* FORM_TEXT */
    struct table_column titles[TABLE_COLUMNS];
    struct table_row *row; /* the last one */
    unsigned cell;         /* the next of it */
    struct records records;
    const char *name, *names[ROWS_NAMES + 1]; /* of the form and its columns: records */
    unsigned name_count;
    struct arena *arena;
};

#define ROW_COLUMN(key, title, rank, as, ...) {key, title, rank, #as},
#define ROW_PUT(key, title, rank, as, ...)                                                                             \
    if (rows_want(rows, key, title))                                                                                   \
        rows_##as(rows, __VA_ARGS__);
#define ROWS_BEGIN(rows, form, columns, arena)                                                                         \
    rows_begin(rows, form, &(const struct row_form)ROW_FORM(NULL, columns), arena)

/* The columns with a region's name and place. */
#define ROW_REGION(X, region)                                                                                          \
    X("name", NULL, 0, text, (region)->name)                                                                           \
    X("file", NULL, 0, text, (region)->file)                                                                           \
    X("line", NULL, 0, count, (region)->line)                                                                          \
    X("kind", NULL, 0, text, region_kind_name((region)->kind))

/* Starts a table, which must not move in memory from then on. */
void rows_begin(struct rows *rows, enum output_form output, const struct row_form *form, struct arena *arena);
/* Adds a column behind the others. */
void rows_column(struct rows *rows, const char *name, unsigned rank);
/* Gives the column with that title another title. */
void rows_rename(struct rows *rows, const char *title, const char *other);
/* For records: writes the text before the rows. Does nothing on the screen. */
void rows_open(struct rows *rows, FILE *stream, const struct profile *profile);
/* Starts the next row; on the screen rows->row, whose text is `text`. */
void rows_add(struct rows *rows, const char *text);
/* For records: writes the text behind the rows. */
void rows_close(struct rows *rows);

static inline bool rows_want(const struct rows *rows, const char *key, const char *title)
{
    return rows->form == FORM_TEXT ? title != NULL : key != NULL;
}

/* Put one value into the next column. With a NULL mark the cell on the screen stays empty. */
void rows_text(struct rows *rows, const char *text);
void rows_count(struct rows *rows, uint64_t count);
void rows_calls(struct rows *rows, uint64_t calls, bool estimated);
void rows_number(struct rows *rows, double number);
void rows_seconds(struct rows *rows, double picoseconds, const char *mark);
void rows_bytes(struct rows *rows, double bytes);
/* Puts a ratio, as a percentage on the screen. */
void rows_ratio(struct rows *rows, double ratio);
/* Puts the number of a rank, if it is known. */
void rows_rank(struct rows *rows, bool known, uint32_t rank);
/* Puts a cell on the screen only; NULL: an empty one. */
void rows_cell(struct rows *rows, const char *text);
/* Puts a text that is already quoted into records only, see records_quoted(). */
void rows_quoted(struct rows *rows, const char *text, size_t size, bool quotes);

#endif
