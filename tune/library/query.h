/*
 * query.h - statements with their values, and one way to fail; private to this folder.
 *
 * `types` says what follows: i for int64_t, d for double, s for a text, which may be null.
 */
#ifndef INSTR_TUNE_QUERY_H
#define INSTR_TUNE_QUERY_H

#include "tune/library/library.h"

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

/*
 * --- schema.c: the tables of the library. A change of them is a new number here, and a step that brings older files up to
 * it.
 */

enum { SCHEMA_VERSION = 1 };

/* States are those of enum work_state. */
static const char schema_tables[] =
    "CREATE TABLE sessions ("
    "  id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, born TEXT NOT NULL,"
    "  host TEXT NOT NULL, machine TEXT, system TEXT, compiler TEXT, source_commit TEXT,"
    "  version TEXT, started TEXT NOT NULL, ended TEXT);"
    "CREATE TABLE builds ("
    "  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, generate TEXT, build TEXT,"
    "  state INTEGER NOT NULL DEFAULT 0, session INTEGER REFERENCES sessions,"
    "  reason TEXT, log TEXT, seconds REAL);"
    "CREATE TABLE executions ("
    "  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
    "  build INTEGER NOT NULL REFERENCES builds, command TEXT NOT NULL,"
    "  state INTEGER NOT NULL DEFAULT 0, session INTEGER REFERENCES sessions,"
    "  reason TEXT, log TEXT, seconds REAL);"
    "CREATE TABLE variants ("
    "  id INTEGER PRIMARY KEY, parameters TEXT NOT NULL UNIQUE,"
    "  execution INTEGER NOT NULL REFERENCES executions);"
    "CREATE TABLE samples ("
    "  execution INTEGER NOT NULL REFERENCES executions, number INTEGER NOT NULL,"
    "  session INTEGER NOT NULL REFERENCES sessions, measured TEXT NOT NULL,"
    "  seconds REAL NOT NULL, memory REAL NOT NULL, output TEXT, profiles TEXT,"
    "  PRIMARY KEY (execution, number));"
    "CREATE TABLE sample_values ("
    "  execution INTEGER NOT NULL, number INTEGER NOT NULL, measure TEXT NOT NULL,"
    "  value REAL, reason TEXT, PRIMARY KEY (execution, number, measure),"
    "  FOREIGN KEY (execution, number) REFERENCES samples ON DELETE CASCADE);";

#endif
