/* executor.c - see executor.h. */
#include "tune/execute/executor.h"

#include "common/needed.h"
#include "report/read/folder.h"
#include "tune/execute/files.h"
#include "tune/execute/measure.h"
#include "tune/execute/task.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Variants are looked up, built and run in groups of so many, so that a long sweep shows results early. */
enum { GROUP = 128, TASKS_MOST = 256, POLL_MS = 100, REVIVE_EVERY = 20 };

struct unit {
    const uint16_t *genes;
    struct outcome *outcome;
    struct plan plan;
    int64_t build, execution;
    enum work_state build_state, state;
    bool open; /* neither known nor waiting for another unit with the same execution */
    bool told;
};

struct pool {
    struct executor *executor;
    struct unit *units;
    unsigned count;
    struct task tasks[TASKS_MOST];
    unsigned costs[TASKS_MOST]; /* 0: the place is free */
    unsigned capacity, used;
    int lock;
    struct arena *arena;
};

static bool stopped(struct executor *executor, struct error *error)
{
    return executor->stop && *executor->stop &&
           !error_set(error, ERROR_INTERNAL,
                      "stopped; what was measured is kept, and the same command goes on from there");
}

/* --- what is known --- */

static bool folder_is_there(struct executor *executor, const struct plan *plan, struct arena *arena)
{
    const char *folder = task_build_folder(executor->project, plan, arena);
    return folder && access(folder, X_OK) == 0;
}

/* Gives up on what failed before, or whose build is gone. */
static bool renew(struct executor *executor, struct unit *unit, struct arena *arena, struct error *error)
{
    struct library *library = executor->library;
    bool retry = executor->retry && unit->outcome->state == OUTCOME_FAILED;
    bool gone = unit->build_state == WORK_DONE && unit->outcome->state == OUTCOME_UNKNOWN &&
                !folder_is_there(executor, &unit->plan, arena);
    if (retry)
        *unit->outcome = (struct outcome){.profiles = ""};
    if ((gone || (retry && unit->build_state == WORK_FAILED)) &&
        !library_reset(library, WORK_BUILD, unit->build, error))
        return false;
    if (gone || (retry && unit->build_state == WORK_FAILED))
        unit->build_state = WORK_TODO;
    /* One that was enough once may be asked for more repeats now. */
    bool unknown = unit->state == WORK_DONE && unit->outcome->state == OUTCOME_UNKNOWN;
    if (retry && !library_reset(library, WORK_EXECUTION, unit->execution, error))
        return false;
    if (!retry && unknown && !library_reopen(library, unit->execution, error))
        return false;
    if (retry || unknown)
        unit->state = WORK_TODO;
    return true;
}

static bool look_up(struct executor *executor, struct unit *unit, struct arena *arena, struct error *error)
{
    struct library *library = executor->library;
    struct known_execution known;
    const struct recipe *recipe = &unit->plan.recipe;
    if (!plan_make(executor->project, executor->sources, unit->genes, &unit->plan, arena, error))
        return false;
    if (!recipe->commands[STEP_RUN])
        return error_set(error, ERROR_USAGE, "%s:%d: the function gives no command to run", executor->project->file,
                         executor->project->steps[STEP_RUN].line);
    return library_build(library, unit->plan.build, recipe->commands[STEP_GENERATE], recipe->commands[STEP_BUILD],
                         &unit->build, &unit->build_state, error) &&
           library_execution(library, unit->plan.execution, unit->build, recipe->commands[STEP_RUN], &unit->execution,
                             &unit->state, error) &&
           library_variant(library, unit->plan.parameters, unit->execution, error) &&
           outcome_read(executor->project, library, &unit->plan, &known, unit->outcome, arena, error) &&
           renew(executor, unit, arena, error);
}

static void tell(struct executor *executor, struct unit *unit, bool fresh)
{
    if (executor->told && !unit->told)
        executor->told(executor, unit->genes, unit->outcome, fresh);
    unit->told = true;
}

/* Reads what has come of a unit, and tells it when it is at its end. */
static bool read_again(struct pool *pool, struct unit *unit, struct error *error)
{
    struct known_execution known;
    if (!outcome_read(pool->executor->project, pool->executor->library, &unit->plan, &known, unit->outcome, pool->arena,
                      error))
        return false;
    if (unit->outcome->state != OUTCOME_UNKNOWN)
        tell(pool->executor, unit, true);
    return true;
}

/* --- work --- */

static int64_t work_id(const struct unit *unit, enum work work)
{
    return work == WORK_BUILD ? unit->build : unit->execution;
}

/* Those after it that wait for the same build or execution get its news. */
static bool spread_news(struct pool *pool, enum work work, int64_t id, struct error *error)
{
    for (unsigned i = 0; i < pool->count; i++) {
        struct unit *unit = &pool->units[i];
        if (work_id(unit, work) != id || unit->outcome->state != OUTCOME_UNKNOWN)
            continue;
        if (!read_again(pool, unit, error))
            return false;
    }
    return true;
}

static bool start_unit(struct pool *pool, struct unit *unit, enum work work, unsigned cost, bool *started,
                       struct error *error)
{
    struct executor *executor = pool->executor;
    enum work_state state;
    bool over = false;
    unsigned place = 0;
    while (place < TASKS_MOST && pool->costs[place])
        place++;
    *started = false;
    if (place == TASKS_MOST)
        return true;
    bool claimed;
    if (!library_claim(executor->library, work, work_id(unit, work), &claimed, &state, error))
        return false;
    if (!claimed) {
        unit->open = state == WORK_CLAIMED || state == WORK_TODO;
        return unit->open || spread_news(pool, work, work_id(unit, work), error);
    }
    if (work == WORK_EXECUTION && pool->lock < 0) {
        pool->lock = files_lock_machine(executor->waiting);
        if (pool->lock < 0)
            return true; /* a signal came, for which the caller looks */
    }
    struct task *task = &pool->tasks[place];
    *task = (struct task){.project = executor->project,
                          .library = executor->library,
                          .plan = &unit->plan,
                          .genes = unit->genes,
                          .work = work,
                          .id = work_id(unit, work)};
    unit->open = false;
    if (!task_begin(task, &over, error)) {
        files_disk_full(executor->project->folder, error);
        return false;
    }
    if (over)
        return spread_news(pool, work, work_id(unit, work), error);
    pool->costs[place] = cost;
    pool->used += cost;
    *started = true;
    return true;
}

/* How much of the pool a unit takes: of cores, all, unless the project says how many. */
static unsigned cost_of(const struct pool *pool, const struct unit *unit, enum work work)
{
    unsigned cores = unit->plan.recipe.cores;
    return work == WORK_BUILD ? 1 : !cores || cores > pool->capacity ? pool->capacity : cores;
}

static bool start_some(struct pool *pool, enum work work, bool *any_open, struct error *error)
{
    *any_open = false;
    for (unsigned i = 0; i < pool->count; i++) {
        struct unit *unit = &pool->units[i];
        unsigned cost = cost_of(pool, unit, work);
        bool started;
        if (!unit->open)
            continue;
        *any_open = true;
        if (pool->used + cost > pool->capacity)
            return true; /* in order, so that a large one is not kept waiting for ever */
        if (!start_unit(pool, unit, work, cost, &started, error))
            return false;
    }
    return true;
}

static bool take_from(struct pool *pool, unsigned place, struct error *error)
{
    struct task *task = &pool->tasks[place];
    struct child_process_result result;
    bool over = false;
    if (!child_process_take(&task->keeper, &over, &result, error))
        return false;
    if (!over)
        return true;
    enum work work = task->work;
    int64_t id = task->id;
    if (!task_go_on(task, &result, &over, error))
        return false;
    if (!over)
        return true;
    pool->used -= pool->costs[place];
    pool->costs[place] = 0;
    if (!pool->used) {
        files_unlock_machine(pool->lock);
        pool->lock = -1;
    }
    return spread_news(pool, work, id, error);
}

/* Waits for any of the commands, but not long: a signal may have come, or another process be done. */
static bool take_some(struct pool *pool, struct error *error)
{
    struct pollfd fds[TASKS_MOST];
    unsigned places[TASKS_MOST], count = 0;
    for (unsigned i = 0; i < TASKS_MOST; i++) {
        if (!pool->costs[i])
            continue;
        fds[count] = (struct pollfd){pool->tasks[i].keeper.pipe, POLLIN, 0};
        places[count++] = i;
    }
    if (poll(fds, count, POLL_MS) <= 0)
        return true;
    for (unsigned i = 0; i < count; i++)
        if (fds[i].revents && !take_from(pool, places[i], error))
            return false;
    return true;
}

/* What can't go on: its commands are ended, and what it had claimed is given back with the session. */
static void abandon(struct pool *pool)
{
    for (unsigned i = 0; i < TASKS_MOST; i++) {
        if (!pool->costs[i])
            continue;
        struct task *task = &pool->tasks[i];
        child_process_free(&task->keeper);
        free(task->numbers);
        arena_free(&task->arena);
        pool->costs[i] = 0;
    }
    child_process_end_all();
    files_unlock_machine(pool->lock);
    pool->lock = -1;
}

static bool run_pool(struct pool *pool, enum work work, struct error *error)
{
    bool any_open = true;
    for (unsigned turn = 1; any_open || pool->used; turn++) {
        if (stopped(pool->executor, error) || !start_some(pool, work, &any_open, error))
            return false;
        if (any_open && !pool->used && turn % REVIVE_EVERY == 0 && !library_revive(pool->executor->library, error))
            return false;
        if ((any_open || pool->used) && !take_some(pool, error))
            return false;
    }
    return true;
}

/* Opens what is to be done, once for each build or execution. */
static void open_units(struct pool *pool, enum work work)
{
    for (unsigned i = 0; i < pool->count; i++) {
        struct unit *unit = &pool->units[i];
        unit->open = unit->outcome->state == OUTCOME_UNKNOWN &&
                     (work == WORK_BUILD ? unit->build_state != WORK_DONE : unit->state != WORK_DONE);
        for (unsigned k = 0; k < i && unit->open; k++)
            unit->open = work_id(&pool->units[k], work) != work_id(unit, work);
    }
}

/* When nothing is to be built, what is not built is left out. */
static void leave_out(struct pool *pool)
{
    for (unsigned i = 0; i < pool->count; i++)
        if (pool->units[i].open && pool->units[i].build_state != WORK_DONE) {
            pool->units[i].open = false;
            pool->executor->not_built++;
        }
}

static bool run_group(struct pool *pool, struct error *error)
{
    struct executor *executor = pool->executor;
    for (unsigned i = 0; i < pool->count; i++) {
        if (!look_up(executor, &pool->units[i], pool->arena, error))
            return false;
        if (pool->units[i].outcome->state != OUTCOME_UNKNOWN)
            tell(executor, &pool->units[i], false);
    }
    if (executor->build) {
        open_units(pool, WORK_BUILD);
        pool->capacity = executor->jobs < TASKS_MOST ? executor->jobs : TASKS_MOST;
        if (!run_pool(pool, WORK_BUILD, error))
            return false;
    }
    if (!executor->run)
        return true;
    open_units(pool, WORK_EXECUTION);
    if (!executor->build && !executor->built_elsewhere)
        leave_out(pool);
    pool->capacity = machine_cores();
    return run_pool(pool, WORK_EXECUTION, error);
}

bool executor_run(struct executor *executor, const uint16_t *genes, unsigned count, struct outcome *outcomes,
                  struct arena *arena, struct error *error)
{
    unsigned width = executor->project->parameter_count;
    struct pool *pool = needed_zeros(1, sizeof *pool);
    struct unit *units = needed_zeros(GROUP, sizeof *units);
    bool done = true;
    for (unsigned at = 0; done && at < count; at += GROUP) {
        *pool = (struct pool){.executor = executor,
                              .units = units,
                              .count = count - at < GROUP ? count - at : GROUP,
                              .lock = -1,
                              .arena = arena};
        for (unsigned i = 0; i < pool->count; i++)
            units[i] = (struct unit){.genes = genes + (size_t)(at + i) * width, .outcome = &outcomes[at + i]};
        done = run_group(pool, error);
        if (!done)
            abandon(pool);
    }
    free(units);
    free(pool);
    return done;
}

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
