/* look.c - reads results from the library. */
#include "tune/library/query.h"

#include <string.h>

/* Reads the samples of an execution at the library's place, with the values of the requested measures. */
static bool look_samples(struct library *library, const char *const *measures, unsigned measure_count,
                         struct known_execution *known, struct arena *arena, struct error *error)
{
    int64_t count = 0;
    if (!query_number(library, &count, error, "SELECT coalesce(max(number), 0) FROM samples WHERE execution = ?", "i",
                      known->id))
        return false;
    known->last_number = (unsigned)count;
    known->samples = arena_array(arena, (size_t)count, sizeof *known->samples);
    known->values = arena_array(arena, (size_t)count * measure_count, sizeof *known->values);
    sqlite3_stmt *rows =
        query_rows(library, error,
                   "SELECT s.number, s.rowid, s.round, s.seconds, s.processor, s.memory, s.output, s.profiles,"
                   " v.measure, v.value, v.reason FROM samples s JOIN sessions x ON x.id = s.session"
                   " LEFT JOIN sample_values v USING (execution, number)"
                   " WHERE s.execution = ? AND (?2 IS NULL OR " QUERY_PLACE " = ?2)"
                   " ORDER BY s.number",
                   "is", known->id, library->place);
    if (!rows)
        return false;
    while (query_next(library, rows, error)) {
        unsigned number = (unsigned)sqlite3_column_int(rows, 0);
        if (!known->sample_count || known->samples[known->sample_count - 1].number != number) {
            if (known->sample_count == count)
                break; /* another process has just added it */
            known->samples[known->sample_count++] = (struct sample){number,
                                                                    sqlite3_column_int64(rows, 1),
                                                                    sqlite3_column_int64(rows, 2),
                                                                    sqlite3_column_double(rows, 3),
                                                                    sqlite3_column_double(rows, 4),
                                                                    sqlite3_column_double(rows, 5),
                                                                    query_text(rows, 6, arena),
                                                                    query_text(rows, 7, arena)};
        }
        const char *measure = (const char *)sqlite3_column_text(rows, 8);
        for (unsigned m = 0; measure && m < measure_count; m++)
            if (!strcmp(measure, measures[m]))
                known->values[(known->sample_count - 1) * measure_count + m] =
                    (struct sample_value){measures[m], sqlite3_column_double(rows, 9), query_text(rows, 10, arena)};
    }
    sqlite3_finalize(rows);
    return !(error && error->code);
}

bool library_look(struct library *library, const char *key, const char *const *measures, unsigned measure_count,
                  struct known_execution *known, bool *found, struct arena *arena, struct error *error)
{
    *known = (struct known_execution){0};
    sqlite3_stmt *rows =
        query_rows(library, error,
                   "SELECT e.id, e.build, e.state, b.state, coalesce(e.reason, b.reason) FROM executions e"
                   " JOIN builds b ON b.id = e.build WHERE e.key = ?",
                   "s", key);
    *found = rows && query_next(library, rows, error);
    if (*found)
        *known = (struct known_execution){.id = sqlite3_column_int64(rows, 0),
                                          .build = sqlite3_column_int64(rows, 1),
                                          .state = (enum work_state)sqlite3_column_int(rows, 2),
                                          .build_state = (enum work_state)sqlite3_column_int(rows, 3),
                                          .reason = query_text(rows, 4, arena)};
    sqlite3_finalize(rows);
    if (!rows || (error && error->code))
        return false;
    return !*found || look_samples(library, measures, measure_count, known, arena, error);
}

bool library_variants(struct library *library, const char ***parameters, unsigned *count, struct arena *arena,
                      struct error *error)
{
    int64_t room = 0;
    *count = 0;
    if (!query_number(library, &room, error, "SELECT count(*) FROM variants", ""))
        return false;
    *parameters = arena_array(arena, (size_t)room, sizeof **parameters);
    sqlite3_stmt *rows = query_rows(library, error, "SELECT parameters FROM variants ORDER BY id", "");
    while (rows && *count < room && query_next(library, rows, error))
        (*parameters)[(*count)++] = query_text(rows, 0, arena);
    sqlite3_finalize(rows);
    return rows && !(error && error->code);
}

bool library_places(struct library *library, struct known_place **places, unsigned *count, struct arena *arena,
                    struct error *error)
{
    enum { MOST = 64 };
    *count = 0;
    *places = arena_array(arena, MOST, sizeof **places);
    sqlite3_stmt *rows = query_rows(
        library, error,
        "SELECT " QUERY_PLACE ", group_concat(DISTINCT host), group_concat(DISTINCT nullif(source_commit, '')),"
        " min(started), count(*) FROM samples JOIN sessions ON session = id GROUP BY 1 ORDER BY 5 DESC",
        "");
    while (rows && *count < MOST && query_next(library, rows, error))
        (*places)[(*count)++] =
            (struct known_place){query_text(rows, 0, arena), query_text(rows, 1, arena), query_text(rows, 2, arena),
                                 query_text(rows, 3, arena), (unsigned)sqlite3_column_int(rows, 4)};
    sqlite3_finalize(rows);
    return rows && !(error && error->code);
}
