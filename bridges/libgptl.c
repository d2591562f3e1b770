/*
 * libgptl.c - INSTR_PLUGINS=libgptl: each call starts and stops a timer of the real GPTL, which writes its own files, timing.RANK, as it
 * does for programs with its timers in them; and timing.summary of all ranks of an MPI job, where it was built for that.
 *
 * INSTR_LIBGPTL names the library; else it is the libgptl.so that the loader finds, also where the program has it already: timers of
 * both are then in one tree. What is called of it is what all versions and E3SM's have. Where GPTL doesn't tell a thread from the
 * main one, as when it was built for other threads than these, what that thread calls is left out, and this is said.
 */
#include "include/instr_plugin.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 63 }; /* GPTL finds longer ones no more */

static struct {
    int (*initialize)(void);
    int (*start)(const char *);
    int (*stop)(const char *);
    int (*pr)(int);
    int (*thread)(void);                   /* null: this GPTL doesn't tell */
    int (*pr_summary)(unsigned long comm); /* null: it knows no MPI */
} gptl;

static const struct instr_plugin_host *instr;
static const struct instr_plugin table;
static int rank;
static pid_t process;
static atomic_flag told_of_threads = ATOMIC_FLAG_INIT;

static void *define(void *user, const struct instr_plugin_region *region)
{
    (void)user;
    return strndup(region->name, NAME);
}

static void begin(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    if (event->thread_data && event->region_data)
        gptl.start(event->region_data);
}

static void end(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    if (event->thread_data && event->region_data)
        gptl.stop(event->region_data);
}

static void *begin_thread(void *user, unsigned thread, long system_id)
{
    (void)user;
    (void)system_id;
    if (!thread || (gptl.thread && gptl.thread() > 0))
        return &gptl;
    if (!atomic_flag_test_and_set(&told_of_threads))
        instr->say(&table,
                   "this GPTL was not built for the program's threads: only calls of the main one are in its files");
    return NULL;
}

static void know_rank(void *user, int number, int ranks)
{
    (void)user;
    (void)ranks;
    rank = number;
}

/* GPTL writes the file anew, with all that it has. */
static void print(void *user)
{
    (void)user;
    if (getpid() == process)
        gptl.pr(rank);
}

/* The profile of an MPI job is made before its end, and some ask for none. */
static void print_at_exit(void)
{
    print(NULL);
}

static void summarize(void *user, unsigned long world)
{
    (void)user;
    if (gptl.pr_summary)
        gptl.pr_summary(world);
}

/* Whether the library has a function; *function is it. */
static int find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* Such a timer would be a region, of which this plug-in would be told. */
static int is_our_own(void *library)
{
    Dl_info info;
    void *start = dlsym(library, "GPTLstart");
    return start && dladdr(start, &info) && info.dli_fname && strstr(info.dli_fname, "libinstr_gptl");
}

static int load(char *why, size_t size)
{
    const char *path = getenv("INSTR_LIBGPTL");
    void *library = dlopen(path && *path ? path : "libgptl.so", RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        snprintf(why, size, "there is no GPTL; INSTR_LIBGPTL names its library: %s", dlerror());
        return 0;
    }
    if (!find(library, "GPTLinitialize", &gptl.initialize) || !find(library, "GPTLstart", &gptl.start) ||
        !find(library, "GPTLstop", &gptl.stop) || !find(library, "GPTLpr", &gptl.pr)) {
        snprintf(why, size, "%s is no GPTL", path && *path ? path : "libgptl.so");
        return 0;
    }
    if (is_our_own(library)) {
        snprintf(why, size,
                 "this GPTL is instr's own, whose timers are in the profile; INSTR_LIBGPTL names another one");
        return 0;
    }
    find(library, "GPTLget_thread_num", &gptl.thread);
    find(library, "GPTLpr_summary", &gptl.pr_summary);
    gptl.initialize();
    return 1;
}

static const struct instr_plugin table = {
    INSTR_PLUGIN_HEAD("libgptl"), .region_defined = define, .region_begin = begin,  .region_end = end,
    .thread_begin = begin_thread, .rank_known = know_rank,  .before_report = print, .job_ends = summarize};

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    char why[400];
    instr = host;
    process = getpid();
    if (!load(why, sizeof why)) {
        host->say(&table, why);
        return NULL;
    }
    atexit(print_at_exit);
    return &table;
}
