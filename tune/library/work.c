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
    if (!look_up(library, WORK_BUILD, key, id, state, error))
        return false;
    return *id || (query_run(library, error, "INSERT OR IGNORE INTO builds (key, generate, build) VALUES (?, ?, ?)",
                             "sss", key, generate, build) &&
                   look_up(library, WORK_BUILD, key, id, state, error));
}

bool library_execution(struct library *library, const char *key, int64_t build, const char *command, int64_t *id,
                       enum work_state *state, struct error *error)
{
    if (!look_up(library, WORK_EXECUTION, key, id, state, error))
        return false;
    return *id || (query_run(library, error, "INSERT OR IGNORE INTO executions (key, build, command) VALUES (?, ?, ?)",
                             "sis", key, build, command) &&
                   look_up(library, WORK_EXECUTION, key, id, state, error));
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
    snprintf(sql, sizeof sql, "UPDATE %s SET state = 1, session = ? WHERE id = ? AND state = 0", tables[work]);
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

bool library_reopen(struct library *library, int64_t execution, struct error *error)
{
    return query_run(library, error, "UPDATE executions SET state = 0, session = NULL WHERE id = ? AND state = 2", "i",
                     execution);
}

/* What another library has measured, put into this one. */

/* Of all executions that this session has claimed and the other library has finished: samples, values, and the end. The
 * other's sessions come along, as they say which machine it was. */
static const char take_in[] =
    "INSERT INTO sessions (pid, born, host, machine, system, compiler, source_commit, version, started, ended)"
    " SELECT pid, born, host, machine, system, compiler, source_commit, version, started,"
    "  coalesce(ended, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) FROM incoming.sessions WHERE id ="
    "  (SELECT max(id) FROM incoming.sessions);"
    "CREATE TEMP TABLE taken AS SELECT e.id AS ours, p.id AS theirs, p.state, p.reason, p.log, p.seconds"
    " FROM executions e JOIN incoming.executions p USING (key)"
    " WHERE p.state IN (2, 3) AND e.state = 1 AND e.session = (SELECT session FROM temp.taker);"
    "INSERT OR IGNORE INTO samples (execution, number, session, measured, seconds, memory, output, profiles)"
    " SELECT ours, number, (SELECT max(id) FROM sessions), measured, s.seconds, memory, output, profiles"
    " FROM incoming.samples s JOIN temp.taken ON s.execution = theirs;"
    "INSERT OR IGNORE INTO sample_values (execution, number, measure, value, reason)"
    " SELECT ours, number, measure, value, v.reason FROM incoming.sample_values v JOIN temp.taken ON v.execution = "
    "theirs;"
    "UPDATE executions SET (state, reason, log, seconds) ="
    " (SELECT t.state, t.reason, t.log, t.seconds FROM temp.taken t WHERE t.ours = executions.id)"
    " WHERE id IN (SELECT ours FROM temp.taken);"
    "DROP TABLE temp.taken; DROP TABLE temp.taker";

bool library_take_in(struct library *library, const char *path, struct error *error)
{
    if (!query_run(library, error, "ATTACH ? AS incoming", "s", path))
        return false;
    bool done = query_begin(library, error);
    if (done)
        done = query_end(library,
                         query_script(library, "CREATE TEMP TABLE taker (session INTEGER)", error) &&
                             query_run(library, error, "INSERT INTO temp.taker VALUES (?)", "i", library->session) &&
                             query_script(library, take_in, error),
                         error);
    return query_script(library, "DETACH incoming", done ? error : NULL) && done;
}
