/* executor.c - see executor.h. */
#include "tune/execute/executor.h"

#include "common/needed.h"
#include "tune/execute/files.h"
#include "tune/execute/task.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TASKS_MOST = 256, POLL_MS = 100, REVIVE_EVERY = 20 };

struct unit {
    const uint16_t *genes;
    struct outcome *outcome;
    struct plan plan;
    int64_t build, execution;
    enum work_state build_state;
    bool open;       /* to be done, and not waiting for another unit with the same build or execution */
    bool warm;       /* its warm-up runs are done */
    unsigned goal;   /* samples to have */
    unsigned missed; /* runs that failed and are forgiven */
    const char *why; /* the last of them */
};

struct pool {
    struct executor *executor;
    struct unit *units;
    unsigned count;
    struct unit **order; /* those of this round */
    unsigned ordered;
    int64_t round;
    struct task tasks[TASKS_MOST];
    unsigned costs[TASKS_MOST]; /* 0: the place is free */
    unsigned capacity, used;
    int lock;
    struct arena *arena;
};

static bool stopped(struct executor *executor, struct error *error)
{
    return executor->stop && *executor->stop &&
           !error_set(error, ERROR_INTERNAL, "stopped; all results are kept, and the same command continues from here");
}

/* --- what is known --- */

static bool folder_is_there(struct executor *executor, const struct plan *plan, struct arena *arena)
{
    const char *folder = task_build_folder(executor->project, plan, arena);
    return folder && access(folder, X_OK) == 0;
}

/* Marks a build to be done again: it failed and may be retried, or its folder is gone. */
static bool renew(struct executor *executor, struct unit *unit, struct arena *arena, struct error *error)
{
    bool failed = unit->build_state == WORK_FAILED && executor->retry;
    bool gone = unit->build_state == WORK_DONE && !folder_is_there(executor, &unit->plan, arena);
    if (!failed && !gone)
        return true;
    unit->build_state = WORK_TODO;
    return library_reset(executor->library, WORK_BUILD, unit->build, error);
}

static bool read_outcome(struct pool *pool, struct unit *unit, struct error *error)
{
    struct known_execution known;
    return outcome_read(pool->executor->project, pool->executor->library, &unit->plan, &known, unit->outcome,
                        pool->arena, error);
}

static bool look_up(struct pool *pool, struct unit *unit, struct error *error)
{
    struct executor *executor = pool->executor;
    struct library *library = executor->library;
    const struct recipe *recipe = &unit->plan.recipe;
    enum work_state state;
    if (!plan_make(executor->project, &executor->contents, unit->genes, &unit->plan, pool->arena, error))
        return false;
    if (!recipe->commands[STEP_RUN])
        return error_set(error, ERROR_USAGE, "%s:%d: the function returns no command to run", executor->project->file,
                         executor->project->steps[STEP_RUN].line);
    if (!library_build(library, unit->plan.build, recipe->commands[STEP_GENERATE], recipe->commands[STEP_BUILD],
                       &unit->build, &unit->build_state, error) ||
        !library_execution(library, unit->plan.execution, unit->build, recipe->commands[STEP_RUN], &unit->execution,
                           &state, error) ||
        !library_variant(library, unit->plan.parameters, unit->execution, error) || !read_outcome(pool, unit, error))
        return false;
    if (unit->outcome->state != OUTCOME_FAILED || !executor->retry)
        return true;
    return library_reset(library, WORK_EXECUTION, unit->execution, error) &&
           renew(executor, unit, pool->arena, error) && read_outcome(pool, unit, error);
}

static void tell(struct executor *executor, enum news news, unsigned count, const struct unit *unit)
{
    executor->told(executor->state, news, count, unit ? unit->genes : NULL, unit ? unit->outcome : NULL);
}

/* --- work --- */

static int64_t work_id(const struct unit *unit, enum work work)
{
    return work == WORK_BUILD ? unit->build : unit->execution;
}

/* Gives the news about a build or execution to all variants that share it. */
static bool spread_news(struct pool *pool, enum work work, int64_t id, struct error *error)
{
    for (unsigned i = 0; i < pool->count; i++) {
        struct unit *unit = &pool->units[i];
        if (work_id(unit, work) != id || unit->outcome->state == OUTCOME_FAILED)
            continue;
        if (work == WORK_BUILD)
            unit->build_state = WORK_DONE;
        if (!read_outcome(pool, unit, error))
            return false;
        if (work == WORK_EXECUTION || unit->outcome->state == OUTCOME_FAILED)
            tell(pool->executor, unit->outcome->state == OUTCOME_FAILED ? NEWS_FAILED : NEWS_RAN, 1, unit);
    }
    return true;
}

static void unlock_unused(struct pool *pool)
{
    if (pool->used)
        return;
    files_unlock_machine(pool->lock);
    pool->lock = -1;
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
                          .id = work_id(unit, work),
                          .round = pool->round,
                          .goal = unit->goal,
                          .warmup = unit->warm ? 0 : executor->project->warmup,
                          .missed = executor->forgiving ? &unit->missed : NULL,
                          .why = &unit->why,
                          .kept = pool->arena};
    unit->open = false;
    unit->warm |= work == WORK_EXECUTION;
    if (!task_begin(task, &over, error)) {
        files_disk_full(executor->project->folder, error);
        return false;
    }
    if (over) { /* another process has done it meanwhile, and may wait for the machine now */
        unlock_unused(pool);
        return spread_news(pool, work, work_id(unit, work), error);
    }
    pool->costs[place] = cost;
    pool->used += cost;
    *started = true;
    return true;
}

/* Returns how much of the pool a unit takes: all cores, unless the project gives a number. */
static unsigned cost_of(const struct pool *pool, const struct unit *unit, enum work work)
{
    unsigned cores = unit->plan.recipe.cores;
    return work == WORK_BUILD ? 1 : !cores || cores > pool->capacity ? pool->capacity : cores;
}

static bool start_some(struct pool *pool, enum work work, bool *any_open, struct error *error)
{
    *any_open = false;
    bool late = work == WORK_EXECUTION && executor_now() >= pool->executor->until;
    for (unsigned i = 0; i < pool->ordered; i++) {
        struct unit *unit = pool->order[i];
        unsigned cost = cost_of(pool, unit, work);
        bool started;
        unit->open &= !late;
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
    if (work == WORK_BUILD)
        tell(pool->executor, NEWS_BUILT, 1, NULL);
    unlock_unused(pool);
    return spread_news(pool, work, id, error);
}

/* Waits for any of the commands, but not long, because a signal may arrive, or another process may finish. */
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

/* Ends the commands of work that can't continue, and returns its claims with the session. */
static void abandon(struct pool *pool)
{
    for (unsigned i = 0; i < TASKS_MOST; i++) {
        if (!pool->costs[i])
            continue;
        struct task *task = &pool->tasks[i];
        child_process_free(&task->keeper);
        arena_free(&task->arena);
        pool->costs[i] = 0;
    }
    if (pool->used)
        child_process_end_all();
    pool->used = 0;
    unlock_unused(pool);
}

static bool run_pool(struct pool *pool, enum work work, struct error *error)
{
    bool any_open = true;
    for (unsigned turn = 1; any_open || pool->used; turn++) {
        tell(pool->executor, NEWS_NONE, 0, NULL);
        if (stopped(pool->executor, error) || !start_some(pool, work, &any_open, error))
            return false;
        if (any_open && !pool->used && turn % REVIVE_EVERY == 0 && !library_revive(pool->executor->library, error))
            return false;
        if ((any_open || pool->used) && !take_some(pool, error))
            return false;
    }
    return true;
}

/* Opens the units of this round to build or run, once for each build or execution. */
static void open_units(struct pool *pool, enum work work)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pool->ordered; i++) {
        struct unit *unit = pool->order[i];
        unit->open = unit->outcome->state != OUTCOME_FAILED &&
                     (work == WORK_BUILD ? unit->build_state != WORK_DONE : unit->outcome->samples < unit->goal);
        for (unsigned k = 0; k < i && unit->open; k++)
            unit->open = work_id(pool->order[k], work) != work_id(unit, work);
        count += unit->open;
    }
    if (count)
        tell(pool->executor, work == WORK_BUILD ? NEWS_BUILDS : NEWS_RUNS, count, NULL);
}

/* Returns whether a unit is left out because it is not built and nothing is to be built. */
static bool is_left_out(const struct executor *executor, const struct unit *unit)
{
    return !executor->build && unit->build_state != WORK_DONE;
}

/* Collects the units of this round, without failed ones. */
static void line_up(struct pool *pool, const unsigned *order, const unsigned *goals, unsigned count)
{
    pool->ordered = 0;
    for (unsigned i = 0; i < count; i++) {
        struct unit *unit = &pool->units[order[i]];
        unit->goal = goals ? goals[i] : 0;
        if (!executor_is_out(pool->executor, order[i]))
            pool->order[pool->ordered++] = unit;
    }
}

double executor_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool executor_enter(struct executor *executor, const uint16_t *genes, unsigned count, struct outcome *outcomes,
                    struct arena *arena, struct error *error)
{
    struct pool *pool = executor->pool = needed_zeros(1, sizeof *pool);
    *pool = (struct pool){.executor = executor, .count = count, .lock = -1, .arena = arena};
    pool->units = arena_array(arena, count, sizeof *pool->units);
    pool->order = arena_array(arena, count, sizeof *pool->order);
    for (unsigned i = 0; i < count; i++) {
        struct unit *unit = &pool->units[i];
        *unit = (struct unit){.genes = genes + (size_t)i * executor->project->parameter_count, .outcome = &outcomes[i]};
        if (!look_up(pool, unit, error))
            return false;
        executor->not_built += executor->run && is_left_out(executor, unit) && !unit->outcome->samples;
        if (unit->outcome->state != OUTCOME_UNKNOWN)
            tell(executor, NEWS_KNOWN, 1, unit);
    }
    return true;
}

void executor_leave(struct executor *executor)
{
    if (executor->pool)
        abandon(executor->pool);
    free(executor->pool);
    executor->pool = NULL;
}

bool executor_build(struct executor *executor, const unsigned *order, unsigned count, struct error *error)
{
    struct pool *pool = executor->pool;
    if (!executor->build)
        return true;
    line_up(pool, order, NULL, count);
    for (unsigned i = 0; i < pool->ordered; i++)
        if (!renew(executor, pool->order[i], pool->arena, error))
            return false;
    open_units(pool, WORK_BUILD);
    pool->capacity = executor->jobs < TASKS_MOST ? executor->jobs : TASKS_MOST;
    return run_pool(pool, WORK_BUILD, error);
}

bool executor_round(struct executor *executor, const unsigned *order, const unsigned *goals, unsigned count,
                    struct error *error)
{
    struct pool *pool = executor->pool;
    struct timespec time;
    line_up(pool, order, goals, count);
    /* Rounds are known by when they began, so those of all processes and machines differ. */
    clock_gettime(CLOCK_REALTIME, &time);
    pool->round = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
    open_units(pool, WORK_EXECUTION);
    pool->capacity = machine_cores();
    return run_pool(pool, WORK_EXECUTION, error);
}

bool executor_is_out(const struct executor *executor, unsigned place)
{
    const struct unit *unit = &executor->pool->units[place];
    return unit->outcome->state == OUTCOME_FAILED || is_left_out(executor, unit);
}

unsigned executor_missed(const struct executor *executor, unsigned place, const char **why)
{
    *why = executor->pool->units[place].why;
    return executor->pool->units[place].missed;
}
