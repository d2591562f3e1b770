/*
 * itt.c - INSTR_PLUGINS=itt: each call is a task of ITT, in the domain "instr", for VTune and whatever else collects ITT.
 *
 * The collector is a library that INTEL_LIBITTNOTIFY64 names. It is given a list of functions with a place for each, as
 * ittnotify's own static part does, and fills in those that it has; one without __itt_api_init has them as symbols. What is
 * declared here is that interface as ittnotify 3 has it (ittnotify_config.h).
 */
#include "include/instr_plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_ALL = -1, GROUPS = 0x7fffffff };

struct info {
    const char *name;
    void **place;
    void *of_init, *of_null;
    int group;
};

struct global {
    unsigned char magic[8];
    unsigned long version_major, version_minor, version_build;
    volatile long api_initialized, mutex_initialized, atomic_counter;
    pthread_mutex_t mutex;
    void *library, *error_handler;
    const char **path;
    struct info *list;
    struct global *next;
    void *threads, *domains, *strings;
    int state;
    void *counters;
    unsigned events;
    void *histograms, *counter_metadata;
};

struct id {
    unsigned long long words[3];
};

static void *(*domain_create)(const char *), *(*domain_create_a)(const char *);
static void *(*string_create)(const char *), *(*string_create_a)(const char *);
static void (*task_begin)(const void *, struct id, struct id, void *);
static void (*task_end)(const void *);
static void (*name_thread)(const char *), (*name_thread_a)(const char *);
static void *domain;

#define ROW(name, place)                                                                                               \
    {                                                                                                                  \
        "__itt_" name, (void **)(void *)&(place), NULL, NULL, GROUPS                                                   \
    }
static struct info list[] = {
    ROW("domain_create", domain_create),
    ROW("domain_createA", domain_create_a),
    ROW("string_handle_create", string_create),
    ROW("string_handle_createA", string_create_a),
    ROW("task_begin", task_begin),
    ROW("task_end", task_end),
    ROW("thread_set_name", name_thread),
    ROW("thread_set_nameA", name_thread_a),
    {NULL, NULL, NULL, NULL, 0},
};

static struct global global = {
    .magic = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30},
    .version_major = 3,
    .version_build = 20250807,
    .api_initialized = 1,
    .mutex_initialized = 1,
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .list = list,
    .state = 3, /* a collector is there */
};

static void *define(void *user, const struct instr_plugin_region *region)
{
    (void)user;
    return string_create(region->name);
}

static void begin(void *user, const struct instr_plugin_event *event)
{
    const struct id none = {{0, 0, 0}};
    (void)user;
    task_begin(domain, none, none, event->region_data);
}

static void end(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    (void)event;
    task_end(domain);
}

static void *begin_thread(void *user, unsigned thread, long system_id)
{
    char name[32];
    (void)user;
    (void)system_id;
    snprintf(name, sizeof name, "instr thread %u", thread);
    if (name_thread && thread)
        name_thread(name);
    return NULL;
}

static int start_collector(char *why, size_t size)
{
    const char *path = getenv("INTEL_LIBITTNOTIFY64");
    void (*start)(struct global *, int);
    if (!path || !*path) {
        snprintf(why, size,
                 "there is no collector: INTEL_LIBITTNOTIFY64 names its library, as vtune does for what it starts");
        return 0;
    }
    global.library = dlopen(path, RTLD_LAZY);
    if (!global.library) {
        snprintf(why, size, "INTEL_LIBITTNOTIFY64 can't be loaded: %s", dlerror());
        return 0;
    }
    void *symbol = dlsym(global.library, "__itt_api_init");
    memcpy(&start, &symbol, sizeof start);
    if (start)
        start(&global, GROUP_ALL);
    for (struct info *row = list; row->name && !start; row++)
        if ((symbol = dlsym(global.library, row->name)))
            *row->place = symbol;
    domain_create = domain_create ? domain_create : domain_create_a;
    string_create = string_create ? string_create : string_create_a;
    name_thread = name_thread ? name_thread : name_thread_a;
    if (domain_create && string_create && task_begin && task_end && (domain = domain_create("instr")))
        return 1;
    snprintf(why, size, "%s takes no tasks", path);
    return 0;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("itt"), .region_defined = define, .region_begin = begin,
                                              .region_end = end, .thread_begin = begin_thread};
    char why[600] = "";
    if (start_collector(why, sizeof why))
        return &table;
    host->say(&table, why);
    return NULL;
}
