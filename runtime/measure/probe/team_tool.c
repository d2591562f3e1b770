/*
 * team_tool.c - see team_tool.h.
 *
 * The numbers and the callbacks are those of OpenMP's interface for tools (OMPT), of which no header need be there.
 */
#include "runtime/measure/probe/team_tool.h"

#include "runtime/measure/flow/team.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/probe/team_wait.h"

enum { BEGIN = 1, END = 2 };
enum { PARALLEL_BEGIN = 3, PARALLEL_END = 4, TASK_SCHEDULE = 6, IMPLICIT_TASK = 7, SYNC_WAIT = 16, WORK = 20 };
enum { MUTEX_ACQUIRE = 26, MUTEX_ACQUIRED = 27, NEST_LOCK = 28 };
enum { INITIAL_TASK = 1, TEAM = (int)0x80000000u }; /* flags */
enum { COMPLETE = 1, CANCELLED = 3, DETACHED = 4 }; /* how a task ended */
enum {
    IMPLICIT = 2,
    WORKSHARE = 8,
    END_OF_REGION = 9
};                                                   /* barriers that nobody wrote; the first is of older runtimes */
enum { SINGLE = 3, OTHER_SINGLE = 4, TASKLOOP = 7 }; /* work */

/* A tool's note about a region or task. */
union note {
    uint64_t value;
    void *of;
};

bool team_tool_is_silent;

/* Returns the note about a team's region, which is in its owner. */
static struct team_told *told_of(const union note *region)
{
    return region ? region->of : NULL;
}

/* Begins a wait. A library may wait inside its own wait; only the outer one counts. */
static void begin(enum team_wait what)
{
    struct thread *thread = thread_self;
    if (thread == &thread_none)
        return;
    if (thread->teams.wait)
        thread->teams.inner++;
    else
        team_wait_begin(what);
}

static void end(void)
{
    struct thread *thread = thread_self;
    if (thread == &thread_none)
        return;
    if (thread->teams.inner)
        thread->teams.inner--;
    else if (thread->teams.wait)
        team_wait_end((struct team_waiting){thread, NULL, NULL});
}

static void on_parallel_begin(union note *task, const void *frame, union note *region, unsigned threads, int flags,
                              const void *from)
{
    struct thread *thread = thread_settled();
    (void)task, (void)frame, (void)threads;
    region->of = NULL;
    if (!(flags & TEAM) || thread == &thread_none || thread->teams.depth >= THREAD_TEAMS ||
        (thread_busy && thread_is_busy()))
        return;
    struct team_told *told = &thread->teams.told[thread->teams.depth];
    *told = (struct team_told){.from = from};
    team_begin(&told->team);
    region->of = told;
    begin(TEAM_START);
}

static void on_implicit_task(int what, union note *region, union note *task, unsigned threads, unsigned number,
                             int flags)
{
    struct team_told *told = told_of(region);
    (void)number;
    if (what != BEGIN || flags & INITIAL_TASK)
        return;
    task->of = NULL;
    if (!told)
        return;
    if (told->team.__owner != thread_self) {
        task->of = told->team.__enter(&told->team);
        if (task->of)
            thread_self->teams.size = threads;
        return;
    }
    end();
    told->begun = thread_self->last;
    told->size = threads;
}

static void on_parallel_end(union note *region, union note *task, int flags, const void *from)
{
    struct team_told *told = told_of(region);
    (void)task, (void)flags, (void)from;
    if (!told || told->team.__owner != thread_self)
        return;
    if (!told->met) /* no barrier, for one thread */
        team_wait_owner(told->team.__node, told->begun, true);
    told->team.__end(&told->team);
}

/* Called when a part is done. */
static void behind(struct team_told *told, const union note *task)
{
    if (!told)
        return;
    if (told->team.__owner != thread_self) {
        team_wait_behind(task->of, told->team.__number);
        return;
    }
    told->met = true;
    team_wait_owner(told->team.__node, told->begun, false);
}

static bool is_end_of_region(int kind, const struct team_told *told, const void *from)
{
    return kind == END_OF_REGION || (kind == IMPLICIT && (!from || (told && from == told->from)));
}

/* Returns the kind of an implicit barrier, from what the thread did before. */
static enum team_wait by_work(struct teams *teams)
{
    static const enum team_wait after[] = {TEAM_BARRIER, TEAM_LOOP, TEAM_SECTIONS, TEAM_SINGLE, TEAM_SINGLE};
    return teams->work < sizeof after / sizeof *after ? after[teams->work] : TEAM_BARRIER;
}

static void on_sync_wait(int kind, int what, union note *region, union note *task, const void *from)
{
    enum { BARRIER = 1, EXPLICIT = 3, TASKWAIT = 5, TASKGROUP = 6 };
    struct teams *teams = &thread_self->teams;
    bool unwritten = kind == IMPLICIT || kind == WORKSHARE || kind == END_OF_REGION;
    if (thread_self == &thread_none)
        return;
    if (what == END) {
        bool known = unwritten || kind == BARRIER || kind == EXPLICIT || kind == TASKWAIT || kind == TASKGROUP;
        if (known && !(unwritten && teams->part)) /* that is told when the thread gets its next part */
            end();
        return;
    }
    if (unwritten && is_end_of_region(kind, told_of(region), from))
        behind(told_of(region), task);
    else if (unwritten)
        begin(by_work(teams));
    else if (kind == BARRIER || kind == EXPLICIT)
        begin(TEAM_BARRIER);
    else if (kind == TASKWAIT)
        begin(TEAM_TASKWAIT);
    else if (kind == TASKGROUP)
        begin(teams->work == TASKLOOP ? TEAM_TASKLOOP : TEAM_TASKGROUP);
    teams->work = 0;
}

static void on_work(int kind, int what, union note *region, union note *task, uint64_t count, const void *from)
{
    (void)region, (void)task, (void)count, (void)from;
    if (what == END && thread_self != &thread_none)
        thread_self->teams.work = (uint8_t)kind;
}

/* Handles a task that a waiting thread runs. The task keeps the node of the wait. */
static void on_task_schedule(union note *before, int how, union note *next)
{
    if (!before || !next)
        return;
    if (how == COMPLETE || how == CANCELLED || how == DETACHED)
        team_wait_again((struct team_waiting){before->of ? thread_self : NULL, NULL, before->of});
    else
        next->of = team_wait_task().node;
}

static enum team_wait of_mutex(int kind)
{
    enum { LOCK = 1, NESTED = 3, CRITICAL = 5, ATOMIC = 6, ORDERED = 7 };
    switch (kind) {
    case LOCK:
    case NESTED:
        return TEAM_LOCK;
    case CRITICAL:
        return TEAM_CRITICAL;
    case ATOMIC:
        return TEAM_ATOMIC;
    case ORDERED:
        return TEAM_ORDERED;
    default: /* it does not wait */
        return TEAM_WAITS;
    }
}

static void on_mutex_acquire(int kind, unsigned hint, unsigned how, uint64_t mutex, const void *from)
{
    (void)hint, (void)how, (void)mutex, (void)from;
    if (of_mutex(kind) != TEAM_WAITS)
        begin(of_mutex(kind));
}

static void on_mutex_acquired(int kind, uint64_t mutex, const void *from)
{
    (void)mutex, (void)from;
    if (of_mutex(kind) != TEAM_WAITS)
        end();
}

/* It had the lock already. */
static void on_nest_lock(int what, uint64_t mutex, const void *from)
{
    (void)mutex, (void)from;
    if (what == BEGIN)
        end();
}

bool team_tool_begin(team_tool_function *(*lookup)(const char *name))
{
    static const struct {
        int event;
        team_tool_function *call;
    } calls[] = {
        {PARALLEL_BEGIN, (team_tool_function *)on_parallel_begin},
        {PARALLEL_END, (team_tool_function *)on_parallel_end},
        {IMPLICIT_TASK, (team_tool_function *)on_implicit_task},
        {SYNC_WAIT, (team_tool_function *)on_sync_wait},
        {WORK, (team_tool_function *)on_work},
        {TASK_SCHEDULE, (team_tool_function *)on_task_schedule},
        {MUTEX_ACQUIRE, (team_tool_function *)on_mutex_acquire},
        {MUTEX_ACQUIRED, (team_tool_function *)on_mutex_acquired},
        {NEST_LOCK, (team_tool_function *)on_nest_lock},
    };
    enum { ALWAYS = 5 };
    int (*set)(int, team_tool_function *) = (int (*)(int, team_tool_function *))lookup("ompt_set_callback");
    bool all = set != NULL;
    for (size_t i = 0; set && i < sizeof calls / sizeof *calls; i++)
        all &= set(calls[i].event, calls[i].call) == ALWAYS;
    team_tool_is_silent = !all;
    return all;
}
