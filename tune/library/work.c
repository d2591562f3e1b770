/* work.c - see library.h: what is to be built and run. */
#include "tune/library/library.h"

#include "tune/library/query.h"

#include <stdio.h>

static const char *const tables[] = {[WORK_BUILD] = "builds", [WORK_EXECUTION] = "executions"};

static bool look_up(struct library *library, enum work work, const char *key, int64_t *id, enum work_state *state,
                    struct error *error)
{
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT id, state FROM %s WHERE key = ?", tables[work]);
    sqlite3_stmt *rows = query_rows(library, error, sql, "s", key);
    *id = 0;
    if (rows && query_next(library, rows, error)) {
        *id = sqlite3_column_int64(rows, 0);
        *state = (enum work_state)sqlite3_column_int(rows, 1);
    }
    sqlite3_finalize(rows);
    return rows && !(error && error->code);
}

bool library_build(struct library *library, const char *key, const char *generate, const char *build, int64_t *id,
                   enum work_state *state, struct error *error)
{
    return query_run(library, error, "INSERT OR IGNORE INTO builds (key, generate, build) VALUES (?, ?, ?)", "sss", key,
                     generate, build) &&
           look_up(library, WORK_BUILD, key, id, state, error);
}

bool library_execution(struct library *library, const char *key, int64_t build, const char *command, int64_t *id,
                       enum work_state *state, struct error *error)
{
    return query_run(library, error, "INSERT OR IGNORE INTO executions (key, build, command) VALUES (?, ?, ?)", "sis",
                     key, build, command) &&
           look_up(library, WORK_EXECUTION, key, id, state, error);
}

bool library_variant(struct library *library, const char *parameters, int64_t execution, struct error *error)
{
    return query_run(library, error,
                     "INSERT INTO variants (parameters, execution) VALUES (?, ?)"
                     " ON CONFLICT (parameters) DO UPDATE SET execution = excluded.execution"
                     " WHERE execution <> excluded.execution",
                     "si", parameters, execution);
}

bool library_claim(struct library *library, enum work work, int64_t id, bool *claimed, enum work_state *state,
                   struct error *error)
{
    char sql[120];
    int64_t is = 0;
    snprintf(sql, sizeof sql, "UPDATE %s SET state = 1, session = ? WHERE id = ? AND state IN (0, %d)", tables[work],
             work == WORK_BUILD ? 0 : WORK_DONE);
    if (!query_run(library, error, sql, "ii", library->session, id))
        return false;
    *claimed = sqlite3_changes(library->database) > 0;
    snprintf(sql, sizeof sql, "SELECT state FROM %s WHERE id = ?", tables[work]);
    bool done = query_number(library, &is, error, sql, "i", id);
    *state = (enum work_state)is;
    return done;
}

bool library_finish(struct library *library, enum work work, int64_t id, enum work_state state, const char *reason,
                    const char *log, double seconds, struct error *error)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "UPDATE %s SET state = ?, reason = ?, log = ?, seconds = ? WHERE id = ? AND session = ? AND state = 1",
             tables[work]);
    return query_run(library, error, sql, "issdii", (int64_t)state, reason, log, seconds, id, library->session);
}

bool library_reset(struct library *library, enum work work, int64_t id, struct error *error)
{
    char sql[120];
    snprintf(sql, sizeof sql, "UPDATE %s SET state = 0, session = NULL, reason = NULL, log = NULL WHERE id = ?",
             tables[work]);
    if (!query_begin(library, error))
        return false;
    bool done =
        (work != WORK_EXECUTION || query_run(library, error, "DELETE FROM samples WHERE execution = ?", "i", id)) &&
        query_run(library, error, sql, "i", id);
    return query_end(library, done, error);
}
