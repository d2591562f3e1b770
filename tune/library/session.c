/* session.c - see library.h: who works on it, and what of the dead is given back. */
#include "tune/library/library.h"

#include "common/input.h"
#include "tune/library/query.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes the process's start time in the kernel's ticks, which with its number identifies it; "" if it is gone. */
static void process_born(pid_t pid, char born[32])
{
    char path[40];
    struct arena arena = {0};
    size_t size;
    const char *why;
    *born = '\0';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *text = input_read(path, INPUT_TEXT, &size, &arena, &why);
    const char *at = text ? strrchr(text, ')') : NULL; /* the name before it may hold anything */
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (at)
        snprintf(born, 32, "%.*s", (int)strcspn(at + 1, " "), at + 1);
    arena_free(&arena);
}

bool library_begin(struct library *library, const struct environment *is, uint64_t seed, struct error *error)
{
    char born[32];
    process_born(getpid(), born);
    if (!library_revive(library, error))
        return false;
    if (!query_run(library, error,
                   "INSERT INTO sessions (pid, born, host, machine, system, compiler, source_commit, version, seed,"
                   " started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "isssssssi", (int64_t)getpid(), born, is->host, is->machine, is->system, is->compiler, is->commit,
                   is->version, (int64_t)seed))
        return false;
    library->session = sqlite3_last_insert_rowid(library->database);
    library->place = arena_printf(&library->arena, "(%s), %s", is->machine, is->compiler);
    return true;
}

/* Claims by sessions that are not over, whose builds must not be removed during use. */
#define BY_ANOTHER                                                                                                     \
    " session IN (SELECT id FROM sessions WHERE ended IS NOT NULL AND compiler <>"                                     \
    " (SELECT compiler FROM sessions WHERE id = ?))"

bool library_outdate(struct library *library, struct error *error)
{
    return query_run(library, error,
                     "UPDATE executions SET state = 0, reason = NULL, log = NULL WHERE state = 3 AND" BY_ANOTHER, "i",
                     library->session) &&
           query_run(library, error,
                     "UPDATE builds SET state = 0, session = NULL, reason = NULL, log = NULL WHERE state IN (2, 3)"
                     " AND" BY_ANOTHER,
                     "i", library->session);
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

bool library_end(struct library *library, struct error *error)
{
    int64_t session = library->session;
    library->session = 0;
    return !session || end_session(library, session, error);
}

/* Returns the first open session of this host whose process is gone; 0 for none. */
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

bool library_is_busy(struct library *library, bool *busy, struct error *error)
{
    int64_t open = 0;
    bool done = library_revive(library, error) &&
                query_number(library, &open, error, "SELECT count(*) FROM sessions WHERE ended IS NULL AND id <> ?",
                             "i", library->session);
    *busy = open > 0;
    return done;
}

static bool insert_values(struct library *library, int64_t execution, unsigned number,
                          const struct sample_value *values, unsigned count, struct error *error)
{
    for (unsigned i = 0; i < count; i++)
        if (!query_run(library, error,
                       "INSERT OR IGNORE INTO sample_values (execution, number, measure, value, reason)"
                       " VALUES (?, ?, ?, ?, ?)",
                       "iisds", execution, (int64_t)number, values[i].measure, values[i].value, values[i].reason))
            return false;
    return true;
}

bool library_add_sample(struct library *library, int64_t execution, const struct sample *sample,
                        const struct sample_value *values, unsigned count, struct error *error)
{
    if (!query_begin(library, error))
        return false;
    bool done =
        query_run(
            library, error,
            "INSERT INTO samples (execution, number, round, session, measured, seconds, processor, memory, output,"
            " profiles) VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?, ?)",
            "iiiidddss", execution, (int64_t)sample->number, sample->round, library->session, sample->seconds,
            sample->processor, sample->memory, sample->output, sample->profiles) &&
        insert_values(library, execution, sample->number, values, count, error);
    return query_end(library, done, error);
}

bool library_add_values(struct library *library, int64_t execution, unsigned number, const struct sample_value *values,
                        unsigned count, struct error *error)
{
    return query_begin(library, error) &&
           query_end(library, insert_values(library, execution, number, values, count, error), error);
}
