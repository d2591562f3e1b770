/* open.c - see library.h: its file. */
#include "tune/library/library.h"

#include "common/input.h"
#include "tune/library/query.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * --- the tables of the library. Each change gets a new number here, and a step that upgrades older files. ---
 */

enum { SCHEMA_VERSION = 2 };

/* The steps from each version to the next. States are those of enum work_state. */
static const char *const schema_steps[SCHEMA_VERSION] = {
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
    "  FOREIGN KEY (execution, number) REFERENCES samples ON DELETE CASCADE);",
    "ALTER TABLE samples ADD COLUMN round INTEGER; ALTER TABLE samples ADD COLUMN processor REAL;"
    "ALTER TABLE sessions ADD COLUMN seed INTEGER;"};

enum { BUSY_MS = 60000 }; /* so long one process waits for another */

static bool prepare_tables(struct library *library, struct error *error)
{
    int64_t version = 0;
    if (!query_begin(library, error))
        return false;
    bool done = query_number(library, &version, error, "PRAGMA user_version", "");
    if (done && (version < 0 || version > SCHEMA_VERSION))
        done = error_set(error, ERROR_USAGE, "%s: made by another version of instr-tune (format %d, this one reads %d)",
                         library->path, (int)version, SCHEMA_VERSION);
    for (; done && version < SCHEMA_VERSION; version++) {
        char set[60];
        snprintf(set, sizeof set, "PRAGMA user_version = %d", (int)version + 1);
        done = query_script(library, schema_steps[version], error) && query_script(library, set, error);
    }
    return query_end(library, done, error);
}

/* Sets the journal's mode, unless there is no shared memory, as on some network file systems. In this mode a killed process loses nothing, and
 * a power failure at most the last results. If two processes change to it at the same time SQLite tells one at once that the other is busy,
 * regardless of the timeout. */
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
