/* fall_back.c - see fall_back.h. */
#include "instrumenter/fall_back.h"

static bool compiles_alone(struct work *work, size_t index, struct error *error)
{
    int status;
    char *object = arena_printf(work->arena, "%s/%zu/alone", work->folder, index);
    if (!object)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    char **argv = plan_single_argv(work->plan, index, work->texts[index], object, work->clang, work->arena);
    return work_step(work, argv, true, &status, error) && status == 0;
}

/* Edits the unit with less and less in it, until it compiles. */
static bool do_less(struct work *work, size_t index, struct error *error)
{
    static const struct {
        enum unit_edit_mode mode;
        enum log_result result;
        const char *why;
    } ways[] = {{UNIT_EDIT_FULL, LOG_QUIET, "probes-in-c"},
                {UNIT_EDIT_CALLED, LOG_QUIET, "called-probes"},
                {UNIT_EDIT_RECORDS, LOG_RECORDS, "edited-text-fails"}};
    struct log_unit *log = &work->log->units[index];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        log->result = ways[i].result;
        log->why = ways[i].why;
        if (work_edit(work, index, ways[i].mode, error) && compiles_alone(work, index, error))
            return true;
    }
    return false;
}

/* The edited texts without our MPI wrappers in the link, which may be what fails. */
static bool compile_bare(const struct work *work, int *status, struct error *error)
{
    struct plan plan = *work->plan;
    struct work bare = *work;
    plan.mpi_link = false;
    bare.plan = &plan;
    return work_compile(&bare, PLAN_QUIET, status, error);
}

bool fall_back(struct work *work, int *status, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct log_unit *log = &work->log->units[i];
        if (!work->texts[i])
            continue;
        log->result = LOG_QUIET;
        log->why = "messages";
        if (compiles_alone(work, i, error) || do_less(work, i, error))
            continue;
        log->result = LOG_ORIGINAL;
        work->texts[i] = NULL;
    }
    if (error->code)
        return false;
    if (!work_compile(work, PLAN_QUIET, status, error))
        return false;
    if (*status && work->plan->mpi_link && !compile_bare(work, status, error))
        return false;
    if (*status == 0)
        return true;
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        work->texts[i] = NULL;
        work->log->units[i].result = LOG_ORIGINAL;
        work->log->units[i].why = "edited-text-fails";
    }
    /* The failed attempts may have removed what the original command had made. */
    struct plan_diagnosis how = {.any_pragma = true, .headers = work->headers, .clang = work->clang};
    return work_step(work, plan_diagnose_argv(work->plan, &how, work->arena), true, status, error);
}
