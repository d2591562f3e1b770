/* query.c - see query.h. */
#include "tune/library/query.h"

#include <stdarg.h>
#include <string.h>

bool query_failed(struct library *library, struct error *error)
{
    int code = library->database ? sqlite3_extended_errcode(library->database) : SQLITE_NOMEM;
    const char *text = library->database ? sqlite3_errmsg(library->database) : "out of memory";
    switch (code & 0xff) {
    case SQLITE_FULL:
        return error_set(error, ERROR_INTERNAL,
                         "%s: the disk is full; make room and run again, all results so far are kept", library->path);
    case SQLITE_IOERR:
        return error_set(error, ERROR_INTERNAL, "%s: can't be written (%s); is the disk full? What is in it is kept",
                         library->path, text);
    case SQLITE_BUSY:
        return error_set(error, ERROR_INTERNAL, "%s: another process has been writing for a minute", library->path);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return error_set(error, ERROR_USAGE, "%s: no library, or a damaged one (%s); move it away to start a new one",
                         library->path, text);
    default:
        return error_set(error, ERROR_INTERNAL, "%s: %s", library->path, text);
    }
}

bool query_script(struct library *library, const char *sql, struct error *error)
{
    return sqlite3_exec(library->database, sql, NULL, NULL, NULL) == SQLITE_OK || query_failed(library, error);
}

static bool bind(sqlite3_stmt *statement, const char *types, va_list values)
{
    int code = SQLITE_OK;
    for (int i = 1; code == SQLITE_OK && types[i - 1]; i++) {
        const char *text;
        switch (types[i - 1]) {
        case 'i':
            code = sqlite3_bind_int64(statement, i, va_arg(values, int64_t));
            break;
        case 'd':
            code = sqlite3_bind_double(statement, i, va_arg(values, double));
            break;
        default:
            text = va_arg(values, const char *);
            code = text ? sqlite3_bind_text(statement, i, text, -1, SQLITE_TRANSIENT) : sqlite3_bind_null(statement, i);
        }
    }
    return code == SQLITE_OK;
}

static sqlite3_stmt *prepare(struct library *library, struct error *error, const char *sql, const char *types,
                             va_list values)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(library->database, sql, -1, &statement, NULL) == SQLITE_OK && bind(statement, types, values))
        return statement;
    query_failed(library, error);
    sqlite3_finalize(statement);
    return NULL;
}

bool query_run(struct library *library, struct error *error, const char *sql, const char *types, ...)
{
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = prepare(library, error, sql, types, values);
    va_end(values);
    if (!statement)
        return false;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        continue;
    bool done = code == SQLITE_DONE || query_failed(library, error);
    sqlite3_finalize(statement);
    return done;
}

bool query_number(struct library *library, int64_t *number, struct error *error, const char *sql, const char *types,
                  ...)
{
    va_list values;
    va_start(values, types);
    sqlite3_stmt *rows = prepare(library, error, sql, types, values);
    va_end(values);
    if (!rows)
        return false;
    int code = sqlite3_step(rows);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(rows, 0);
    bool done = code == SQLITE_ROW || code == SQLITE_DONE || query_failed(library, error);
    sqlite3_finalize(rows);
    return done;
}

sqlite3_stmt *query_rows(struct library *library, struct error *error, const char *sql, const char *types, ...)
{
    va_list values;
    va_start(values, types);
    sqlite3_stmt *rows = prepare(library, error, sql, types, values);
    va_end(values);
    return rows;
}

bool query_next(struct library *library, sqlite3_stmt *rows, struct error *error)
{
    int code = sqlite3_step(rows);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        query_failed(library, error);
    return code == SQLITE_ROW;
}

const char *query_text(sqlite3_stmt *rows, int column, struct arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(rows, column);
    return text ? arena_printf(arena, "%s", text) : NULL;
}

bool query_begin(struct library *library, struct error *error)
{
    return query_script(library, "BEGIN IMMEDIATE", error);
}

bool query_end(struct library *library, bool done, struct error *error)
{
    if (done && query_script(library, "COMMIT", error))
        return true;
    sqlite3_exec(library->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
