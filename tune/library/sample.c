/* sample.c - see library.h: what was measured. */
#include "tune/library/library.h"

#include "tune/library/query.h"

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
