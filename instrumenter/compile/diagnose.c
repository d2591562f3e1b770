/*
 * diagnose.c - see diagnose.h.
 *
 * Our own pragmas are no business of the compiler's: where others may be unknown to it as well, it gets the text without ours.
 */
#include "instrumenter/compile/diagnose.h"

#include "instrumenter/driver/file.h"

#include <sys/stat.h>

/* The preprocessed text of unit `index` with its comments and without our pragmas; *status is not 0 where the
 * preprocessor fails. */
static const char *text_without_ours(struct work *work, size_t index, int *status, struct error *error)
{
    const struct plan_unit *unit = &work->plan->units[index];
    const char *folder = arena_printf(work->arena, "%s/%zu/own", work->folder, index);
    const char *path = folder ? arena_printf(work->arena, "%s/%s", folder, unit->base) : NULL;
    const char *from =
        unit->flat ? work->flats[index] : arena_printf(work->arena, "%s/%zu/comments", work->folder, index);
    size_t size;
    if (!path || !from || mkdir(folder, 0700))
        return error_set(error, ERROR_INTERNAL, "can't make a folder in %s", work->folder), NULL;
    if (!unit->flat &&
        (!work_step(work, plan_comments_argv(work->plan, index, from, work->arena), false, status, error) || *status))
        return NULL;
    const char *text = file_read(from, &size, work->arena, error);
    text = text ? messages_without_ours(text, size, work->arena) : NULL;
    return text && file_write(path, text, size, error) ? path : NULL;
}

/* Messages and status of the user's own text but for our pragmas, where others may be unknown, too. It writes where the
 * command says. */
static bool diagnose_mixed(struct work *work, int *status, struct error *error)
{
    const char **texts = arena_array(work->arena, work->plan->unit_count + 1, sizeof *texts);
    *status = 0;
    for (size_t i = 0; texts && i < work->plan->unit_count; i++)
        if (!(texts[i] = text_without_ours(work, i, status, error)))
            return *status || error_set(error, ERROR_INTERNAL, "out of memory");
    if (!texts)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    struct plan_compilation how = work_compilation(work, PLAN_LOUD);
    how.texts = texts;
    return work_step(work, plan_compile_argv(work->plan, &how, work->arena), false, status, error);
}

bool diagnose(struct work *work, bool aside, int *status, struct error *error)
{
    long long start = log_clock();
    if (work->pragmas == MESSAGES_MIXED) {
        bool done = diagnose_mixed(work, status, error);
        work->log->times.diagnose += log_clock() - start;
        return done;
    }
    char *output = aside ? arena_printf(work->arena, "%s/original.o", work->folder) : NULL;
    if (aside && !output)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    /* The dependency file is written; only a preprocessor that prints may do so because of it. */
    struct plan_diagnosis how = {.output = output,
                                 .dependencies = work->printed_early,
                                 .any_pragma = work->pragmas == MESSAGES_OURS,
                                 .headers = work->headers,
                                 .clang = work->clang};
    char **argv = plan_diagnose_argv(work->plan, &how, work->arena);
    bool ran = work_step(work, argv, false, status, error);
    work->log->times.diagnose += log_clock() - start;
    return ran;
}
