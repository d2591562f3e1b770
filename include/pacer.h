/*
 * pacer.h - Pacer, the timers of E3SM's C++ components, for C; Pacer.h has the same as a C++ namespace.
 *
 * Header only. A timer is a label in instr's call tree: nothing has to be linked. Where there is no runtime pacer_initialize fails and
 * says so, and all that follows fails without a word. With PACER_GPTL defined before the include the timers are GPTL's, by gptl.h: link -linstr_gptl, which has the
 * labels too, or a GPTL that is installed; only E3SM's has prefixes. The files are then E3SM's.
 *
 * To be called by one thread. Functions return 0, or -1 after a message on stderr.
 */
#ifndef PACER_C_H
#define PACER_C_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

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
#else
#include <instr.h>
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

enum { PACER_NAME = 256, PACER_DEEPEST = 64, PACER_CONTEXTS = 16 };

struct pacer_open {
    char name[PACER_NAME]; /* with its prefixes */
    int context;           /* which, or -1 */
};

struct pacer_state {
    int initialized, rank, level, off, barriers, fence, all_ranks;
    int failed; /* to initialize, which was said */
    enum pacer_mode mode;
    MPI_Comm comm;
    char prefix[PACER_NAME];
    int marks[PACER_DEEPEST]; /* how long the prefix was before each parent was added */
    int mark_count;
    struct pacer_open *open;
    int open_count, open_room;
    char context_names[PACER_CONTEXTS][64];
    MPI_Comm context_comms[PACER_CONTEXTS];
    int context_count;
    char file[1024]; /* what finalize prints to */
};

/* One in each program and shared object. */
extern struct pacer_state __pacer __attribute__((__weak__, __visibility__("hidden")));
struct pacer_state __pacer;

#define PACER_INLINE static __inline__ __attribute__((__unused__))

PACER_INLINE int pacer_complain(const char *what, const char *name)
{
    fprintf(stderr, "Pacer: %s%s%s\n", what, *name ? ": " : "", name);
    return -1;
}

PACER_INLINE int pacer_is_initialized(void)
{
    return __pacer.initialized;
}

#ifdef PACER_GPTL
/* GPTL itself, unless somebody else does that. */
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
    memset(&__pacer, 0, sizeof __pacer);
    __pacer.mode = mode;
    if (MPI_Comm_dup(comm, &__pacer.comm) != MPI_SUCCESS)
        return pacer_complain("the communicator can't be duplicated", "");
    MPI_Comm_rank(__pacer.comm, &__pacer.rank);
    if (pacer_prepare(mode) != 0) {
        MPI_Comm_free(&__pacer.comm);
        __pacer.failed = 1;
        return -1;
    }
    __pacer.initialized = 1;
    return pacer_start("Total", 0);
}

/* Before initialize: said, unless that failed. */
PACER_INLINE int pacer_too_early(const char *name)
{
    return __pacer.failed ? -1 : pacer_complain("not initialized", name);
}

/* A communicator by name, for timers that run in its ranks only. */
PACER_INLINE int pacer_add_context(const char *name, MPI_Comm comm)
{
    if (__pacer.context_count == PACER_CONTEXTS)
        return pacer_complain("too many contexts", name);
    snprintf(__pacer.context_names[__pacer.context_count], sizeof __pacer.context_names[0], "%s", name);
    __pacer.context_comms[__pacer.context_count++] = comm;
    return 0;
}

/* -1: none of that name. */
PACER_INLINE int pacer_find_context(const char *name)
{
    int i = __pacer.context_count - 1;
    while (i >= 0 && strcmp(__pacer.context_names[i], name) != 0)
        i--;
    return i;
}

/* The prefix and the name, cut to what there is room for. */
PACER_INLINE void pacer_full_name(char full[PACER_NAME], const char *name)
{
    size_t prefix = strlen(__pacer.prefix), length = strlen(name);
    if (length > PACER_NAME - 1 - prefix)
        length = PACER_NAME - 1 - prefix;
    memcpy(full, __pacer.prefix, prefix);
    memcpy(full + prefix, name, length);
    full[prefix + length] = '\0';
}

/* The timer that initialize starts. */
PACER_INLINE int pacer_is_total(int open)
{
    return open == 0 && strcmp(__pacer.open[0].name, "Total") == 0;
}

PACER_INLINE struct pacer_open *pacer_push(const char *name, int context)
{
    struct pacer_open *open;
    if (__pacer.open_count == __pacer.open_room) {
        int room = 2 * __pacer.open_room + 16;
        open = (struct pacer_open *)realloc(__pacer.open, (size_t)room * sizeof *open);
        if (!open)
            return NULL;
        __pacer.open = open;
        __pacer.open_room = room;
    }
    open = &__pacer.open[__pacer.open_count++];
    pacer_full_name(open->name, name);
    open->context = context;
    return open;
}

/* Whether a timer of `level` is to be measured now; -1 before initialize. */
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
    if (open->context >= 0)
        (void)instr_context_begin(__pacer.context_comms[open->context], __pacer.context_names[open->context]);
    return instr_start_label(pacer_label(open)) < 0 ? -1 : 0;
}

PACER_INLINE int pacer_end(const struct pacer_open *open)
{
    int result = instr_stop_label(pacer_label(open)) < 0 ? -1 : 0;
    if (open->context >= 0)
        (void)instr_context_end(__pacer.context_names[open->context]);
    return result;
}
#endif

/* Starts the timer `name` in the ranks of a context, or with a null `context` in all. Timers above the level in use, and all
 * while timing is disabled, are none. */
PACER_INLINE int pacer_start_in(const char *name, int level, const char *context)
{
    const struct pacer_open *open;
    int wanted = pacer_wanted(level, name), which = context ? pacer_find_context(context) : -1;
    if (wanted <= 0)
        return wanted;
    if (context && which < 0)
        return pacer_complain("no such context", context);
    open = pacer_push(name, which);
    return open ? pacer_begin(open) : pacer_complain("no memory for timer", name);
}

#ifdef PACER_GPTL
/* GPTL lets timers overlap. */
PACER_INLINE int pacer_end_one(int i)
{
    return pacer_end(&__pacer.open[i]);
}
#else
/* Labels nest: those that were started later stop, and go on below the caller of this one. */
PACER_INLINE int pacer_end_one(int i)
{
    int result, k;
    for (k = __pacer.open_count - 1; k > i; k--)
        (void)pacer_end(&__pacer.open[k]);
    result = pacer_end(&__pacer.open[i]);
    for (k = i + 1; k < __pacer.open_count; k++)
        (void)pacer_begin(&__pacer.open[k]);
    return result;
}
#endif

PACER_INLINE int pacer_stop(const char *name, int level)
{
    char full[PACER_NAME];
    int result, wanted = pacer_wanted(level, name), i = __pacer.open_count - 1;
    if (wanted <= 0)
        return wanted;
    pacer_full_name(full, name);
    while (i >= 0 && strcmp(__pacer.open[i].name, full) != 0)
        i--;
    if (i < 0)
        return pacer_complain("stop of a timer that was not started", full);
    result = pacer_end_one(i);
    memmove(&__pacer.open[i], &__pacer.open[i + 1], (size_t)(--__pacer.open_count - i) * sizeof *__pacer.open);
    return result;
}

PACER_INLINE int pacer_start(const char *name, int level)
{
    return pacer_start_in(name, level, NULL);
}

/* What stands before the names of timers from now on. */
PACER_INLINE int pacer_set_prefix(const char *prefix)
{
    snprintf(__pacer.prefix, sizeof __pacer.prefix, "%s", prefix);
    __pacer.mark_count = 0;
    return 0;
}

PACER_INLINE int pacer_unset_prefix(void)
{
    return pacer_set_prefix("");
}

/* The name of the timer that was started last, and a colon, behind the prefix; and taken away again. */
PACER_INLINE int pacer_add_parent_prefix(void)
{
    const char *parent;
    if (__pacer.open_count == 0 || pacer_is_total(__pacer.open_count - 1) || __pacer.mark_count == PACER_DEEPEST)
        return pacer_complain("there is no parent to take a prefix from", "");
    parent = __pacer.open[__pacer.open_count - 1].name;
    __pacer.marks[__pacer.mark_count++] = (int)strlen(__pacer.prefix);
    if (strlen(parent) + 2 > sizeof __pacer.prefix)
        return pacer_complain("the prefix is too long", parent);
    strcpy(__pacer.prefix, parent);
    strcat(__pacer.prefix, ":");
    return 0;
}

PACER_INLINE int pacer_remove_parent_prefix(void)
{
    if (__pacer.mark_count == 0)
        return pacer_complain("there is no prefix of a parent", "");
    __pacer.prefix[__pacer.marks[--__pacer.mark_count]] = '\0';
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
    failed |= GPTLpr_summary_file(__pacer.comm, log ? "/dev/stdout" : summary) != 0;
    if (!log && (all_ranks || __pacer.rank == 0))
        failed |= GPTLpr_file(timing) != 0;
#else
    failed |= instr_print_ranks(__pacer.comm, log ? "stdout" : summary) < 0;
    if (!log && (all_ranks || __pacer.rank == 0))
        failed |= instr_print(timing) < 0;
#endif
    return failed ? pacer_complain("the timers can't be written", expanded) : 0;
}

/* What finalize prints to: a prefix of files, in which $YYYY, $MM and $DD are today's, or the log, as when nothing is said. */
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
    int i, result = 0;
    if (!__pacer.initialized)
        return pacer_too_early("");
    for (i = __pacer.open_count - 1; i >= 0; i--) {
        if (__pacer.rank == 0 && !pacer_is_total(i))
            pacer_complain("a timer is still open", __pacer.open[i].name);
        (void)pacer_end(&__pacer.open[i]);
    }
    result = pacer_print(__pacer.file, __pacer.all_ranks);
#ifdef PACER_GPTL
    if (__pacer.mode == PACER_STANDALONE)
        result |= GPTLfinalize();
#endif
    free(__pacer.open);
    MPI_Comm_free(&__pacer.comm);
    memset(&__pacer, 0, sizeof __pacer);
    return result;
}

#ifdef __cplusplus
}
#endif
#endif
