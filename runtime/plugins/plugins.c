/* plugins.c - see plugins.h. */
#include "runtime/plugins/plugins.h"

#include "runtime/job/launch.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/memory.h"
#include "runtime/machine/message.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CHUNK = 1024, CHUNKS = 4096 };

/* A region that plug-ins know. */
struct known {
    struct instr_plugin_region region;
    void *data[STORE_PLUGINS];
};

/* A thread's data about plug-ins: their time, and their own pointer. */
struct told {
    struct told *next; /* of those that are free */
    void *data[STORE_PLUGINS];
    uint64_t ticks[STORE_PLUGINS], calls[STORE_PLUGINS];
};

static struct loaded plugins[STORE_PLUGINS];
static unsigned count;
static uint64_t ticks[STORE_PLUGINS], calls[STORE_PLUGINS]; /* outside of threads' calls, and in threads that ended */
static uint64_t said_ms[STORE_PLUGINS];                     /* that a profile has */
static bool warned[STORE_PLUGINS];

static struct lock lock = LOCK(LOCK_PLUGINS, NULL); /* guards all here but what is a thread's own */
static struct memory memory;
static struct told *spare;
static struct known *chunks[CHUNKS];
static uint32_t region_count;

static struct known *known_at(uint32_t number)
{
    return &chunks[number / CHUNK][number % CHUNK];
}

/* Surrounds a callback, and notes for a crash which plug-in the thread (or with NULL the process) is in. */
#define CALL(i, thread, call)                                                                                          \
    do {                                                                                                               \
        uint8_t *inside = (thread) ? &(thread)->events.inside : &store->in_plugin;                                     \
        PUT(*inside, (uint8_t)((i) + 1));                                                                              \
        BARRIER();                                                                                                     \
        call;                                                                                                          \
        BARRIER();                                                                                                     \
        PUT(*inside, 0);                                                                                               \
    } while (0)

/* Does the same and counts its time here. Under the lock. */
#define CALL_APART(i, call)                                                                                            \
    do {                                                                                                               \
        uint64_t begin = clock_now();                                                                                  \
        CALL(i, (struct thread *)NULL, call);                                                                          \
        ticks[i] += clock_now() - begin;                                                                               \
        calls[i]++;                                                                                                    \
    } while (0)

static bool define(const struct region *region)
{
    if (region_count == CHUNK * CHUNKS)
        return false;
    struct known **chunk = &chunks[region_count / CHUNK];
    if (!*chunk && !(*chunk = memory_take(&memory, CHUNK * sizeof **chunk)))
        return false;
    struct known *known = known_at(region_count);
    known->region = (struct instr_plugin_region){region_count, region->kind, region->name, region->file, region->line};
    for (unsigned i = 0; i < count; i++)
        if (!plugins[i].silent && plugins[i].table.region_defined)
            CALL_APART(i, known->data[i] = plugins[i].table.region_defined(plugins[i].table.user, &known->region));
    return true;
}

static uint32_t name_region(struct region *region)
{
    FLOATS_OF_OUR_OWN;
    if (sandbox_is_entered())
        return EVENTS_NOT;
    struct stay stay = stay_begin();
    lock_take(&lock);
    uint32_t code = GET(region->trace); /* another thread came first */
    if (!code)
        code = define(region) ? region_count++ << 2 | EVENTS_ASK : EVENTS_NOT;
    atomic_thread_fence(memory_order_release);
    PUT(region->trace, code);
    lock_give(&lock);
    stay_end(stay);
    return code;
}

static struct told *begin_thread(struct thread *thread)
{
    lock_take(&lock);
    struct told *told = spare;
    if (told)
        spare = told->next;
    else
        told = memory_take(&memory, sizeof *told);
    lock_give(&lock);
    if (!told)
        return NULL;
    *told = (struct told){.next = NULL};
    thread->events.told = told;
    for (unsigned i = 0; i < count; i++)
        if (!plugins[i].silent && plugins[i].table.thread_begin)
            CALL(i, thread,
                 told->data[i] =
                     plugins[i].table.thread_begin(plugins[i].table.user, thread->number, thread->system_id));
    return told;
}

static void end_thread(struct thread *thread)
{
    FLOATS_OF_OUR_OWN;
    struct told *told = thread->events.told;
    if (!told || sandbox_is_entered())
        return;
    struct stay stay = stay_begin();
    for (unsigned i = 0; i < count; i++)
        if (!plugins[i].silent && plugins[i].table.thread_end)
            CALL(i, thread, plugins[i].table.thread_end(plugins[i].table.user, thread->number, told->data[i]));
    lock_take(&lock);
    for (unsigned i = 0; i < count; i++) {
        ticks[i] += told->ticks[i];
        calls[i] += told->calls[i];
    }
    thread->events = EVENTS_NONE;
    told->next = spare;
    spare = told;
    lock_give(&lock);
    stay_end(stay);
}

static bool tell(struct thread *thread, const struct known *known, enum event what)
{
    struct told *told = thread->events.told;
    struct timespec now;
    if (!told && !(told = begin_thread(thread)))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct instr_plugin_event event = {.ns = (unsigned long long)now.tv_sec * 1000000000u +
                                             (unsigned long long)now.tv_nsec,
                                       .thread = thread->number,
                                       .flags = what == EVENT_AGAIN ? INSTR_PLUGIN_AGAIN : 0,
                                       .region = &known->region};
    uint64_t before = clock_now();
    for (unsigned i = 0; i < count; i++) {
        const struct instr_plugin *table = &plugins[i].table;
        void (*callback)(void *, const struct instr_plugin_event *) =
            what == EVENT_LEAVE ? table->region_end : table->region_begin;
        if (!callback || plugins[i].silent)
            continue;
        event.region_data = known->data[i];
        event.thread_data = told->data[i];
        CALL(i, thread, callback(table->user, &event));
        uint64_t after = clock_now();
        PUT(told->ticks[i], told->ticks[i] + after - before);
        PUT(told->calls[i], told->calls[i] + 1);
        before = after;
    }
    return true;
}

static bool tell_event(struct thread *thread, const struct node *node, enum event what)
{
    FLOATS_OF_OUR_OWN;
    uint32_t code = GET(node->region->trace);
    if (!code || code == EVENTS_NOT || sandbox_is_entered())
        return false;
    struct stay stay = stay_begin();
    bool done = tell(thread, known_at(code >> 2), what);
    stay_end(stay);
    return done;
}

/* Sums up the time of plug-in `i` in all threads so far. */
static void sum_up(unsigned i, uint64_t *all_ticks, uint64_t *all_calls)
{
    *all_ticks = ticks[i];
    *all_calls = calls[i];
    for (const struct thread *thread = store->threads; thread; thread = thread->next)
        if (thread->events.told) {
            *all_ticks += GET(thread->events.told->ticks[i]);
            *all_calls += GET(thread->events.told->calls[i]);
        }
}

/* Writes the time of each plug-in into the profile, and a line about one that took long. */
static void account(unsigned i)
{
    enum { LONG_SHARE = 10, LONG_MS = 100 }; /* a tenth of the time, and not only of a short run's start */
    struct clock_pair now = clock_pair_now();
    uint64_t all_ticks, all_calls;
    char text[TALLY_NAME];
    lock_take(&thread_lock);
    sum_up(i, &all_ticks, &all_calls);
    lock_give(&thread_lock);
    double ms = (double)all_ticks * clock_ps(store_scale(store, now)) * 1e-9;
    double wall_ms = (double)(now.ns - store->start.ns) * 1e-6;
    snprintf(text, sizeof text, "ms spent in the plug-in %s, part of the functions' times", plugins[i].name);
    if (ms >= (double)said_ms[i] + 1) {
        tally_add_named(text, (uint64_t)ms - said_ms[i]);
        said_ms[i] = (uint64_t)ms;
    }
    if (ms > wall_ms / LONG_SHARE && ms > LONG_MS && !warned[i] && launch_first_rank()) {
        warned[i] = true;
        message_say("the plug-in %s took %.3g s of the %.3g s that the program ran, in %llu calls: leave functions out "
                    "by INSTR_FILTER or INSTR_LEVEL, or remove the plug-in from INSTR_PLUGINS",
                    plugins[i].name, ms * 1e-3, wall_ms * 1e-3, (unsigned long long)all_calls);
    }
}

static void before_report(void)
{
    FLOATS_OF_OUR_OWN;
    struct stay stay;
    for (unsigned i = 0; i < count; i++) {
        /* Not busy: what devices did is still to be told. */
        if (!plugins[i].silent && !sandbox_is_entered() && plugins[i].table.before_report)
            CALL(i, (struct thread *)NULL, plugins[i].table.before_report(plugins[i].table.user));
        stay = stay_begin();
        lock_take(&lock);
        account(i);
        lock_give(&lock);
        stay_end(stay);
    }
}

static void report_written(const char *path)
{
    FLOATS_OF_OUR_OWN;
    struct stay stay = stay_begin();
    lock_take(&lock);
    for (unsigned i = 0; i < count; i++)
        if (!plugins[i].silent && plugins[i].table.report_written)
            CALL_APART(i, plugins[i].table.report_written(plugins[i].table.user, path));
    lock_give(&lock);
    stay_end(stay);
}

void plugins_rank(int rank, int ranks)
{
    struct stay stay = stay_begin();
    lock_take(&lock);
    for (unsigned i = 0; i < count; i++)
        if (!plugins[i].silent && plugins[i].table.rank_known)
            CALL_APART(i, plugins[i].table.rank_known(plugins[i].table.user, rank, ranks));
    lock_give(&lock);
    stay_end(stay);
}

/* Called in a child with a store of its own. */
static void forked(void)
{
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        ticks[i] = calls[i] = said_ms[i] = 0;
        plugins[i].silent |= !plugins[i].table.forked;
        any |= !plugins[i].silent;
        if (!plugins[i].silent)
            CALL_APART(i, plugins[i].table.forked(plugins[i].table.user));
    }
    if (!any)
        count = 0;
}

void plugins_load(void)
{
    count = load_plugins(plugins, STORE_PLUGINS);
    bool told = false;
    for (unsigned i = 0; i < count; i++)
        told |= plugins[i].table.region_begin || plugins[i].table.region_end;
    if (!told)
        return;
    if (settings.trace)
        settings_reject(settings.print ? "INSTR_PRINT" : "INSTR_TRACE", NULL,
                        " is ignored: only one tool can get the calls, and a plug-in of INSTR_PLUGINS gets them");
    settings.trace = settings.told = true;
    settings.adaptive = false;
}

void plugins_start(const struct probes *probes)
{
    if (!count)
        return;
    for (unsigned i = 0; i < count; i++)
        snprintf(store->plugins[i], sizeof store->plugins[i], "%s", plugins[i].name);
    static const struct subscriber subscriber = {.name = name_region, .end = end_thread, .tell = tell_event};
    if (settings.told)
        events_subscribe(&subscriber);
    host_start(probes);
    fork_register(forked);
    output_watch(before_report, report_written);
}
