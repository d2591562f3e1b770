/*
 * source_papi.c - counters by the names of PAPI: its presets, as PAPI_TOT_INS, and its native events, as perf::INSTRUCTIONS.
 *
 * Its library is loaded only when such a name is asked for, and its headers are not needed, because the functions called here are the same in all
 * versions. A listed event may still be impossible, so each one is tried. A static program can't load the library.
 */
#include "runtime/metrics/sources.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Asked for, by field. */
static char names_asked[SOURCE_FIELDS][64];

static int offer(const char *word, unsigned length, char *name, unsigned size)
{
    static int count;
    bool preset = length > 5 && !strncmp(word, "PAPI_", 5);
    if ((!preset && !memmem(word, length, "::", 2)) || length >= sizeof names_asked[0] || count == SOURCE_FIELDS)
        return -1;
    memcpy(names_asked[count], word, length);
    snprintf(name, size, "%.*s, as PAPI counts it", (int)length, word);
    return count++;
}

#ifdef INSTR_STATIC_RUNTIME

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    (void)fields;
    snprintf(why, size, "a static program can't load PAPI");
    return 0;
}

static void read_events(void *thread, uint64_t fields[SOURCE_FIELDS])
{
    (void)thread, (void)fields;
}

#define open_thread NULL
#define close_thread NULL

#else

#include "runtime/machine/pages.h"

#include <dlfcn.h>
#include <pthread.h>

enum { PAPI_OK = 0, PAPI_NULL = -1, PAPI_VERSION = 7 << 24 };

static struct {
    int (*library_init)(int version);
    int (*thread_init)(unsigned long (*id)(void));
    int (*register_thread)(void);
    int (*unregister_thread)(void);
    int (*create_eventset)(int *set);
    int (*add_named_event)(int set, const char *name);
    int (*start)(int set);
    int (*read)(int set, long long *values);
    int (*stop)(int set, long long *values);
    int (*cleanup_eventset)(int set);
    int (*destroy_eventset)(int *set);
    char *(*strerror)(int error);
} papi;

static uint32_t wanted;

struct papi_thread {
    int set;
    unsigned count;
    uint8_t fields[SOURCE_FIELDS];
};

static bool find_all(void *library)
{
    static const char *const names[] = {"library_init",
                                        "thread_init",
                                        "register_thread",
                                        "unregister_thread",
                                        "create_eventset",
                                        "add_named_event",
                                        "start",
                                        "read",
                                        "stop",
                                        "cleanup_eventset",
                                        "destroy_eventset",
                                        "strerror"};
    void **to = (void **)&papi;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[40];
        snprintf(name, sizeof name, "PAPI_%s", names[i]);
        if (!(to[i] = dlsym(library, name)))
            return false;
    }
    return true;
}

static unsigned long thread_id(void)
{
    return (unsigned long)pthread_self();
}

/* Loads the library. Another version reports its own number, and works with that. */
static const char *load(void)
{
    static const char *const names[] = {"libpapi.so", "libpapi.so.7.0", "libpapi.so.6.0", "libpapi.so.5"};
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library || !find_all(library))
        return "libpapi.so was not found";
    int version = papi.library_init(PAPI_VERSION);
    if (version > 0 && version != PAPI_VERSION)
        version = papi.library_init(version);
    if (version <= 0)
        return papi.strerror(version);
    int done = papi.thread_init(thread_id);
    return done == PAPI_OK ? NULL : papi.strerror(done);
}

static void give_back(struct papi_thread *thread)
{
    long long values[SOURCE_FIELDS];
    papi.stop(thread->set, values);
    papi.cleanup_eventset(thread->set);
    papi.destroy_eventset(&thread->set);
    pages_unmap(thread, sizeof *thread);
}

/* Begins a thread. Returns NULL on failure, with the reason in `error`. Fields that can't be read beside the others are omitted. */
static struct papi_thread *begin(uint32_t fields, uint32_t *had, int *error)
{
    struct papi_thread *thread = pages_map(sizeof *thread);
    if (!thread)
        return NULL;
    *had = 0;
    thread->set = PAPI_NULL;
    if ((*error = papi.create_eventset(&thread->set)) == PAPI_OK) {
        for (unsigned field = 0; field < SOURCE_FIELDS; field++) {
            int done = fields >> field & 1 ? papi.add_named_event(thread->set, names_asked[field]) : -1;
            if (done == PAPI_OK) {
                thread->fields[thread->count++] = (uint8_t)field;
                *had |= 1u << field;
            } else if (fields >> field & 1) {
                *error = done;
            }
        }
        int started = thread->count ? papi.start(thread->set) : *error;
        if (started == PAPI_OK)
            return thread;
        *error = started;
    }
    *had = 0;
    give_back(thread);
    return NULL;
}

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    static bool tried; /* a child of fork comes here again, and asks no loader */
    static const char *missing;
    int error = PAPI_OK;
    if (!tried)
        missing = load();
    tried = true;
    wanted = 0;
    const char *fault = missing;
    if (!fault) {
        struct papi_thread *thread = begin(fields, &wanted, &error);
        if (thread)
            give_back(thread);
        fault = papi.strerror(error);
    }
    snprintf(why, size, "PAPI says: %s", fault ? fault : "nothing");
    return wanted;
}

static void *open_thread(void)
{
    uint32_t had;
    int error;
    papi.register_thread();
    return begin(wanted, &had, &error);
}

static void close_thread(void *thread)
{
    if (thread)
        give_back(thread);
    papi.unregister_thread();
}

static void read_events(void *handle, uint64_t fields[SOURCE_FIELDS])
{
    struct papi_thread *thread = handle;
    long long values[SOURCE_FIELDS];
    memset(fields, 0, SOURCE_FIELDS * sizeof *fields);
    if (!thread || papi.read(thread->set, values) != PAPI_OK)
        return;
    for (unsigned i = 0; i < thread->count; i++)
        fields[thread->fields[i]] = (uint64_t)values[i];
}

#endif

const struct metric_source source_papi = {
    .start = start, .open = open_thread, .close = close_thread, .read = read_events, .offer = offer};
