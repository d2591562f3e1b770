/*
 * recorder.c - a plug-in as a stranger writes it: it counts the calls of each region and looks that what a thread begins and
 * ends nests. What it found is in the file that RECORD names, when a report was written.
 */
#include <instr_plugin.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct counted {
    const struct instr_plugin_region *region;
    atomic_ulong begun, again, ended;
    struct counted *next;
};

struct lane {
    const struct instr_plugin_region *open[512];
    unsigned depth;
    unsigned long long last;
};

static struct counted *all;
static atomic_ulong threads, ended, odd;
static int rank = -1, ranks, children;
static const struct instr_plugin_host *host;

static void *define(void *user, const struct instr_plugin_region *region)
{
    struct counted *mine = calloc(1, sizeof *mine);
    mine->region = region;
    mine->next = all;
    all = mine;
    odd += strcmp(user, "mine") != 0;
    return mine;
}

static void begin(void *user, const struct instr_plugin_event *event)
{
    struct counted *mine = event->region_data;
    struct lane *lane = event->thread_data;
    (void)user;
    if (event->flags & INSTR_PLUGIN_AGAIN)
        mine->again++;
    else
        mine->begun++;
    odd += mine->region != event->region || event->ns < lane->last || lane->depth == 512;
    lane->last = event->ns;
    lane->open[lane->depth++ % 512] = event->region;
    if (getenv("CRASH") && strcmp(event->region->name, getenv("CRASH")) == 0)
        raise(11);
    if (getenv("SLOW")) {
        struct timespec wait = {0, 20000000};
        nanosleep(&wait, NULL);
    }
}

static void end(void *user, const struct instr_plugin_event *event)
{
    struct counted *mine = event->region_data;
    struct lane *lane = event->thread_data;
    (void)user;
    mine->ended++;
    odd += event->ns < lane->last || !lane->depth || lane->open[--lane->depth % 512] != event->region;
    lane->last = event->ns;
}

static void *begin_thread(void *user, unsigned thread, long system_id)
{
    (void)user, (void)thread;
    threads++;
    odd += system_id <= 0;
    return calloc(1, sizeof(struct lane));
}

static void end_thread(void *user, unsigned thread, void *data)
{
    (void)user, (void)thread;
    odd += ((struct lane *)data)->depth != 0;
    free(data);
    ended++;
}

static void know_rank(void *user, int mine, int of)
{
    (void)user;
    rank = mine;
    ranks = of;
}

static void know_fork(void *user)
{
    (void)user;
    children++;
    for (struct counted *at = all; at; at = at->next)
        at->begun = at->again = at->ended = 0;
}

static void written(void *user, const char *path)
{
    char name[4096];
    (void)user;
    snprintf(name, sizeof name, "%s.%d", getenv("RECORD") ? getenv("RECORD") : "record", (int)getpid());
    FILE *file = fopen(name, "w");
    fprintf(file, "profile %d\n", access(path, R_OK) == 0);
    fprintf(file, "rank %d of %d\nthreads %lu, ended %lu\nchild %d\nodd %lu\n", rank, ranks, threads, ended, children,
            odd);
    for (struct counted *at = all; at; at = at->next)
        fprintf(file, "%s %u: %lu %lu %s\n", at->region->name, at->region->kind, at->begun, at->again,
                at->begun + at->again == at->ended ? "closed" : "open");
    fclose(file);
}

#ifdef NO_REGIONS /* of what there is it wants little */
#define OF_CALLS .rank_known = know_rank
#else
#define OF_CALLS                                                                                                       \
    .region_defined = define, .region_begin = begin, .region_end = end, .thread_begin = begin_thread,                  \
    .thread_end = end_thread, .rank_known = know_rank
#endif
#ifdef NO_FORK
#define OF_FORK .forked = NULL
#else
#define OF_FORK .forked = know_fork
#endif

static struct instr_plugin table = {INSTR_PLUGIN_HEAD("recorder"), "mine", OF_CALLS, OF_FORK,
                                    .report_written = written};

const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *of)
{
    host = of;
#ifdef OLD_VERSION
    table.version = OLD_VERSION;
#endif
#ifdef REFUSES
    host->say(&table, "there is nothing to record on");
    return NULL;
#endif
    (void)define, (void)begin, (void)end, (void)begin_thread, (void)end_thread, (void)know_fork;
    return &table;
}
