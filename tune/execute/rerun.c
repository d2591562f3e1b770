/* rerun.c - see rerun.h. */
#include "tune/execute/rerun.h"

#include "report/read/folder.h"
#include "tune/execute/files.h"
#include "tune/execute/measure.h"
#include "tune/execute/task.h"

#include <poll.h>
#include <unistd.h>

/* Waits for the command's end; false also when a signal has stopped us. */
static bool wait_for(struct executor *executor, struct keeper *keeper, struct child_process_result *result,
                     struct error *error)
{
    for (bool ended = false; !ended;) {
        struct pollfd fd = {keeper->pipe, POLLIN, 0};
        if (*executor->stop) {
            child_process_free(keeper);
            child_process_end_all();
            return error_set(error, ERROR_INTERNAL, "stopped");
        }
        if (poll(&fd, 1, 100) > 0 && !child_process_take(keeper, &ended, result, error))
            return false;
    }
    return true;
}

bool rerun_run(struct executor *executor, const uint16_t *genes, double *number, struct arena *arena,
               struct error *error)
{
    struct project *project = executor->project;
    struct sample_value values[MEASURES_MOST];
    struct child_process_result result;
    struct keeper keeper = {0};
    struct plan plan;
    if (!plan_make(project, executor->sources, genes, &plan, arena, error))
        return false;
    const char *fresh = arena_printf(arena, "%s/again.%d", project->folder, (int)getpid());
    const char *folder = task_build_folder(project, &plan, arena), *why = NULL;
    int lock = files_lock_machine(executor->waiting);
    bool done = files_empty_folder(fresh, error) &&
                task_start(project, genes, plan.recipe.commands[STEP_RUN], folder, fresh,
                           project->steps[STEP_RUN].limit, &keeper, arena, error) &&
                wait_for(executor, &keeper, &result, error);
    files_unlock_machine(lock);
    if (done) {
        struct run_result run = {result.seconds, result.memory, result.output, result.output_size, fresh};
        why = child_process_failure(&result, project->steps[STEP_RUN].limit, arena);
        done = why || measure_run(project, &run, values, arena, error);
        why = done && !why ? values[0].reason : why;
    }
    if (done && why)
        done = error_set(error, ERROR_USAGE, "%s: %s", variant_text(project, genes, arena), why);
    if (done)
        *number = values[0].value;
    child_process_free(&keeper);
    remove_tree(fresh);
    return done;
}
