/*
 * query.h - runs SQL statements with bound values, and reports their errors; private to this folder.
 *
 * `types` says what follows: i for int64_t, d for double, s for a text, which may be null.
 */
#ifndef INSTR_TUNE_QUERY_H
#define INSTR_TUNE_QUERY_H

#include "tune/library/library.h"

/* The place of a row of sessions, in the form of library->place. */
#define QUERY_PLACE "'(' || machine || '), ' || compiler"

/* Reports SQLite's error, and what to do about it. Returns false. */
bool query_failed(struct library *library, struct error *error);

bool query_script(struct library *library, const char *sql, struct error *error);
bool query_run(struct library *library, struct error *error, const char *sql, const char *types, ...);
/* Reads the first number of the first row; without a row it stays unchanged. */
bool query_number(struct library *library, int64_t *number, struct error *error, const char *sql, const char *types,
                  ...);

/* Returns rows for query_next, to be freed by sqlite3_finalize; NULL on failure. */
sqlite3_stmt *query_rows(struct library *library, struct error *error, const char *sql, const char *types, ...);
/* Goes to the next row. Returns false at the end, and on failure, with `error` set. */
bool query_next(struct library *library, sqlite3_stmt *rows, struct error *error);

/* Returns a copy of a text of the row; NULL for NULL, and without memory. */
const char *query_text(sqlite3_stmt *rows, int column, struct arena *arena);

/* Begin a transaction that writes; and end it, undone unless it was `done`. */
bool query_begin(struct library *library, struct error *error);
bool query_end(struct library *library, bool done, struct error *error);

#endif
