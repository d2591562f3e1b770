/*
 * instr.h - timers by hand, and control of what is measured, from inside a program.
 *
 *     #include <instr.h>
 *
 *     instr_start("ocean step");
 *     ...
 *     instr_stop("ocean step");
 *
 * A label is a region: a node of the call tree below whatever was open when it was started, beside the
 * functions that instr-cc instruments. Labels and instr-cc can be used alone or together.
 *
 * Nothing is needed at link time. Each function below is inlined. The first call looks for the runtime:
 * in the program itself, in libinstr.so if it is linked or loaded, else by dlopen. Without a runtime all
 * functions do nothing. With INSTR_DISABLED defined before the include, no code is left of them. This
 * file needs no other; a project may carry a copy of it.
 *
 * C89 and C++98 and later, with GCC, Clang or a compiler that follows them.
 *
 * Everywhere below:
 *   threads   all functions may be called from any thread, but not from signal handlers. A label is
 *             stopped by the thread that started it.
 *   errors    an int is 0 (INSTR_OK) or one of INSTR_E*, below 0. Without a runtime it is 0, or
 *             INSTR_ENONE if the caller asked for a result.
 *   NULL      for a name or label is INSTR_EARGUMENT, unless said otherwise; never a crash.
 *   times     are doubles in seconds; the runtime's clock is finer than a microsecond.
 */
#ifndef INSTR_H
#define INSTR_H

#define INSTR_API 1
#define __INSTR_OUTSIDE

#ifndef __GNUC__
#error "instr.h needs GCC, Clang or a compiler that follows them"
#endif
#ifndef INSTR_OWN_WARNINGS
#pragma GCC system_header
#endif
__extension__ typedef __UINT64_TYPE__ instr_groups; /* a set of up to 64 groups, one bit each */
__extension__ typedef __UINT64_TYPE__ instr_count;

#ifdef __cplusplus
extern "C" {
#endif

enum {
    INSTR_OK = 0,
    INSTR_ENONE = -1,     /* there is no runtime, or it is not able to measure */
    INSTR_ENOTOPEN = -2,  /* the label is not open in this thread; nothing was done */
    INSTR_EORDER = -3,    /* not the label started last; healed, see instr_stop */
    INSTR_EARGUMENT = -4, /* a null pointer, or a value that is out of range */
    INSTR_EFIELD = -5,    /* no field of that name */
    INSTR_EMEMORY = -6,
    INSTR_EFILE = -7,   /* a file can't be written */
    INSTR_EBUSY = -8,   /* called from a signal handler that interrupted the runtime */
    INSTR_ESTARTED = -9 /* a setting that is read when the program starts: the environment has to say it */
};

enum { INSTR_THREAD, INSTR_PROCESS }; /* what a question is about: the calling thread, or all of them */

#define INSTR_AUTO (-1L)   /* iteration: one more than the last */
#define INSTR_IGNORE (-2L) /* iteration: this label has none */

#define INSTR_NO_GROUP ((instr_groups)0)
#define INSTR_ALL_GROUPS (~(instr_groups)0) /* also what is in no group */

/* A label, to be started without looking its name up. Lives as long as the process. */
typedef struct instr_label instr_label;

/* One call path, as instr_visit shows it. */
struct instr_path {
    const char *name;
    const char *file; /* "" for what has no place */
    const char *kind; /* "function", "block", "loop", "label", "thread", ... */
    int line;
    int depth;                         /* 0 for the root, which is the process or thread itself */
    int open;                          /* 1: it is running now; its time so far is included */
    instr_groups groups;               /* of a label */
    instr_count calls;                 /* exact */
    instr_count timed;                 /* of them, those whose time was taken; the total is estimated from these */
    double total;                      /* s, inclusive */
    double min, max;                   /* s, of one call; 0 where none was timed */
    double mean;                       /* s, of one call */
    double variance;                   /* s^2, over calls */
    long min_iteration, max_iteration; /* numbers of the iterations that took min and max; -1 = none */
};

/* Gets one path after the other, parents first; returns 0 to go on. The path is gone afterwards. */
typedef int (*instr_visitor)(const struct instr_path *path, void *context);

/*
 * Start and stop
 * --------------
 * Labels nest. A stop that does not match is repaired, counted in the profile with both names and the
 * place, and returned:
 *   INSTR_ENOTOPEN  the label was not open: nothing is done.
 *   INSTR_EORDER    labels that were started later are still open: they are stopped too.
 * With INSTR_STRICT=1 in the environment each is also reported on stderr. INSTR_STRICT=abort then aborts
 * the program, so that a debugger shows the place.
 * A program may start and stop labels by functions of its own. A label ends when it is stopped, whoever
 * calls instr_stop. If it outlives the function that started it, it is a node below that function's
 * caller, with one call. Time of that function before the start, or after a stop, is not the label's. If
 * that is much, the function is shown a second time, below the label's caller, without a call.
 */

/* Starts or stops the label `name`, at level 1, in no group. Labels of one name are one region, wherever
 * they are started. Looks the name up, which costs about half as much again as a label at hand. */
#define instr_start(name) instr_start_at((name), __FILE__, __LINE__)
#define instr_stop(name) instr_stop_at((name), __FILE__, __LINE__)
int instr_start_at(const char *name, const char *file, int line);
int instr_stop_at(const char *name, const char *file, int line);

/* The label for `name` as instr_start uses it. Null: no runtime, no memory, or `name` is null. */
instr_label *instr_label_get(const char *name);

/* The label for `name`, made at need. With `file` not null it is a region of its own, apart from others
 * of that name: name, file and line are its identity. The first call decides the level, from 1 to 4;
 * groups add up. The strings are copied. Null as above, or when the level is out of range. */
instr_label *instr_label_make(const char *name, int level, instr_groups groups, const char *file, int line);

const char *instr_label_name(const instr_label *label);    /* "" for null */
instr_groups instr_label_groups(const instr_label *label); /* 0 for null */

/* All labels of the process, newest first: the one after `label`, or the first for null. Null: no more. */
instr_label *instr_label_next(const instr_label *label);

/* Start and stop for about the price of an instrumented function. A null label is none: 0. */
#define instr_start_label(label) instr_start_iteration((label), INSTR_IGNORE)
#define instr_start_iteration(label, iteration) instr_start_label_at((label), (iteration), __FILE__, __LINE__)
#define instr_stop_label(label) instr_stop_label_at((label), (double *)0, __FILE__, __LINE__)

/* `iteration` is its number, from 0, or INSTR_AUTO or INSTR_IGNORE. The profile keeps the numbers of the
 * shortest and the longest iteration. */
int instr_start_label_at(instr_label *label, long iteration, const char *file, int line);

/* `seconds`, unless null, gets the time since the start without pauses; 0 where it was not timed. */
int instr_stop_label_at(instr_label *label, double *seconds, const char *file, int line);

/* Stops a label alone: labels that were started in it continue below its caller, as the rest of their calls. */
#define instr_stop_alone(label) instr_stop_alone_at((label), __FILE__, __LINE__)
int instr_stop_alone_at(instr_label *label, const char *file, int line);

/* For a label written into the code: looked up once at each place.
 *     INSTR_START("solve"); ... INSTR_STOP("solve"); */
#define INSTR_START(name) __INSTR_ONCE(name, instr_start_label)
#define INSTR_STOP(name) __INSTR_ONCE(name, instr_stop_label)
#define __INSTR_ONCE(name, action)                                                                                     \
    do {                                                                                                               \
        static instr_label *__instr_label;                                                                             \
        if (!__instr_label)                                                                                            \
            __instr_label = instr_label_get(name);                                                                     \
        action(__instr_label);                                                                                         \
    } while (0)

/* Takes a stretch of time out of a running label: it belongs to the label's caller. The label must be the one
 * started last (else INSTR_EORDER, and nothing is done), and no label may be open above it when it continues.
 * Stopping a paused label ends it at the pause. */
#define instr_pause(name) instr_pause_label(instr_label_get(name))
#define instr_resume(name) instr_resume_label(instr_label_get(name))
#define instr_pause_label(label) instr_pause_label_at((label), __FILE__, __LINE__)
#define instr_resume_label(label) instr_resume_label_at((label), __FILE__, __LINE__)
int instr_pause_label_at(instr_label *label, const char *file, int line);
int instr_resume_label_at(instr_label *label, const char *file, int line);

/* Adds one call of `seconds`, measured elsewhere, for instance on a device, to the label, below what is open. */
int instr_add(instr_label *label, double seconds);

/*
 * Groups
 * ------
 */

/* The set that holds just the group `name`, made at need. 0: a null or empty name, one with a comma, or
 * the 65th group. */
instr_groups instr_group(const char *name);

/* The name of a group from its bit, 0 to 63; null where there is none. */
const char *instr_group_name(int bit);

/*
 * Control
 * -------
 */

/* Optional. Starts the runtime now rather than at the first label. INSTR_ENONE without a runtime. */
int instr_initialize(void);

/* Stops the labels that this thread has open, writes the profile, and stops measuring. Of an MPI job each rank's own:
 * MPI_Finalize puts one for all in their place. */
int instr_finalize(void);

/* Switches measuring on and off in the whole process. Regions that are off are neither timed nor counted; open
 * ones continue until they end. Returns whether it was on. Does not nest. */
int instr_enable(void);
int instr_disable(void);
int instr_enabled(void);

/* The finest level that is measured, 0 to 4; regions above it are neither timed nor counted. Starts as
 * INSTR_LEVEL of the environment. The setter returns the level before, or INSTR_EARGUMENT. */
int instr_level(void);
int instr_set_level(int level);

/*
 * Contexts: parts of a job
 * ------------------------
 * A context is a label that runs in the ranks of `comm`, an MPI_Comm. Below it, figures over ranks in the
 * job's profile are over these ranks: one that never came there counts as zero, one outside not at all.
 * Contexts nest and overlap. Contexts of one name are one region for all communicators, which the profile
 * lists. No message is sent, and the ranks need not begin together. mpi.h is not needed; without MPI a
 * context is a label.
 */

/* Begins and ends the context `name` in the calling thread, as instr_start and instr_stop do. */
#define instr_context_begin(comm, name)                                                                                \
    (__extension__({                                                                                                   \
        __typeof__(comm) __instr_comm = (comm);                                                                        \
        instr_context_begin_at(&__instr_comm, sizeof __instr_comm, (name), __FILE__, __LINE__);                        \
    }))
#define instr_context_end(name) instr_context_end_at((name), __FILE__, __LINE__)
int instr_context_begin_at(const void *comm, unsigned long size, const char *name, const char *file, int line);
int instr_context_end_at(const char *name, const char *file, int line);

/*
 * Results while the program runs
 * ------------------------------
 * These go through the whole tree: they cost time in proportion to the number of call paths.
 */

/* One figure of a label, over all its paths, in `scope`. Time inside itself (recursion) counts once. The
 * fields; times in s:
 *     total_time iter_time    calls iter_count    min_time max_time
 *     running_mean running_var (s^2)    min_iter max_iter iter_num (the last; -1 = none)
 *     start_time (when it was last started with a number, as instr_now)
 *     depth (of its first path; the root has 0)   open (frames now)   __line__
 *     min_rank max_rank (this process's rank, or 0)
 * A label that never ran has 0 in all. INSTR_EFIELD: no such field. `*value` is left alone on errors. */
int instr_query(instr_label *label, const char *field, int scope, double *value);

/* Calls `visitor` for each path of the tree, in the order of first calls within each. 0, an error, or what `visitor` returned to end it. */
int instr_visit(int scope, instr_visitor visitor, void *context);

/* One line for each label in one of `groups` that ran, in order of name. `*strings` is an array of
 * `*count` strings, null if 0. `*longest` is the length of the longest. free() each, then the array. A line:
 *     TOT=%10.5f,CNT=%04d,MIN=%8.5f(%4.2f):%06d,AVG=%8.5f,MAX=%8.5f(%4.2f):%06d,DEV=%8.8f:FILE=%s:LINE=%d:LAB=%s
 * Times are in seconds. Behind min and max follow their distance from the mean in standard deviations, and the rank. */
int instr_dump(instr_groups groups, char ***strings, int *count, int *longest);

/* Switches these groups on or off; open calls continue until they end. A region is off if all of its groups are, and on if it
 * has none. INSTR_GROUPS in the environment has the state at the start. INSTR_ALL_GROUPS: also groups that come later. */
int instr_enable_groups(instr_groups groups);
int instr_disable_groups(instr_groups groups);

/* Forgets what the labels in one of `groups` have measured; open ones count from now on as their first
 * call. No other thread may be inside one of them. */
int instr_clear(instr_groups groups);

/* The same of one label. */
int instr_clear_label(instr_label *label);

/* The call tree of this process as text: calls, total, mean, min and max, share of the run and of the
 * parent. To stdout (null or "stdout"), "stderr", or a file named as INSTR_OUTPUT is (%x %p %r %h ...). */
int instr_print(const char *where);

/* Writes the profile now, as at the end; measuring goes on, and the next one replaces it. */
int instr_snapshot(void);

/* These are collective over the ranks of `comm`, an MPI_Comm: all have to call, and all get the same result. If it fails on
 * one rank it fails on all, and nobody waits. Without MPI there is one rank. To the functions in _at a null pointer is
 * MPI_COMM_WORLD.
 *   instr_reduce       writes one profile of what these ranks have measured so far, named as the job's; the
 *                      next one replaces it. Ranks of two communicators at the same time want names of
 *                      their own:
 *   instr_reduce_to    ... named by `where` as INSTR_OUTPUT is; %r is the first rank's.
 *   instr_print_ranks  the call tree of these ranks as text: as instr_print, and with the least and most
 *                      time of a rank. The first rank prints. */
#define instr_reduce(comm) instr_reduce_to(comm, (const char *)0)
#define instr_reduce_to(comm, where)                                                                                   \
    (__extension__({                                                                                                   \
        __typeof__(comm) __instr_comm = (comm);                                                                        \
        instr_reduce_at(&__instr_comm, sizeof __instr_comm, (where));                                                  \
    }))
#define instr_print_ranks(comm, where)                                                                                 \
    (__extension__({                                                                                                   \
        __typeof__(comm) __instr_comm = (comm);                                                                        \
        instr_print_ranks_at(&__instr_comm, sizeof __instr_comm, (where));                                             \
    }))
int instr_reduce_at(const void *comm, unsigned long size, const char *where);
int instr_print_ranks_at(const void *comm, unsigned long size, const char *where);

/* instr_query over all ranks of `comm`, which call together with the same label and field and all get the answer. Counts and
 * total_time are sums. Over the calls on all ranks are min_time, max_time, running_mean and running_var. In min_rank and
 * max_rank are the ranks of `comm` with the shortest and the longest call. A rank that never started the label has no part in
 * it; `label` may be null there. */
#define instr_query_ranks(comm, label, field, value)                                                                   \
    (__extension__({                                                                                                   \
        __typeof__(comm) __instr_comm = (comm);                                                                        \
        instr_query_ranks_at(&__instr_comm, sizeof __instr_comm, (label), (field), (value));                           \
    }))
int instr_query_ranks_at(const void *comm, unsigned long size, instr_label *label, const char *field, double *value);

/* `size` bytes, zeros at first, that are the same for all of the process who ask for them by this name. For timers that are
 * header only and used in several shared objects. Null: no memory, or no runtime. */
void *instr_shared(const char *name, unsigned long size);

/* Adds to the tag of the profile, beside INSTR_TAG: instr_note("mesh", "icos480"). Replaces a part with that key. A comma or a blank
 * in `value` becomes _. All ranks note the same. INSTR_EMEMORY: all parts together exceed 479 bytes. */
int instr_note(const char *key, const char *value);
int instr_note_number(const char *key, double value);

/* Settings, by the names of the variables INSTR_X: instr_configure("level=1,output=run.%r.instr"). A comma separates them, or a ; if
 * there is one; a piece without = belongs to the value before. The environment wins. INSTR_ESTARTED: one is read when the program
 * starts only. The others are taken, and a line on stderr tells of each error. No thread may be in MPI_Init or MPI_Finalize. */
int instr_configure(const char *wanted);

/* Brings the file of the trace (INSTR_TRACE=1) up to date, for readers of the running program. */
int instr_trace_flush(void);

/* Gets what one rank gave; the bytes are gone afterwards. Returns 0 to go on. */
typedef int (*instr_receiver)(int rank, int ranks, const void *bytes, unsigned long size, void *context);

/* The ranks of `comm` together, as above: rank `root` gets what each of them gives, in order of ranks, its own as well. For
 * timers of other kinds, whose results are not those of the tree. A rank that gives a null pointer has failed. */
#define instr_gather(comm, root, bytes, size, receiver, context)                                                       \
    (__extension__({                                                                                                   \
        __typeof__(comm) __instr_comm = (comm);                                                                        \
        instr_gather_at(&__instr_comm, sizeof __instr_comm, (root), (bytes), (size), (receiver), (context));           \
    }))
int instr_gather_at(const void *comm, unsigned long comm_size, int root, const void *bytes, unsigned long size,
                    instr_receiver receiver, void *context);

/* Seconds since the runtime was started, by its clock; 0 without one. */
double instr_now(void);

/* The meaning of an INSTR_E*, in English; never null. */
const char *instr_error(int code);

/*
 * For code that instr-cc compiles: pragmas as macros. They vanish under another compiler.
 *     INSTR_REGION("name") { ... }          the next statement or block is a region
 *     INSTR_REGION_LEVEL("name", 2) { ... } ... at that level
 *     INSTR_BEGIN("name") ... INSTR_END("name")   statements inside one block
 *     INSTR_ITERATE("name") for (...)       each turn of the next loop is an iteration
 *     INSTR_CONTEXT("name", comm) { ... }   the next block runs in that communicator
 *     INSTR_LEVEL(2)  INSTR_SKIP            for the next function
 *     INSTR_OFF  INSTR_ON                   for all functions between
 */
#if defined(__INSTR__) && !defined(INSTR_DISABLED)
#define __INSTR_PRAGMA(text) _Pragma(#text)
#else
#define __INSTR_PRAGMA(text)
#endif
#define INSTR_REGION(name) __INSTR_PRAGMA(instr region(name))
#define INSTR_REGION_LEVEL(name, n) __INSTR_PRAGMA(instr region(name) level(n))
#define INSTR_BEGIN(name) __INSTR_PRAGMA(instr begin(name))
#define INSTR_END(name) __INSTR_PRAGMA(instr end(name))
#define INSTR_ITERATE(name) __INSTR_PRAGMA(instr iterate(name))
#define INSTR_CONTEXT(name, comm) __INSTR_PRAGMA(instr context(name, comm))
#define INSTR_LEVEL(n) __INSTR_PRAGMA(instr level(n))
#define INSTR_SKIP __INSTR_PRAGMA(instr skip)
#define INSTR_OFF __INSTR_PRAGMA(instr off)
#define INSTR_ON __INSTR_PRAGMA(instr on)

/*
 * From here on: how a call gets to the runtime. Nothing below is meant to be used.
 *
 * The table only ever grows at its end. A runtime older than the header, whose table is shorter, counts
 * as none. X(type, without a runtime, name, parameters, arguments).
 */
/* clang-format off */
#define __INSTR_TABLE(X)                                                                                     \
    X(int, 0, instr_start_at, (const char *name, const char *file, int line), (name, file, line))            \
    X(int, 0, instr_stop_at, (const char *name, const char *file, int line), (name, file, line))             \
    X(instr_label *, 0, instr_label_get, (const char *name), (name))                                         \
    X(instr_label *, 0, instr_label_make,                                                                    \
      (const char *name, int level, instr_groups groups, const char *file, int line),                        \
      (name, level, groups, file, line))                                                                     \
    X(const char *, "", instr_label_name, (const instr_label *label), (label))                               \
    X(instr_groups, 0, instr_label_groups, (const instr_label *label), (label))                              \
    X(instr_label *, 0, instr_label_next, (const instr_label *label), (label))                               \
    X(int, 0, instr_start_label_at, (instr_label *label, long iteration, const char *file, int line),        \
      (label, iteration, file, line))                                                                        \
    X(int, __INSTR_ZERO(seconds, 0), instr_stop_label_at,                                                    \
      (instr_label *label, double *seconds, const char *file, int line), (label, seconds, file, line))       \
    X(int, 0, instr_pause_label_at, (instr_label *label, const char *file, int line), (label, file, line))   \
    X(int, 0, instr_resume_label_at, (instr_label *label, const char *file, int line), (label, file, line))  \
    X(int, 0, instr_add, (instr_label *label, double seconds), (label, seconds))                             \
    X(instr_groups, 0, instr_group, (const char *name), (name))                                              \
    X(const char *, 0, instr_group_name, (int bit), (bit))                                                   \
    X(int, INSTR_ENONE, instr_initialize, (void), ())                                                        \
    X(int, 0, instr_finalize, (void), ())                                                                    \
    X(int, 0, instr_enable, (void), ())                                                                      \
    X(int, 0, instr_disable, (void), ())                                                                     \
    X(int, 0, instr_enabled, (void), ())                                                                     \
    X(int, 0, instr_level, (void), ())                                                                       \
    X(int, 0, instr_set_level, (int level), (level))                                                         \
    X(int, INSTR_ENONE, instr_query, (instr_label *label, const char *field, int scope, double *value),      \
      (label, field, scope, value))                                                                          \
    X(int, INSTR_ENONE, instr_visit, (int scope, instr_visitor visitor, void *context),                      \
      (scope, visitor, context))                                                                             \
    X(int, __INSTR_EMPTY(strings, count, longest), instr_dump, (instr_groups groups, char ***strings, int *count, int *longest), \
      (groups, strings, count, longest))                                                                     \
    X(int, 0, instr_clear, (instr_groups groups), (groups))                                                  \
    X(int, 0, instr_print, (const char *where), (where))                                                     \
    X(int, 0, instr_snapshot, (void), ())                                                                    \
    X(double, 0, instr_now, (void), ())                                                                      \
    X(const char *, "no runtime", instr_error, (int code), (code))                                           \
    X(int, 0, instr_context_begin_at,                                                                        \
      (const void *comm, unsigned long size, const char *name, const char *file, int line),                  \
      (comm, size, name, file, line))                                                                        \
    X(int, 0, instr_context_end_at, (const char *name, const char *file, int line), (name, file, line))      \
    X(int, 0, instr_reduce_at, (const void *comm, unsigned long size, const char *where), (comm, size, where)) \
    X(int, 0, instr_print_ranks_at, (const void *comm, unsigned long size, const char *where), (comm, size, where)) \
    X(int, 0, instr_clear_label, (instr_label *label), (label))                                              \
    X(int, INSTR_ENONE, instr_gather_at,                                                                     \
      (const void *comm, unsigned long comm_size, int root, const void *bytes, unsigned long size,           \
       instr_receiver receiver, void *context),                                                              \
      (comm, comm_size, root, bytes, size, receiver, context))                                               \
    X(int, 0, instr_enable_groups, (instr_groups groups), (groups))                                          \
    X(int, 0, instr_disable_groups, (instr_groups groups), (groups))                                         \
    X(int, INSTR_ENONE, instr_query_ranks_at,                                                                \
      (const void *comm, unsigned long size, instr_label *label, const char *field, double *value),          \
      (comm, size, label, field, value))                                                                     \
    X(int, 0, instr_trace_flush, (void), ())                                                                 \
    X(void *, 0, instr_shared, (const char *name, unsigned long size), (name, size))                         \
    X(int, 0, instr_stop_alone_at, (instr_label *label, const char *file, int line), (label, file, line)) \
    X(int, 0, instr_note, (const char *key, const char *value), (key, value))                                \
    X(int, 0, instr_note_number, (const char *key, double value), (key, value))                              \
    X(int, 0, instr_configure, (const char *wanted), (wanted))
/* clang-format on */
#define __INSTR_ZERO(place, result) ((place) ? (*(place) = 0, result) : (result))
#define __INSTR_EMPTY(strings, count, longest)                                                                         \
    (__INSTR_ZERO(strings, 0), __INSTR_ZERO(count, 0), __INSTR_ZERO(longest, INSTR_ENONE))

struct instr_api {
#define __INSTR_MEMBER(type, none, name, parameters, arguments) type(*name) parameters;
    __INSTR_TABLE(__INSTR_MEMBER)
#undef __INSTR_MEMBER
};

/* The runtime's table if it has at least `size` bytes, else null. */
const struct instr_api *instr_get_api(unsigned long size);

#ifdef __cplusplus
}
#endif

/* The rest is this file once more. What instr-cc sees, the preprocessed text, tells of a system header
 * only where it is entered; and these functions are no part of the program that is measured. */
#ifndef INSTR_RUNTIME_ITSELF
#include "instr.h"
#endif
#undef __INSTR_OUTSIDE

#elif defined(__INSTR_OUTSIDE) && !defined(__INSTR_INSIDE)
#define __INSTR_INSIDE

#ifdef __cplusplus
extern "C" {
#endif

/* Always inlined, never emitted; no warning from inside a function that is inline and external. */
#define __INSTR_HERE                                                                                                   \
    extern __inline__ __attribute__((__always_inline__, __gnu_inline__, __no_instrument_function__, __unused__))

#ifdef INSTR_DISABLED

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define __INSTR_CALL(type, none, name, parameters, arguments)                                                          \
    __INSTR_HERE type name parameters                                                                                  \
    {                                                                                                                  \
        return none;                                                                                                   \
    }
__INSTR_TABLE(__INSTR_CALL)
#pragma GCC diagnostic pop

#else

/* One copy in each program and shared object. */
#define __INSTR_COPY __attribute__((__weak__, __visibility__("hidden")))
extern const struct instr_api *__instr_api1 __INSTR_COPY;
extern int __instr_searched1 __INSTR_COPY;
const struct instr_api *__instr_api1 = 0;
int __instr_searched1 = 0;

typedef const struct instr_api *__instr_get_fn(unsigned long);
static __instr_get_fn __instr_linked_get __attribute__((__weakref__("instr_get_api"), __unused__));
static void *__instr_linked_dlsym(void *, const char *) __attribute__((__weakref__("dlsym"), __unused__));
static void *__instr_linked_static(const char *, int) __attribute__((__weakref__("__dlopen"), __unused__));
/* Set just before constructors run: what runs earlier, as what an ifunc resolver calls, finds no runtime yet. */
static char *__instr_linked_name __attribute__((__weakref__("program_invocation_name"), __unused__));
/* There in a program that has objects made by instr-cc; knows the runtime that these found. */
void (*__instr_resolve_first11(const char *, void (*)(void)))(void) __INSTR_COPY;

const struct instr_api *__instr_search1(void)
    __attribute__((__weak__, __visibility__("hidden"), __cold__, __no_instrument_function__));
const struct instr_api *__instr_search1(void)
{
    __instr_get_fn *get = __instr_linked_get;
    void *(*open)(const char *, int);
    int (*close)(void *);
    void *runtime = 0;
    if (__atomic_load_n(&__instr_searched1, __ATOMIC_ACQUIRE))
        return __instr_api1;
    if (!&__instr_linked_name || !__instr_linked_name || !*__instr_linked_name)
        return 0;
    if (!get && __instr_resolve_first11)
        get = (__instr_get_fn *)__instr_resolve_first11("instr_get_api", (void (*)(void))0);
    if (!get && __instr_linked_dlsym && !__instr_linked_static) {
        open = (void *(*)(const char *, int))(unsigned long)__instr_linked_dlsym((void *)0, "dlopen");
        if (open)
            runtime = open("libinstr.so.1", 2);
        if (runtime)
            get = (__instr_get_fn *)(unsigned long)__instr_linked_dlsym(runtime, "instr_get_api");
    }
    if (get)
        __atomic_store_n(&__instr_api1, get((unsigned long)sizeof(struct instr_api)), __ATOMIC_RELEASE);
    close = runtime && !__instr_api1 ? (int (*)(void *))(unsigned long)__instr_linked_dlsym((void *)0, "dlclose") : 0;
    if (close)
        close(runtime); /* it does nothing here, as in a namespace of its own (dlmopen) */
    __atomic_store_n(&__instr_searched1, 1, __ATOMIC_RELEASE);
    return __instr_api1;
}

#define __INSTR_CALL(type, none, name, parameters, arguments)                                                          \
    __INSTR_HERE type name parameters                                                                                  \
    {                                                                                                                  \
        const struct instr_api *__instr_api = __atomic_load_n(&__instr_api1, __ATOMIC_ACQUIRE);                        \
        if (!__instr_api)                                                                                              \
            __instr_api = __instr_search1();                                                                           \
        return __instr_api ? __instr_api->name arguments : none;                                                       \
    }
__INSTR_TABLE(__INSTR_CALL)

#endif
#undef __INSTR_CALL

#ifdef __cplusplus
}
#endif

#endif
