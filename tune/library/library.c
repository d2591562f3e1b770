/* library.c - see library.h. */
#include "tune/library/library.h"

#include "base/input.h"
#include "tune/library/query.h"
#include "tune/library/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 60000 }; /* so long one process waits for another */

static bool prepare_tables(struct library *library, struct error *error)
{
    int64_t version = 0;
    if (!query_begin(library, error))
        return false;
    bool done = query_number(library, &version, error, "PRAGMA user_version", "");
    if (done && version == 0) {
        char set[60];
        snprintf(set, sizeof set, "PRAGMA user_version = %d", SCHEMA_VERSION);
        done = query_script(library, schema_tables, error) && query_script(library, set, error);
    } else if (done && version != SCHEMA_VERSION) {
        done = error_set(error, ERROR_USAGE, "%s: made by another version of instr-tune (its form %d, ours %d)",
                         library->path, (int)version, SCHEMA_VERSION);
    }
    return query_end(library, done, error);
}

/* Where there can be no shared memory, as on some network file systems, the journal stays what it is. In this mode a process
 * that is killed loses nothing, and a machine that loses power at most the last results. Of two processes that change to it
 * at the same time SQLite tells one at once that the other is busy, whatever its timeout says. */
static bool set_journal(struct library *library, struct error *error)
{
    enum { WAIT_MS = 10 };
    for (int waited = 0; waited < BUSY_MS; waited += WAIT_MS) {
        int code = sqlite3_exec(library->database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (code != SQLITE_BUSY)
            return code == SQLITE_OK || query_failed(library, error);
        usleep(WAIT_MS * 1000);
    }
    return query_failed(library, error);
}

bool library_open(struct library *library, const char *folder, bool create, struct error *error)
{
    *library = (struct library){0};
    library->path = arena_printf(&library->arena, "%s/library.sqlite", folder);
    if (!library->path)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (create && mkdir(folder, 0777) && errno != EEXIST)
        return error_set(error, ERROR_INTERNAL, "can't make the folder %s: %s", folder, strerror(errno));
    bool there = access(library->path, F_OK) == 0;
    const char *why;
    int file = there ? input_open(library->path, O_RDONLY, NULL, &why) : -1;
    if (there && file < 0)
        return error_set(error, ERROR_USAGE, "can't read the results %s: %s", library->path, why);
    if (file >= 0)
        close(file);
    if (!create && !there)
        return error_set(error, ERROR_USAGE, "no results yet (%s); 'instr-tune run' makes some", library->path);
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(library->path, &library->database, flags, NULL) != SQLITE_OK)
        return query_failed(library, error);
    sqlite3_busy_timeout(library->database, BUSY_MS);
    return set_journal(library, error) &&
           query_script(library, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", error) &&
           prepare_tables(library, error);
}

void library_close(struct library *library)
{
    sqlite3_close(library->database);
    library->database = NULL;
    arena_free(&library->arena);
}

/* --- sessions --- */

/* When the process was started, in the kernel's ticks: with the number, a process's identity. "" for one that is gone. */
static void process_born(pid_t pid, char born[32])
{
    char path[40], text[1024];
    *born = '\0';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    const char *at = strrchr(text, ')'); /* the name before it may hold anything */
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (at)
        snprintf(born, 32, "%.*s", (int)strcspn(at + 1, " "), at + 1);
}

bool library_begin(struct library *library, const struct environment *is, struct error *error)
{
    char born[32];
    process_born(getpid(), born);
    if (!library_revive(library, error))
        return false;
    if (!query_run(library, error,
                   "INSERT INTO sessions (pid, born, host, machine, system, compiler, source_commit, version, started)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "isssssss", (int64_t)getpid(), born, is->host, is->machine, is->system, is->compiler, is->commit,
                   is->version))
        return false;
    library->session = sqlite3_last_insert_rowid(library->database);
    return true;
}

static bool give_back(struct library *library, int64_t session, struct error *error)
{
    return query_run(library, error, "UPDATE builds SET state = 0, session = NULL WHERE session = ? AND state = 1", "i",
                     session) &&
           query_run(library, error, "UPDATE executions SET state = 0, session = NULL WHERE session = ? AND state = 1",
                     "i", session);
}

static bool end_session(struct library *library, int64_t session, struct error *error)
{
    return query_begin(library, error) &&
           query_end(library,
                     give_back(library, session, error) &&
                         query_run(library, error,
                                   "UPDATE sessions SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
                                   "i", session),
                     error);
}

bool library_release(struct library *library, struct error *error)
{
    return query_begin(library, error) && query_end(library, give_back(library, library->session, error), error);
}

bool library_end(struct library *library, struct error *error)
{
    int64_t session = library->session;
    library->session = 0;
    return !session || end_session(library, session, error);
}

/* The first open session of this host whose process is gone; 0 for none. */
static bool find_dead(struct library *library, const char *host, int64_t *dead, struct error *error)
{
    sqlite3_stmt *rows =
        query_rows(library, error, "SELECT id, pid, born FROM sessions WHERE ended IS NULL AND host = ?", "s", host);
    *dead = 0;
    while (rows && !*dead && query_next(library, rows, error)) {
        char born[32];
        process_born((pid_t)sqlite3_column_int64(rows, 1), born);
        if (strcmp(born, (const char *)sqlite3_column_text(rows, 2)) != 0)
            *dead = sqlite3_column_int64(rows, 0);
    }
    sqlite3_finalize(rows);
    return rows && !(error && error->code);
}

bool library_revive(struct library *library, struct error *error)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    for (int64_t dead;;) {
        if (!find_dead(library, host, &dead, error))
            return false;
        if (!dead)
            return true;
        if (!end_session(library, dead, error))
            return false;
    }
}

/* --- builds, executions, variants --- */

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

/* --- samples --- */

static bool insert_values(struct library *library, int64_t execution, unsigned number,
                          const struct sample_value *values, unsigned count, struct error *error)
{
    for (unsigned i = 0; i < count; i++) {
        bool known = !values[i].reason;
        const char *sql =
            known ? "INSERT OR IGNORE INTO sample_values (execution, number, measure, value) VALUES (?, ?, ?, ?)"
                  : "INSERT OR IGNORE INTO sample_values (execution, number, measure, reason) VALUES (?, ?, ?, ?)";
        bool done = known ? query_run(library, error, sql, "iisd", execution, (int64_t)number, values[i].measure,
                                      values[i].value)
                          : query_run(library, error, sql, "iiss", execution, (int64_t)number, values[i].measure,
                                      values[i].reason);
        if (!done)
            return false;
    }
    return true;
}

bool library_add_sample(struct library *library, int64_t execution, const struct sample *sample,
                        const struct sample_value *values, unsigned count, struct error *error)
{
    if (!query_begin(library, error))
        return false;
    bool done =
        query_run(library, error,
                  "INSERT INTO samples (execution, number, session, measured, seconds, memory, output, profiles)"
                  " VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?)",
                  "iiiddss", execution, (int64_t)sample->number, library->session, sample->seconds, sample->memory,
                  sample->output, sample->profiles) &&
        insert_values(library, execution, sample->number, values, count, error);
    return query_end(library, done, error);
}

bool library_add_values(struct library *library, int64_t execution, unsigned number, const struct sample_value *values,
                        unsigned count, struct error *error)
{
    return query_begin(library, error) &&
           query_end(library, insert_values(library, execution, number, values, count, error), error);
}
