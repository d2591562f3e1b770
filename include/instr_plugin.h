/*
 * instr_plugin.h - what another tool is told by a program that instr measures.
 *
 *     INSTR_PLUGINS=./mine.so ./program
 *
 * A plug-in is a shared object that has one function of the name below. It returns a table, which says for which version
 * of this file it was made, and which of the callbacks it wants:
 *
 *     #include <instr_plugin.h>
 *
 *     static void begin(void *user, const struct instr_plugin_event *event) { puts(event->region->name); }
 *
 *     static const struct instr_plugin mine = {INSTR_PLUGIN_HEAD("mine"), .region_begin = begin};
 *
 *     const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *host) { return &mine; }
 *
 *     cc -shared -fPIC mine.c -o mine.so
 *
 * Rules:
 *   order     what a thread begins and ends always nests: a call that goes on elsewhere, as that of a coroutine that waits,
 *             ends and begins again, with INSTR_PLUGIN_AGAIN.
 *   threads   callbacks of different threads come at the same time; region_defined, rank_known and the reports' do not.
 *   inside    a callback may do what it likes, but not leave by longjmp or an exception; calls of instrumented functions
 *             are measured, and nobody is told of them. It runs on the program's stack, and in a signal handler's.
 *   loader    what comes one at a time may not ask it (dlopen, dlsym, dladdr): who waits for its turn may have the loader's lock.
 *   fork      in a child only plug-ins with `forked` are told anything.
 *   sandbox   when the process has entered one (seccomp and its like), nobody is told anything any more.
 *   growth    new members come at the end of a structure. A plug-in that looks whether `size` holds a member runs with older
 *             runtimes too.
 * docs/dev/plugins.md says more.
 */
#ifndef INSTR_PLUGIN_H
#define INSTR_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

#define INSTR_PLUGIN_VERSION 1u

/* The meaning of a table's first members. */
#define INSTR_PLUGIN_HEAD(name) INSTR_PLUGIN_VERSION, sizeof(struct instr_plugin), name

enum instr_plugin_kind {
    INSTR_PLUGIN_FUNCTION = 1,
    INSTR_PLUGIN_BLOCK,
    INSTR_PLUGIN_LOOP,
    INSTR_PLUGIN_BRANCH,
    INSTR_PLUGIN_CALL, /* of what is not instrumented */
    INSTR_PLUGIN_MPI,
    INSTR_PLUGIN_LABEL, /* started and stopped by hand */
    INSTR_PLUGIN_CONTEXT
};

/* Lives as long as the process. */
struct instr_plugin_region {
    unsigned number;         /* from 0, in the order in which they are defined */
    unsigned kind;           /* enum instr_plugin_kind, or one that came later */
    const char *name, *file; /* "" where there is none */
    unsigned line;
};

enum { INSTR_PLUGIN_AGAIN = 1 }; /* this call began before, and goes on */

/* Called when a thread enters or leaves a region. */
struct instr_plugin_event {
    unsigned long long ns; /* of CLOCK_MONOTONIC */
    unsigned thread;       /* from 0, in the order of their first call */
    unsigned flags;        /* of a beginning: INSTR_PLUGIN_AGAIN */
    const struct instr_plugin_region *region;
    void *region_data, *thread_data; /* what region_defined and thread_begin of this plug-in returned; else null */
};

/* Null for what is not wanted. A plug-in with neither region_begin nor region_end leaves the program's timing as it is; else
 * every call is timed and told, as with a trace. */
struct instr_plugin {
    unsigned version, size; /* INSTR_PLUGIN_HEAD */
    const char *name;       /* for messages */
    void *user;             /* comes back as the first argument of each callback */

    /* Before the first call of a region. */
    void *(*region_defined)(void *user, const struct instr_plugin_region *region);
    void (*region_begin)(void *user, const struct instr_plugin_event *event);
    void (*region_end)(void *user, const struct instr_plugin_event *event);
    /* Before a thread's first call, and when it ends; the number that the system gives it. The main thread ends with the
     * process, of which only report_written tells. */
    void *(*thread_begin)(void *user, unsigned thread, long system_id);
    void (*thread_end)(void *user, unsigned thread, void *thread_data);
    /* MPI is there. */
    void (*rank_known)(void *user, int rank, int ranks);
    /* A profile is about to be made, and was written there. It may be the last, or not. */
    void (*before_report)(void *user);
    void (*report_written)(void *user, const char *path);
    /* In the child, before its first call. */
    void (*forked)(void *user);
};

/* The runtime's functions for plug-ins; valid as long as the process. */
struct instr_plugin_host {
    unsigned version, size;

    /* Says "instr: NAME: TEXT" on the program's standard error, if that is still what it was; else nothing. */
    void (*say)(const struct instr_plugin *plugin, const char *text);

    /* A function of what is not instrumented, and a call of it, as a region of the calling thread. All may return null, which
     * the next takes. */
    void *(*call_define)(const char *name);
    void *(*call_begin)(void *call);
    void (*call_end)(void *begun);

    /* The calling thread has a device do something, as to run a kernel: below the function that it is in now there is a row for
     * the device, with a row for that below it; the launch is counted there. Later, from any thread and once, how long that
     * took the device; null is taken too. See docs/dev/plugins.md. */
    void *(*device_launch)(const char *device, const char *what);
    void (*device_done)(void *launch, unsigned long long ns);

    /* For a tool of OpenMP's (OMPT), of which there can be one: what threads wait for is to be told as well. Its `lookup`. 0: this
     * OpenMP runtime does not tell that. */
    int (*openmp_begins)(void (*(*lookup)(const char *name))(void));
};

/* The one function of a plug-in. Null: it does not want to run, and has said why. */
const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *host);
typedef const struct instr_plugin *instr_plugin_start_fn(const struct instr_plugin_host *host);

#ifdef __cplusplus
}
#endif

#endif
