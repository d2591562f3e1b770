/*
 * query.h - runs SQL statements with bound values, and reports their errors; private to this folder.
 *
 * `types` says what follows: i for int64_t, d for double, s for a text, which may be null.
 */
#ifndef INSTR_TUNE_QUERY_H
#define INSTR_TUNE_QUERY_H

#include "tune/library/library.h"

/* The place of a row of sessions, as library->place has it. */
#define QUERY_PLACE "'(' || machine || '), ' || compiler"

/* What SQLite has to say, and what to do about it. Returns false. */
bool query_failed(struct library *library, struct error *error);

bool query_script(struct library *library, const char *sql, struct error *error);
bool query_run(struct library *library, struct error *error, const char *sql, const char *types, ...);
/* The first number of the first row; as it was where there is no row. */
bool query_number(struct library *library, int64_t *number, struct error *error, const char *sql, const char *types,
                  ...);

/* Rows for query_next, to be given to sqlite3_finalize; null on failure. */
sqlite3_stmt *query_rows(struct library *library, struct error *error, const char *sql, const char *types, ...);
/* False at the end, and on failure, which `error` then says. */
bool query_next(struct library *library, sqlite3_stmt *rows, struct error *error);

/* A text of the row, kept; null stays null, and is also what there is without memory. */
const char *query_text(sqlite3_stmt *rows, int column, struct arena *arena);

/* A transaction, which is begun as one that writes; it is undone when what was `done` in it failed. */
bool query_begin(struct library *library, struct error *error);
bool query_end(struct library *library, bool done, struct error *error);

#endif
