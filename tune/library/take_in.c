/* take_in.c - what another library has measured, put into this one. */
#include "tune/library/query.h"

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
