/* task.c - see task.h. */
#include "tune/execute/task.h"

#include "report/read/folder.h"
#include "tune/execute/files.h"
#include "tune/execute/measure.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOG_KEPT = 8192, OUTPUT_KEPT = 8192, LINE_KEPT = 160 };

const char *task_build_folder(const struct project *project, const struct plan *plan, struct arena *arena)
{
    return arena_printf(arena, "%s/builds/%s", project->folder, plan->build);
}

/* Returns the end of the output, from the start of a line. */
static const char *tail(const char *output, size_t size, size_t most, struct arena *arena)
{
    if (size > most) {
        output += size - most;
        size = most;
        const char *line = memchr(output, '\n', size);
        if (line && line + 1 < output + size) {
            size -= (size_t)(line + 1 - output);
            output = line + 1;
        }
    }
    char *text = arena_copy(arena, output, size);
    for (char *at = text; at < text + size; at++)
        if (!*at)
            *at = ' ';
    return text;
}

/* Returns where an MPI launcher's own text begins, such as after a failed rank: behind the program's text, or between lines of - or =. NULL if
 * there is none. */
static const char *launchers_words(const char *text)
{
    static const char *const words[] = {
        "Primary job  terminated", "mpirun detected that",   "mpiexec detected that", "prterun detected that",
        "MPI_ABORT was invoked",   "BAD TERMINATION OF ONE", "srun: error:",          "slurmstepd: error:"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(text, words[i]);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}

/* Returns the line of the program's text that most likely tells the error: the first one with the word error, else the last one. */
static const char *telling_line(const char *text, struct arena *arena)
{
    const char *launcher = launchers_words(text), *end = launcher ? launcher : text + strlen(text);
    while (end > text && strchr("\n -=|", end[-1]))
        end--;
    if (end == text) /* it said nothing */
        end = text + strlen(text);
    while (end > text && (end[-1] == '\n' || end[-1] == ' '))
        end--;
    const char *line = strcasestr(text, "error");
    if (!line || line >= end)
        line = end;
    while (line > text && line[-1] != '\n')
        line--;
    size_t length = strcspn(line, "\n");
    return arena_printf(arena, "%.*s%s", (int)(length < LINE_KEPT ? length : LINE_KEPT), line,
                        length > LINE_KEPT ? "..." : "");
}

/* --- the end of a task --- */

static bool finish(struct task *task, enum work_state state, const char *reason, const char *log, struct error *error)
{
    bool done = library_finish(task->library, task->work, task->id, state, reason, log, task->seconds, error);
    if (task->fresh)
        remove_tree(task->fresh);
    child_process_free(&task->keeper);
    arena_free(&task->arena);
    *task = (struct task){0};
    return done;
}

/* Handles a failed run if that is forgiven. */
static bool miss(struct task *task, const char *why, struct error *error)
{
    ++*task->missed;
    *task->why = arena_printf(task->kept, "%s", why);
    return finish(task, task->samples ? WORK_DONE : WORK_TODO, NULL, NULL, error);
}

/* Reports that `what` failed in a step. A full disk is not the variant's fault. */
static bool fail(struct task *task, const char *step, const char *what, const struct child_process_result *result,
                 struct error *error)
{
    if (files_disk_full(task->project->folder, error))
        return false;
    const char *log = tail(result->output, result->output_size, LOG_KEPT, &task->arena);
    const char *line = telling_line(log, &task->arena);
    const char *reason = arena_printf(&task->arena, "%s: %s%s%s", step, what, *line ? ": " : "", line);
    if (task->missed)
        return miss(task, reason, error);
    return finish(task, WORK_FAILED, reason, log, error);
}

/* --- commands --- */

/* Starts a command in the folder of the build, with the parameters in its environment; an execution also gets a place for profiles. */
static bool start(struct task *task, const char *command, double limit, struct error *error)
{
    struct project *project = task->project;
    unsigned count = 0;
    const char *sets[2 * PARAMETERS_MOST + 8];
    for (unsigned i = 0; i < project->parameter_count; i++) {
        sets[count++] = arena_printf(&task->arena, "TUNE_%s", project->parameters[i].name);
        sets[count++] = variant_value(project, task->genes, i)->text;
    }
    sets[count++] = "TUNE_PROJECT";
    sets[count++] = project->directory;
    if (task->fresh && !task->preparing) {
        sets[count++] = "INSTR_OUTPUT";
        sets[count++] = arena_printf(&task->arena, "%s/%%x.%%p.instr", task->fresh);
    }
    sets[count] = NULL;
    struct child_process_job job = {command, task->folder, sets, limit, task->fresh ? project->memory : 0};
    return child_process_start(&task->keeper, &job, error);
}

/* --- builds --- */

static bool write_files(struct task *task, struct error *error)
{
    const struct recipe *recipe = &task->plan->recipe;
    for (unsigned i = 0; i < recipe->file_count; i++) {
        char *path = arena_printf(&task->arena, "%s/%s", task->folder, recipe->files[i].name);
        char *slash = strrchr(path, '/');
        *slash = '\0';
        bool made = files_make_folder(path, error);
        *slash = '/';
        if (!made || !files_write(path, recipe->files[i].text, recipe->files[i].size, error))
            return false;
    }
    return true;
}

/* Finds the next step that has a command, from task->step on. */
static bool next_step(struct task *task, bool *over, struct error *error)
{
    while (task->step < STEP_RUN && !task->plan->recipe.commands[task->step])
        task->step++;
    *over = task->step == STEP_RUN;
    if (*over)
        return finish(task, WORK_DONE, NULL, NULL, error);
    return start(task, task->plan->recipe.commands[task->step], task->project->steps[task->step].limit, error);
}

static bool go_on_building(struct task *task, const struct child_process_result *result, bool *over,
                           struct error *error)
{
    static const char *const names[] = {"generate", "build"};
    double limit = task->project->steps[task->step].limit;
    const char *what = child_process_failure(result, limit, &task->arena);
    *over = true;
    if (what)
        return fail(task, names[task->step], what, result, error);
    task->step++;
    return next_step(task, over, error);
}

/* --- executions --- */

static bool start_run(struct task *task, struct error *error)
{
    return start(task, task->plan->recipe.commands[STEP_RUN], task->project->steps[STEP_RUN].limit, error);
}

static bool next_run(struct task *task, bool *over, struct error *error)
{
    const char *before = task->plan->recipe.commands[STEP_BEFORE];
    *over = task->samples >= task->goal;
    if (*over)
        return finish(task, WORK_DONE, NULL, NULL, error);
    if (!files_empty_folder(task->fresh, error))
        return false;
    task->preparing = before != NULL;
    return before ? start(task, before, task->project->steps[STEP_BEFORE].limit, error) : start_run(task, error);
}

/* Returns where the profiles of the sample are kept, relative to the project's folder; "" if there are none. */
static bool keep_profiles(struct task *task, unsigned number, const char **profiles, struct error *error)
{
    *profiles = "";
    if (rmdir(task->fresh) == 0)
        return true;
    *profiles = arena_printf(&task->arena, "profiles/%s/%u", task->plan->execution, number);
    const char *folder = arena_printf(&task->arena, "%s/%s", task->project->folder, *profiles);
    remove_tree(folder); /* of one that was killed before the library had the sample */
    return rename(task->fresh, folder) == 0 ||
           error_set(error, ERROR_INTERNAL, "can't rename %s to %s", task->fresh, folder);
}

static bool take_sample(struct task *task, const struct child_process_result *result, bool *over, struct error *error)
{
    struct sample_value values[MEASURES_MOST];
    struct project *project = task->project;
    struct run_result run = {result->seconds, result->processor,   result->memory,
                             result->output,  result->output_size, task->fresh};
    struct sample sample = {.number = task->last_number + 1,
                            .round = task->round,
                            .seconds = result->seconds,
                            .processor = result->processor,
                            .memory = result->memory};
    if (!measure_run(project, &run, values, &task->arena, error))
        return false;
    sample.output = tail(result->output, result->output_size, OUTPUT_KEPT, &task->arena);
    *over = values[0].reason != NULL;
    if (*over && files_disk_full(project->folder, error))
        return false;
    if (*over && task->missed)
        return miss(task, values[0].reason, error);
    if (!keep_profiles(task, sample.number, &sample.profiles, error) ||
        !library_add_sample(task->library, task->id, &sample, values, project->measure_count, error))
        return false;
    if (*over)
        return finish(task, WORK_DONE, NULL, NULL, error);
    task->samples++;
    task->last_number++;
    return next_run(task, over, error);
}

static bool go_on_running(struct task *task, const struct child_process_result *result, bool *over, struct error *error)
{
    enum step_kind step = task->preparing ? STEP_BEFORE : STEP_RUN;
    const char *what = child_process_failure(result, task->project->steps[step].limit, &task->arena);
    *over = true;
    if (what)
        return fail(task, task->preparing ? "before" : "run", what, result, error);
    *over = false;
    if (task->preparing) {
        task->preparing = false;
        return start_run(task, error);
    }
    if (!task->warmup)
        return take_sample(task, result, over, error);
    task->warmup--;
    return next_run(task, over, error);
}

/* Takes over samples measured before. */
static bool take_up(struct task *task, struct error *error)
{
    const char *measure = task->project->measures[0].text;
    struct known_execution known;
    bool found;
    if (!library_look(task->library, task->plan->execution, &measure, 1, &known, &found, &task->arena, error))
        return false;
    task->samples = known.sample_count;
    task->last_number = known.last_number;
    return true;
}

bool task_begin(struct task *task, bool *over, struct error *error)
{
    task->folder = task_build_folder(task->project, task->plan, &task->arena);
    if (task->work == WORK_BUILD)
        return files_empty_folder(task->folder, error) && write_files(task, error) && next_step(task, over, error);
    task->fresh = arena_printf(&task->arena, "%s/profiles/%s/part", task->project->folder, task->plan->execution);
    return take_up(task, error) && next_run(task, over, error);
}

bool task_go_on(struct task *task, const struct child_process_result *result, bool *over, struct error *error)
{
    task->seconds += result->seconds;
    return task->work == WORK_BUILD ? go_on_building(task, result, over, error)
                                    : go_on_running(task, result, over, error);
}
