/*
 * team_calls.c - see team_calls.h.
 *
 * A part of a team is a function and its data. Both are given to the library as one of ours, in the frame of who came to the region,
 * which is there until all parts are done. A task's data is copied by the library, or by a function of the compiler's: ours copies
 * a head in front, so that a task knows what it is wherever it runs.
 */
#include "runtime/attach/team_calls.h"

#ifndef INSTR_STATIC_RUNTIME

#include "runtime/machine/objects.h"
#include "runtime/measure/flow/team.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/probe/team_tool.h"
#include "runtime/measure/probe/team_wait.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NO_GROUP = 1 << 11, DETACHED = 1 << 13 }; /* flags of tasks */

typedef void body(void *data);
typedef void copier(void *to, void *from);

#define LOOP body *fn, void *data, unsigned threads, long start, long end, long step
#define LOOP_GIVEN fn, data, threads, start, end, step
#define TASK body *fn, void *data, copier *copy, long size, long alignment
#define TASK_GIVEN fn, data, copy, size, alignment

/* The tables are set by hand. */
/* clang-format off */
/* Return type, its conversion, name, parameters, arguments; what the call waits for. */
#define WAIT_CALLS(CALL) \
    CALL(void, , GOMP_barrier, (void), (), TEAM_BARRIER) \
    CALL(bool, return, GOMP_barrier_cancel, (void), (), TEAM_BARRIER) \
    CALL(void, , GOMP_loop_end, (void), (), TEAM_LOOP) \
    CALL(bool, return, GOMP_loop_end_cancel, (void), (), TEAM_LOOP) \
    CALL(void, , GOMP_sections_end, (void), (), TEAM_SECTIONS) \
    CALL(bool, return, GOMP_sections_end_cancel, (void), (), TEAM_SECTIONS) \
    CALL(void, , GOMP_workshare_task_reduction_unregister, (bool cancelled), (cancelled), TEAM_LOOP) \
    CALL(void *, return, GOMP_single_copy_start, (void), (), TEAM_SINGLE) \
    CALL(void, , GOMP_single_copy_end, (void *data), (data), TEAM_SINGLE) \
    CALL(void, , GOMP_ordered_start, (void), (), TEAM_ORDERED) \
    CALL(void, , GOMP_critical_start, (void), (), TEAM_CRITICAL) \
    CALL(void, , GOMP_critical_name_start, (void **name), (name), TEAM_CRITICAL) \
    CALL(void, , GOMP_atomic_start, (void), (), TEAM_ATOMIC) \
    CALL(void, , omp_set_lock, (void *lock), (lock), TEAM_LOCK) \
    CALL(void, , omp_set_lock_, (void *lock), (lock), TEAM_LOCK) \
    CALL(void, , omp_set_nest_lock, (void *lock), (lock), TEAM_LOCK) \
    CALL(void, , omp_set_nest_lock_, (void *lock), (lock), TEAM_LOCK) \
    CALL(void, , GOMP_taskwait, (void), (), TEAM_TASKWAIT) \
    CALL(void, , GOMP_taskwait_depend, (void **depend), (depend), TEAM_TASKWAIT) \
    CALL(void, , GOMP_taskgroup_end, (void), (), TEAM_TASKGROUP)

/* The same for a parallel region. */
#define PART_CALLS(CALL) \
    CALL(void, , GOMP_parallel, (body *fn, void *data, unsigned threads, unsigned flags), (fn, data, threads, flags)) \
    CALL(unsigned, return, GOMP_parallel_reductions, (body *fn, void *data, unsigned threads, unsigned flags), \
         (fn, data, threads, flags)) \
    CALL(void, , GOMP_parallel_sections, (body *fn, void *data, unsigned threads, unsigned count, unsigned flags), \
         (fn, data, threads, count, flags)) \
    CALL(void, , GOMP_parallel_loop_static, (LOOP, long chunk, unsigned flags), (LOOP_GIVEN, chunk, flags)) \
    CALL(void, , GOMP_parallel_loop_dynamic, (LOOP, long chunk, unsigned flags), (LOOP_GIVEN, chunk, flags)) \
    CALL(void, , GOMP_parallel_loop_guided, (LOOP, long chunk, unsigned flags), (LOOP_GIVEN, chunk, flags)) \
    CALL(void, , GOMP_parallel_loop_nonmonotonic_dynamic, (LOOP, long chunk, unsigned flags), (LOOP_GIVEN, chunk, flags)) \
    CALL(void, , GOMP_parallel_loop_nonmonotonic_guided, (LOOP, long chunk, unsigned flags), (LOOP_GIVEN, chunk, flags)) \
    CALL(void, , GOMP_parallel_loop_runtime, (LOOP, unsigned flags), (LOOP_GIVEN, flags)) \
    CALL(void, , GOMP_parallel_loop_nonmonotonic_runtime, (LOOP, unsigned flags), (LOOP_GIVEN, flags)) \
    CALL(void, , GOMP_parallel_loop_maybe_nonmonotonic_runtime, (LOOP, unsigned flags), (LOOP_GIVEN, flags))

/* For tasks: how many words of their data the library writes, such as the event of a detached one; and whether it waits for them. */
#define TASK_CALLS(CALL) \
    CALL(GOMP_task, (TASK, bool now, unsigned flags, void **depend, int priority, void *event), \
         (TASK_GIVEN, now, flags, depend, priority, event), flags & DETACHED ? 1 : 0, false) \
    CALL(GOMP_taskloop, (TASK, unsigned flags, unsigned long tasks, int priority, long start, long end, long step), \
         (TASK_GIVEN, flags, tasks, priority, start, end, step), 2, !(flags & NO_GROUP)) \
    CALL(GOMP_taskloop_ull, (TASK, unsigned flags, unsigned long tasks, int priority, unsigned long long start, \
                             unsigned long long end, unsigned long long step), \
         (TASK_GIVEN, flags, tasks, priority, start, end, step), 2, !(flags & NO_GROUP))

/* clang-format on */

#define DECLARED(type, give, name, parameters, ...) static type hook_##name parameters;
#define DECLARED_TASK(name, parameters, ...) static void hook_##name parameters;
WAIT_CALLS(DECLARED)
PART_CALLS(DECLARED)
TASK_CALLS(DECLARED_TASK)

/* What the library does. */
#define REAL(type, give, name, ...) static __typeof__(hook_##name) *real_##name;
#define REAL_TASK(name, ...) static __typeof__(hook_##name) *real_##name;
WAIT_CALLS(REAL)
PART_CALLS(REAL)
TASK_CALLS(REAL_TASK)

static int (*team_size)(void);

static void end_wait(const struct team_waiting *waiting)
{
    team_wait_end(*waiting);
}

#define WAITING __attribute__((__unused__, __cleanup__(end_wait))) const struct team_waiting

#define WAIT_CALL(type, give, name, parameters, arguments, what)                                                       \
    static type hook_##name parameters                                                                                 \
    {                                                                                                                  \
        WAITING waiting = team_wait_begin(what);                                                                       \
        give real_##name arguments;                                                                                    \
    }
WAIT_CALLS(WAIT_CALL)

/* The dimensions of a loop whose iterations wait for others: a number for each nested loop. The library reads only those. */
enum { DEEPEST = 16 };
#define DEPENDS_CALLS(CALL) CALL(GOMP_doacross_wait, long) CALL(GOMP_doacross_ull_wait, unsigned long long)

#define DEPENDS_CALL(name, type)                                                                                       \
    static void (*real_##name)(type first, ...);                                                                       \
    static void hook_##name(type first, ...)                                                                           \
    {                                                                                                                  \
        WAITING waiting = team_wait_begin(TEAM_ORDERED);                                                               \
        type at[DEEPEST] = {first};                                                                                    \
        va_list more;                                                                                                  \
        va_start(more, first);                                                                                         \
        for (int i = 1; i < DEEPEST; i++)                                                                              \
            at[i] = va_arg(more, type);                                                                                \
        va_end(more);                                                                                                  \
        real_##name(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11], at[12],      \
                    at[13], at[14], at[15]);                                                                           \
    }
DEPENDS_CALLS(DEPENDS_CALL)

/* --- parallel regions --- */

struct parts {
    struct __instr_team team;
    body *fn;
    void *data;
    struct team_waiting start, end; /* of the owner */
};

static void run_part(void *of)
{
    struct parts *parts = of;
    struct thread *owner = parts->team.__owner;
    if (owner != thread_self) {
        struct __instr_frame *frame = parts->team.__enter(&parts->team);
        parts->fn(parts->data);
        team_wait_behind(frame, parts->team.__number);
        return;
    }
    team_wait_end(parts->start);
    uint64_t begun = owner->last;
    parts->fn(parts->data);
    if (owner == thread_self)
        parts->end = team_wait_owner(parts->team.__node, begun, team_size() < 2);
}

static void open_parts(struct parts *parts, body **fn, void **data)
{
    *parts = (struct parts){.fn = *fn, .data = *data};
    if (!thread_busy || !thread_is_busy())
        team_begin(&parts->team);
    if (!parts->team.__owner)
        return;
    parts->start = team_wait_begin(TEAM_START);
    *fn = run_part;
    *data = parts;
}

static void close_parts(struct parts *parts)
{
    team_wait_end(parts->end);
    if (parts->team.__end)
        parts->team.__end(&parts->team);
}

#define PART_CALL(type, give, name, parameters, arguments)                                                             \
    static type hook_##name parameters                                                                                 \
    {                                                                                                                  \
        __attribute__((__cleanup__(close_parts))) struct parts parts;                                                  \
        open_parts(&parts, &fn, &data);                                                                                \
        give real_##name arguments;                                                                                    \
    }
PART_CALLS(PART_CALL)

/* --- tasks --- */

/* In front of a task's data, which begins `offset` bytes behind. The library writes the first words of a loop's tasks, and reads the third. */
struct task {
    long first[3], words;
    body *fn;
    copier *copy; /* of the compiler's; null: none */
    void *data;   /* that it copies */
    long offset;
};

static void run_task(void *of)
{
    const struct task *task = of;
    char *data = (char *)of + task->offset;
    struct team_waiting waiting = team_wait_task();
    memcpy(data, task->first, (size_t)task->words * sizeof(long));
    task->fn(data);
    team_wait_again(waiting);
}

static void copy_task(void *to, void *from)
{
    const struct task *task = from;
    *(struct task *)to = *task;
    task->copy((char *)to + task->offset, task->data);
}

enum {
    ROOM = 512,
    ALIGNMENT = 64
}; /* for a task's head and data, until the library has copied them, or run the task */

/* Returns the bytes in front of the data; 0 for a task that is not wrapped. */
static size_t head_of(bool copied, long size, long alignment)
{
    size_t unit = alignment > (long)_Alignof(struct task) ? (size_t)alignment : _Alignof(struct task);
    size_t head = (sizeof(struct task) + unit - 1) & ~(unit - 1);
    bool fits = unit <= ALIGNMENT && (copied || (size_t)size <= ROOM - head);
    return fits && thread_self != &thread_none && !thread_is_busy() ? head : 0;
}

static void put_head(struct task *task, long words, size_t head, body **fn, void **data, copier **copy, long *size,
                     long *alignment)
{
    *task = (struct task){.words = words, .fn = *fn, .copy = *copy, .data = *data, .offset = (long)head};
    memcpy(task->first, *data, *size < (long)sizeof task->first ? (size_t)*size : sizeof task->first);
    if (*copy)
        *copy = copy_task;
    else
        memcpy((char *)task + head, *data, (size_t)*size);
    *fn = run_task;
    *data = task;
    *size += (long)head;
    if (*alignment < (long)_Alignof(struct task))
        *alignment = _Alignof(struct task);
}

#define TASK_CALL(name, parameters, arguments, words, waits)                                                           \
    static void hook_##name parameters                                                                                 \
    {                                                                                                                  \
        WAITING waiting = (waits) ? team_wait_begin(TEAM_TASKLOOP) : (struct team_waiting){NULL, NULL, NULL};          \
        _Alignas(ALIGNMENT) char room[ROOM];                                                                           \
        size_t head = head_of(copy != NULL, size, alignment);                                                          \
        if (head)                                                                                                      \
            put_head((struct task *)(void *)room, words, head, &fn, &data, &copy, &size, &alignment);                  \
        real_##name arguments;                                                                                         \
    }
TASK_CALLS(TASK_CALL)

/* --- where they come from --- */

#define ROW(type, give, name, ...) {{#name, (uintptr_t)hook_##name, 0}, (void **)&real_##name},
#define ROW_TASK(name, ...) {{#name, (uintptr_t)hook_##name, 0}, (void **)&real_##name},
static const struct row {
    struct redirect redirect;
    void **real;
} rows[] = {WAIT_CALLS(ROW) PART_CALLS(ROW) TASK_CALLS(ROW_TASK) DEPENDS_CALLS(ROW_TASK)};
enum { ROWS = sizeof rows / sizeof *rows };

/* --- OpenMP runtimes with a tool interface --- */

struct tool {
    int (*begin)(team_tool_function *(*lookup)(const char *), int device, void *data);
    void (*end)(void *data);
    uint64_t data;
};

static int begin_tool(team_tool_function *(*lookup)(const char *), int device, void *data)
{
    (void)device, (void)data;
    return team_tool_begin(lookup);
}

static void end_tool(void *data)
{
    (void)data;
}

static struct tool *hook_start_tool(unsigned version, const char *runtime);
static struct redirect start_tool = {"ompt_start_tool", (uintptr_t)hook_start_tool, 0};

/* Yields to a tool that the program contains, or its user names. */
static struct tool *hook_start_tool(unsigned version, const char *runtime)
{
    static struct tool tool = {begin_tool, end_tool, 0};
    struct tool *other = ((struct tool * (*)(unsigned, const char *)) start_tool.original)(version, runtime);
    const char *named = getenv("OMP_TOOL_LIBRARIES");
    return other || (named && *named) ? other : &tool;
}

static void look_for_tools(void)
{
    static struct objects_watch watch = {.redirects = &start_tool, .count = 1, .own = true};
    static atomic_bool begun;
    uintptr_t original = begun || !objects_find("__kmpc_fork_call") ? 0 : objects_find(start_tool.name);
    /* The thread sanitizer has a tool of its own, without which it takes barriers for races. */
    if (!original || objects_find("__tsan_init") || atomic_exchange(&begun, true) || !team_wait_start())
        return;
    start_tool.original = original;
    team_tool_is_silent = true;
    objects_redirect(&watch);
}

static void look_for_calls(void)
{
    static struct redirect found[ROWS];
    static struct objects_watch watch = {.redirects = found};
    static atomic_bool begun;
    /* LLVM's library has GCC's functions, too, but for devices. */
    uintptr_t size = begun || !objects_find("GOMP_offload_register") ? 0 : objects_find("omp_get_num_threads");
    if (!size || atomic_exchange(&begun, true) || !team_wait_start())
        return;
    team_size = (int (*)(void))size;
    for (size_t i = 0; i < ROWS; i++) {
        found[watch.count] = rows[i].redirect;
        found[watch.count].original = objects_find(rows[i].redirect.name);
        *rows[i].real = (void *)found[watch.count].original;
        watch.count += found[watch.count].original != 0;
    }
    objects_redirect(&watch);
}

void team_calls_look(void)
{
    look_for_calls();
    look_for_tools();
}

void team_calls_begin(struct __instr_team *team)
{
    if (team_tool_is_silent || (!team_size && !start_tool.original))
        team_begin(team);
}

#else

#include "runtime/measure/flow/team.h"

void team_calls_begin(struct __instr_team *team)
{
    team_begin(team);
}

void team_calls_look(void)
{
}

#endif
