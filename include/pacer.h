/*
 * pacer.h - Pacer, the timers of E3SM's C++ components, for C; Pacer.h has the same as a C++ namespace.
 *
 * Header only. A timer is a label in instr's call tree: nothing has to be linked. Where there is no runtime pacer_initialize fails and
 * says so, and all that follows fails without a word. With PACER_GPTL (or Omega's USE_GPTL) defined before the include the timers are
 * GPTL's, by gptl.h: link -linstr_gptl, which has the labels too, or a GPTL that is installed; only E3SM's has prefixes. The files are
 * then E3SM's. There is one Pacer in a process, in whatever shared objects it is used; with an installed GPTL one in each.
 *
 * Timers are started and stopped by any thread, each its own; all else is for the thread that initialized, outside of parallel
 * regions, but that parents' prefixes are a thread's own elsewhere. Functions return 0, or -1 after a message on stderr. Calls of
 * MPI that the program did not ask for are PMPI's, so that no table has them.
 */
#ifndef PACER_C_H
#define PACER_C_H

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <time.h>

#if defined(USE_GPTL) && !defined(PACER_GPTL)
#define PACER_GPTL
#endif
#ifdef PACER_GPTL
#ifndef HAVE_MPI
#define HAVE_MPI 1 /* for E3SM's header */
#endif
#include <gptl.h>
#if defined(__has_include)
#if __has_include(<gptlmpi.h>) && !defined(GPTL_OF_INSTR) /* what is public, which does not know of quotes */
#include <gptlmpi.h>
#define PACER_PUBLIC_GPTL
#endif
#endif
#endif
#if !defined(PACER_GPTL) || defined(GPTL_OF_INSTR)
#include <instr.h>
#define PACER_SHARED(size) instr_shared("Pacer 1", size)
#else
#define PACER_SHARED(size) NULL
#endif
#ifdef PACER_YAML
#include "instr_yaml.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(PACER_GPTL) && !defined(PACER_PUBLIC_GPTL)
extern int GPTLpr_summary_file(MPI_Comm, const char *);
#endif

enum pacer_mode { PACER_STANDALONE, PACER_INTEGRATED }; /* integrated: somebody else initializes and ends GPTL */

enum { PACER_NAME = 256, PACER_DEEPEST = 64 };

struct pacer_context {
    struct pacer_context *next;
    MPI_Comm comm;
    int removed;
    char name[1];
};

struct pacer_prefix {
    char text[PACER_NAME];
    int marks[PACER_DEEPEST]; /* how long it was before each parent was added */
    int mark_count;
};

/* A timer that runs. What is no longer needed stays with its list: another thread may be looking at it. */
struct pacer_open {
    struct pacer_open *below, *spare;
    struct pacer_context *context; /* or null */
    int by;                        /* another thread that wanted to stop it, or 0 */
    char name[PACER_NAME];         /* with its prefixes */
};

/* Data of one thread, as long as it has running timers. */
struct pacer_thread {
    struct pacer_thread *next;
    int owner; /* gettid, or 0 */
    int round, due;
    struct pacer_open *open, *spare;
    struct pacer_prefix prefix; /* without marks: none of its own */
};

struct pacer_state {
    int initialized, rank, level, off, barriers, fence, all_ranks;
    int failed; /* to initialize, which was said */
    enum pacer_mode mode;
    MPI_Comm comm;
    int master; /* the thread that initialized */
    struct pacer_prefix prefix;
    char file[1024]; /* what finalize prints to */
    int round;       /* how often it was initialized. What follows outlives finalize. */
    struct pacer_context *contexts;
    struct pacer_thread *threads;
};

/* One in each program and shared object, and what each thread knows there. */
#define PACER_COPY __attribute__((__weak__, __visibility__("hidden")))
extern struct pacer_state __pacer_here PACER_COPY, *__pacer_found PACER_COPY;
struct pacer_state __pacer_here, *__pacer_found;
extern __thread int __pacer_tid PACER_COPY;
__thread int __pacer_tid;
extern __thread struct pacer_thread *__pacer_thread PACER_COPY;
__thread struct pacer_thread *__pacer_thread;

#define PACER_INLINE static __inline__ __attribute__((__unused__))
#define __pacer (*pacer_state())

PACER_INLINE struct pacer_state *pacer_state(void)
{
    struct pacer_state *state = __atomic_load_n(&__pacer_found, __ATOMIC_ACQUIRE);
    if (!state && (state = (struct pacer_state *)PACER_SHARED(sizeof *state)) != NULL)
        __atomic_store_n(&__pacer_found, state, __ATOMIC_RELEASE);
    return state ? state : &__pacer_here;
}

PACER_INLINE int pacer_complain(const char *what, const char *name)
{
    fprintf(stderr, "Pacer: %s%s%s\n", what, *name ? ": " : "", name);
    return -1;
}

extern long __pacer_syscall(long, ...) __asm__("syscall"); /* which strict C has no name for */

PACER_INLINE int pacer_tid(void)
{
    if (!__pacer_tid)
        __pacer_tid = (int)__pacer_syscall(SYS_gettid);
    return __pacer_tid;
}

PACER_INLINE int pacer_is_initialized(void)
{
    return __pacer.initialized;
}

#ifdef PACER_GPTL
/* Starts GPTL itself, unless the program does. */
PACER_INLINE int pacer_prepare(enum pacer_mode mode)
{
    if (mode != PACER_STANDALONE)
        return 0;
    GPTLsetoption(GPTLdepthlimit, 20);
#ifndef PACER_PUBLIC_GPTL
    GPTLsetoption(GPTLdopr_quotes, 1);
#endif
    if (GPTLsetutr(GPTLmpiwtime) != 0 || GPTLinitialize() != 0)
        return pacer_complain("GPTL can't be initialized", "");
    return 0;
}
#else
/* With INSTR_LEVEL=0 nothing is to be timed, and timers do nothing. */
PACER_INLINE int pacer_prepare(enum pacer_mode mode)
{
    const char *level = getenv("INSTR_LEVEL");
    (void)mode;
    if (__pacer.round)
        (void)instr_clear(instr_group("Pacer"));
    if (instr_initialize() == 0 || (level && strcmp(level, "0") == 0))
        return 0;
    if (__pacer.rank == 0)
        (void)pacer_complain(
            "nothing is timed, as instr's runtime is not found: compile with instr-cc, link -linstr, or put the "
            "folder of libinstr.so.1 into LD_LIBRARY_PATH",
            "");
    return -1;
}
#endif

PACER_INLINE int pacer_start(const char *name, int level);

/* `comm` is duplicated; all of its ranks have to call. Starts a timer named Total, which finalize stops. */
PACER_INLINE int pacer_initialize(MPI_Comm comm, enum pacer_mode mode)
{
    if (__pacer.initialized)
        return 0;
    memset(&__pacer, 0, offsetof(struct pacer_state, round));
    __pacer.mode = mode;
    __pacer.master = pacer_tid();
    if (PMPI_Comm_dup(comm, &__pacer.comm) != MPI_SUCCESS)
        return pacer_complain("the communicator can't be duplicated", "");
    PMPI_Comm_rank(__pacer.comm, &__pacer.rank);
    if (pacer_prepare(mode) != 0) {
        PMPI_Comm_free(&__pacer.comm);
        __pacer.failed = 1;
        return -1;
    }
    __pacer.round++;
    __pacer.initialized = 1;
    return pacer_start("Total", 0);
}

/* Before initialize: said, unless that failed. */
PACER_INLINE int pacer_too_early(const char *name)
{
    return __pacer.failed ? -1 : pacer_complain("not initialized", name);
}

/* Returns NULL if there is none of that name. */
PACER_INLINE struct pacer_context *pacer_find_context(const char *name)
{
    struct pacer_context *context = __atomic_load_n(&__pacer.contexts, __ATOMIC_ACQUIRE);
    while (context && strcmp(context->name, name) != 0)
        context = context->next;
    return context;
}

/* A communicator by name, for timers that run in its ranks only; of a name that is there, from now on. */
PACER_INLINE int pacer_add_context(const char *name, MPI_Comm comm)
{
    struct pacer_context *context = pacer_find_context(name);
    if (!context) {
        context = (struct pacer_context *)malloc(sizeof *context + strlen(name));
        if (!context)
            return pacer_complain("no memory for context", name);
        strcpy(context->name, name);
        context->next = __pacer.contexts;
        __atomic_store_n(&__pacer.contexts, context, __ATOMIC_RELEASE);
    }
    context->comm = comm;
    context->removed = 0;
    return 0;
}

/* Before its communicator is freed. */
PACER_INLINE int pacer_remove_context(const char *name)
{
    struct pacer_context *context = pacer_find_context(name);
    if (!context || context->removed)
        return pacer_complain("no such context", name);
    context->removed = 1;
    return 0;
}

/* Returns whether a timer of `level` is to be measured now; -1 before initialize. */
PACER_INLINE int pacer_wanted(int level, const char *name)
{
    if (!__pacer.initialized)
        return pacer_too_early(name);
    return !__pacer.off && level <= __pacer.level;
}

#ifdef PACER_GPTL
PACER_INLINE int pacer_begin(const struct pacer_open *open)
{
    return GPTLstart(open->name);
}

PACER_INLINE int pacer_end(const struct pacer_open *open)
{
    return GPTLstop(open->name);
}
#else
PACER_INLINE instr_label *pacer_label(const struct pacer_open *open)
{
    return instr_label_make(open->name, 1, instr_group("Pacer"), NULL, 0);
}

PACER_INLINE int pacer_begin(const struct pacer_open *open)
{
    if (open->context)
        (void)instr_context_begin(open->context->comm, open->context->name);
    return instr_start_label(pacer_label(open)) < 0 ? -1 : 0;
}

PACER_INLINE int pacer_end(const struct pacer_open *open)
{
    int result = instr_stop_alone(pacer_label(open)) < 0 ? -1 : 0;
    if (open->context)
        (void)instr_context_end(open->context->name);
    return result;
}
#endif

/* Ends the timer that `place` points to, and takes it out. */
PACER_INLINE int pacer_take_out(struct pacer_thread *thread, struct pacer_open **place)
{
    struct pacer_open *open = *place;
    int result = pacer_end(open);
    *place = open->below;
    open->spare = thread->spare;
    thread->spare = open;
    return result;
}

/* Ends what the thread left open before Pacer was initialized again, and what another one wanted to stop. */
PACER_INLINE void pacer_tidy(struct pacer_thread *thread)
{
    struct pacer_open **place = &thread->open;
    int old = thread->round != __pacer.round;
    if (!old && !__atomic_exchange_n(&thread->due, 0, __ATOMIC_ACQUIRE))
        return;
    thread->round = __pacer.round;
    thread->prefix.mark_count = old ? 0 : thread->prefix.mark_count;
    while (*place)
        if (old || (*place)->by)
            (void)pacer_take_out(thread, place);
        else
            place = &(*place)->below;
}

/* The timers of this thread; null where there is no memory. */
PACER_INLINE struct pacer_thread *pacer_own(void)
{
    int self = pacer_tid(), nobody;
    struct pacer_thread *own = __pacer_thread, *first = __atomic_load_n(&__pacer.threads, __ATOMIC_ACQUIRE);
    if (!own || __atomic_load_n(&own->owner, __ATOMIC_RELAXED) != self)
        for (own = first; own && __atomic_load_n(&own->owner, __ATOMIC_RELAXED) != self;)
            own = own->next;
    if (!own)
        for (own = first; own; own = own->next)
            if (nobody = 0,
                __atomic_compare_exchange_n(&own->owner, &nobody, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
                break;
    if (!own && (own = (struct pacer_thread *)calloc(1, sizeof *own)) != NULL) {
        own->owner = self;
        own->round = __pacer.round;
        own->next = first;
        while (!__atomic_compare_exchange_n(&__pacer.threads, &own->next, own, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            ;
    }
    __pacer_thread = own;
    if (own)
        pacer_tidy(own);
    else
        (void)pacer_complain("no memory for a thread", "");
    return own;
}

/* With nothing that runs it is free for another thread. */
PACER_INLINE void pacer_give_back(struct pacer_thread *thread)
{
    if (!thread->open && !thread->prefix.mark_count)
        __atomic_store_n(&thread->owner, 0, __ATOMIC_RELEASE);
}

PACER_INLINE struct pacer_prefix *pacer_prefix(struct pacer_thread *thread)
{
    return thread->prefix.mark_count ? &thread->prefix : &__pacer.prefix;
}

/* The prefix and the name, cut to what there is room for. */
PACER_INLINE void pacer_full_name(char full[PACER_NAME], struct pacer_thread *thread, const char *name)
{
    const char *prefix = pacer_prefix(thread)->text;
    size_t before = strlen(prefix), length = strlen(name);
    if (length > PACER_NAME - 1 - before)
        length = PACER_NAME - 1 - before;
    memcpy(full, prefix, before);
    memcpy(full + before, name, length);
    full[before + length] = '\0';
}

/* The timer that initialize starts. */
PACER_INLINE int pacer_is_total(const struct pacer_open *open)
{
    return !open->below && strcmp(open->name, "Total") == 0;
}

PACER_INLINE struct pacer_open *pacer_push(struct pacer_thread *thread, const char *name, struct pacer_context *context)
{
    struct pacer_open *open = thread->spare;
    if (open)
        thread->spare = open->spare;
    else if (!(open = (struct pacer_open *)calloc(1, sizeof *open)))
        return NULL;
    pacer_full_name(open->name, thread, name);
    open->context = context;
    open->by = 0;
    open->below = thread->open;
    __atomic_store_n(&thread->open, open, __ATOMIC_RELEASE);
    return open;
}

/* Starts the timer `name` in the ranks of a context, or with a null `context` in all. Timers above the level in use, and all
 * while timing is disabled, are none. */
PACER_INLINE int pacer_start_in(const char *name, int level, const char *context)
{
    int wanted = pacer_wanted(level, name);
    struct pacer_context *in = context && wanted > 0 ? pacer_find_context(context) : NULL;
    const struct pacer_open *open;
    struct pacer_thread *own;
    if (wanted <= 0)
        return wanted;
    if (context && (!in || in->removed))
        return pacer_complain("no such context", context);
    own = pacer_own();
    open = own ? pacer_push(own, name, in) : NULL;
    return open ? pacer_begin(open) : pacer_complain("no memory for timer", name);
}

/* No timer of this thread. One of another ends with the next call of that thread, so that what follows there is not below it. */
PACER_INLINE int pacer_stop_of_other(const char *full, int self)
{
    struct pacer_thread *thread = __atomic_load_n(&__pacer.threads, __ATOMIC_ACQUIRE);
    char what[120];
    for (; thread; thread = thread->next) {
        struct pacer_open *open = __atomic_load_n(&thread->open, __ATOMIC_ACQUIRE);
        for (; open; open = __atomic_load_n(&open->below, __ATOMIC_ACQUIRE))
            if (strcmp(open->name, full) == 0 && !open->by) {
                open->by = self;
                __atomic_store_n(&thread->due, 1, __ATOMIC_RELEASE);
                snprintf(what, sizeof what, "thread %d stops a timer that thread %d started, which ends it", self,
                         thread->owner);
                return pacer_complain(what, full);
            }
    }
    return pacer_complain("stop of a timer that was not started", full);
}

PACER_INLINE int pacer_stop(const char *name, int level)
{
    char full[PACER_NAME];
    int result, wanted = pacer_wanted(level, name);
    struct pacer_thread *own = wanted > 0 ? pacer_own() : NULL;
    struct pacer_open **place;
    if (!own)
        return wanted <= 0 ? wanted : -1;
    pacer_full_name(full, own, name);
    for (place = &own->open; *place && strcmp((*place)->name, full) != 0;)
        place = &(*place)->below;
    result = *place ? pacer_take_out(own, place) : pacer_stop_of_other(full, own->owner);
    pacer_give_back(own);
    return result;
}

PACER_INLINE int pacer_start(const char *name, int level)
{
    return pacer_start_in(name, level, NULL);
}

/* Sets the prefix of timer names from now on. */
PACER_INLINE int pacer_set_prefix(const char *prefix)
{
    snprintf(__pacer.prefix.text, sizeof __pacer.prefix.text, "%s", prefix);
    __pacer.prefix.mark_count = 0;
    return 0;
}

PACER_INLINE int pacer_unset_prefix(void)
{
    return pacer_set_prefix("");
}

/* The name of the timer that was started last, and a colon, behind the prefix; and taken away again. */
PACER_INLINE int pacer_add_parent_prefix(void)
{
    struct pacer_thread *own = pacer_own();
    struct pacer_prefix *prefix = own && own->owner != __pacer.master ? &own->prefix : &__pacer.prefix;
    const struct pacer_open *parent = own ? own->open : NULL;
    if (!parent || pacer_is_total(parent) || prefix->mark_count == PACER_DEEPEST)
        return pacer_complain("there is no parent to take a prefix from", "");
    if (strlen(parent->name) + 2 > sizeof prefix->text)
        return pacer_complain("the prefix is too long", parent->name);
    prefix->marks[prefix->mark_count] = (int)strlen(prefix->text);
    prefix->mark_count++;
    strcpy(prefix->text, parent->name);
    strcat(prefix->text, ":");
    return 0;
}

PACER_INLINE int pacer_remove_parent_prefix(void)
{
    struct pacer_thread *own = pacer_own();
    struct pacer_prefix *prefix = own ? pacer_prefix(own) : NULL;
    if (!prefix || prefix->mark_count == 0)
        return pacer_complain("there is no prefix of a parent", "");
    prefix->text[prefix->marks[--prefix->mark_count]] = '\0';
    pacer_give_back(own);
    return 0;
}

/* A barrier in a timer of its own; nothing unless they are enabled. */
PACER_INLINE int pacer_timing_barrier(const char *name, int level, MPI_Comm comm)
{
    if (!__pacer.barriers)
        return 0;
    if (pacer_start(name, level) != 0)
        return -1;
    MPI_Barrier(comm);
    return pacer_stop(name, level);
}

PACER_INLINE void pacer_enable_timing_barriers(int on)
{
    __pacer.barriers = on;
}

PACER_INLINE void pacer_set_timing_level(int level)
{
    __pacer.level = level;
}

PACER_INLINE void pacer_enable_timing(int on)
{
    __pacer.off = !on;
}

/* `name` with $YYYY, $MM and $DD replaced by today's. */
PACER_INLINE void pacer_expand(char *out, size_t size, const char *name)
{
    time_t now = time(NULL);
    struct tm *today = localtime(&now);
    size_t at = 0;
    while (*name && at + 1 < size) {
        int year = strncmp(name, "$YYYY", 5) == 0, month = strncmp(name, "$MM", 3) == 0,
            day = strncmp(name, "$DD", 3) == 0;
        if (today && (year || month || day)) {
            int written = year ? snprintf(out + at, size - at, "%04d", today->tm_year + 1900)
                               : snprintf(out + at, size - at, "%02d", month ? today->tm_mon + 1 : today->tm_mday);
            at += (size_t)written < size - at ? (size_t)written : size - at - 1;
            name += year ? 5 : 3;
        } else {
            out[at++] = *name++;
        }
    }
    out[at] = '\0';
}

/* Nothing, "None" and "Log", in whatever case, are the log, which is the standard output. */
PACER_INLINE int pacer_is_log(const char *name)
{
    return !*name || strcasecmp(name, "None") == 0 || strcasecmp(name, "Log") == 0;
}

#ifdef PACER_GPTL
extern int __pacer_fileno(FILE *) __asm__("fileno");

/* GPTL empties what it opens, and the log has lines of the model: the summary goes there by a file of its own. */
PACER_INLINE int pacer_log_summary(void)
{
    FILE *file = __pacer.rank == 0 ? tmpfile() : NULL;
    char path[32] = "stderr", text[4096];
    size_t size;
    int result;
    if (file)
        snprintf(path, sizeof path, "/dev/fd/%d", __pacer_fileno(file));
    result = GPTLpr_summary_file(__pacer.comm, path);
    while (file && (size = fread(text, 1, sizeof text, file)) > 0)
        fwrite(text, 1, size, stdout);
    if (file)
        fclose(file);
    return result;
}
#endif

/* Writes PREFIX.summary of all ranks, and PREFIX.timing.RANK of rank 0 or of all. All ranks have to call. */
PACER_INLINE int pacer_print(const char *prefix, int all_ranks)
{
    char expanded[1024], summary[1100], timing[1100];
    int failed = 0, log = pacer_is_log(prefix);
    if (!__pacer.initialized)
        return pacer_too_early(prefix);
    pacer_expand(expanded, sizeof expanded, prefix);
    snprintf(summary, sizeof summary, "%s.summary", expanded);
    snprintf(timing, sizeof timing, "%s.timing.%d", expanded, __pacer.rank);
#ifdef PACER_GPTL
    failed |= (log ? pacer_log_summary() : GPTLpr_summary_file(__pacer.comm, summary)) != 0;
    if (!log && (all_ranks || __pacer.rank == 0))
        failed |= GPTLpr_file(timing) != 0;
#else
    failed |= instr_print_ranks(__pacer.comm, log ? "stdout" : summary) < 0;
    if (!log && (all_ranks || __pacer.rank == 0))
        failed |= instr_print(timing) < 0;
#endif
    return failed ? pacer_complain("the timers can't be written", expanded) : 0;
}

/* Sets the output of finalize: a prefix of files, in which $YYYY, $MM and $DD are today's date, or the log, the default. */
PACER_INLINE int pacer_set_timer_file(const char *name)
{
    snprintf(__pacer.file, sizeof __pacer.file, "%s", name);
    return 0;
}

PACER_INLINE int pacer_is_true(const char *value)
{
    return strcasecmp(value, "true") == 0 || strcasecmp(value, "on") == 0 || strcasecmp(value, "yes") == 0 ||
           strcmp(value, "1") == 0;
}

/* One word of the configuration; `context` is not used. */
PACER_INLINE void pacer_take_setting(const char *key, const char *value, void *context)
{
    (void)context;
    if (strcmp(key, "Level") == 0)
        pacer_set_timing_level(atoi(value));
    else if (strcmp(key, "AutoFence") == 0)
        __pacer.fence = pacer_is_true(value);
    else if (strcmp(key, "TimingBarriers") == 0)
        pacer_enable_timing_barriers(pacer_is_true(value));
    else if (strcmp(key, "PrintAllRanks") == 0)
        __pacer.all_ranks = pacer_is_true(value);
    else if (strcmp(key, "TimerFile") == 0)
        (void)pacer_set_timer_file(value);
    else if (__pacer.rank == 0)
        (void)pacer_complain("not known in the configuration", key);
}

/* After initialize: what the blocks "Timing" and "Timers" of a YAML file say, and over that the environment: PACER_LEVEL,
 * PACER_AUTO_FENCE, PACER_TIMING_BARRIERS, PACER_PRINT_ALL_RANKS, PACER_TIMER_FILE. Null or "": only the environment. */
PACER_INLINE int pacer_configure(const char *file)
{
    static const char *const variables[][2] = {{"PACER_LEVEL", "Level"},
                                               {"PACER_AUTO_FENCE", "AutoFence"},
                                               {"PACER_TIMING_BARRIERS", "TimingBarriers"},
                                               {"PACER_PRINT_ALL_RANKS", "PrintAllRanks"},
                                               {"PACER_TIMER_FILE", "TimerFile"}};
    int result = 0;
    unsigned long i;
    if (!__pacer.initialized)
        return pacer_too_early("configure");
    if (file && *file) {
#ifdef PACER_YAML
        result = instr_yaml_block(file, "Timing", pacer_take_setting, NULL);
        if (result == 0)
            result = instr_yaml_block(file, "Timers", pacer_take_setting, NULL);
#else
        result = pacer_complain("compile with -DPACER_YAML and link -linstr_yaml to read", file);
#endif
    }
    for (i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i][0]))
            pacer_take_setting(variables[i][1], getenv(variables[i][0]), NULL);
    return result;
}

/* Stops what is open, prints, and forgets what was set. All ranks have to call. */
PACER_INLINE int pacer_finalize(void)
{
    int result = 0;
    struct pacer_thread *own = __pacer.initialized ? pacer_own() : NULL, *thread = __pacer.threads;
    const struct pacer_open *open;
    struct pacer_context *context;
    if (!own)
        return __pacer.initialized ? -1 : pacer_too_early("");
    for (; thread; thread = thread->next)
        for (open = thread->round == __pacer.round ? thread->open : NULL; open; open = open->below)
            if (__pacer.rank == 0 && !pacer_is_total(open))
                (void)pacer_complain("a timer is still open", open->name);
    while (own->open)
        (void)pacer_take_out(own, &own->open);
    own->prefix.mark_count = 0;
    pacer_give_back(own);
    for (context = __pacer.contexts; context; context = context->next)
        context->removed = 1;
    result = pacer_print(__pacer.file, __pacer.all_ranks);
#ifdef PACER_GPTL
    if (__pacer.mode == PACER_STANDALONE)
        result |= GPTLfinalize();
#endif
    PMPI_Comm_free(&__pacer.comm);
    memset(&__pacer, 0, offsetof(struct pacer_state, round));
    return result;
}

#ifdef __cplusplus
}
#endif
#endif
