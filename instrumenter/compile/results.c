/* results.c - see results.h. */
#include "instrumenter/compile/results.h"

#include "instrumenter/driver/file.h"
#include "instrumenter/driver/tell.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void results_set(struct work *work)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct log_unit *unit = &work->log->units[i];
        if (!work->texts[i])
            continue;
        if (unit->result == LOG_ORIGINAL && work_given_up(work->plan, i))
            unit->result = LOG_RECORDS;
        else if (unit->result == LOG_ORIGINAL)
            unit->result = work->printed ? LOG_QUIET : LOG_FULL;
        if (!unit->why && work->printed)
            unit->why = "messages";
    }
}

void results_remove(const char *path)
{
    struct stat status;
    if (!lstat(path, &status) && S_ISREG(status.st_mode))
        unlink(path);
}

bool results_tell(const struct work *work, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        const struct log_unit *unit = &work->log->units[i];
        const char *source = work->plan->units[i].source;
        const char *what =
            unit->result == LOG_RECORDS ? "its functions are listed but not timed" : "the original was compiled";
        if (unit->result > LOG_RECORDS || !unit->why || !strcmp(unit->why, "no-functions") ||
            !strcmp(unit->why, "has-probes"))
            continue;
        if (work->plan->strict) {
            results_remove(work->plan->units[i].output);
            return error_set(error, ERROR_USAGE, "%s: not instrumented [%s]", source, unit->why);
        }
        tell("%s: warning: not instrumented: %s [%s]", source, what, unit->why);
    }
    return true;
}

static void copy_file(const char *from, const char *to, struct arena *arena)
{
    size_t size;
    struct error error = {0};
    const char *text = file_read(from, &size, arena, &error);
    if (text && file_write(to, text, size, &error))
        tell("kept %s", to);
    else
        tell("%s", error.text);
}

void results_keep(const struct work *work)
{
    const struct plan *plan = work->plan;
    for (size_t i = 0; i < plan->unit_count; i++) {
        const char *beside = plan->stop == PLAN_STOP_LINK ? plan->units[i].base : plan->units[i].output;
        char *flat = arena_printf(work->arena, "%s.instr.i", beside);
        char *edited = arena_printf(work->arena, "%s.instr.c", beside);
        if (flat && work->flats[i])
            copy_file(work->flats[i], flat, work->arena);
        if (edited && work->texts[i])
            copy_file(work->texts[i], edited, work->arena);
    }
}

bool results_print(const struct work *work, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        size_t size;
        const char *path = work->texts[i] ? work->texts[i] : work->flats[i];
        const char *text = path ? file_read(path, &size, work->arena, error) : NULL;
        if (!text || !file_write(NULL, text, size, error))
            return false;
    }
    return true;
}
