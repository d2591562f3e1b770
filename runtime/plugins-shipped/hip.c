/*
 * hip.c - INSTR_PLUGINS=hip: the work of AMD devices, on the call path that launched it.
 *
 * roctracer, loaded when the program runs, calls back at both ends of each function of HIP. The outer one is a region; where it
 * launches a kernel or copies, that is noted under the number (correlation id) of the call, which the record names that says
 * later how long the device took.
 *
 * What is declared here is that interface, as version 4 has it.
 */
#include "include/instr_plugin.h"
#include "runtime/plugins-shipped/calls.h"
#include "runtime/plugins-shipped/launches.h"
#include "runtime/plugins-shipped/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPERATIONS = 2, FUNCTIONS = 3 }; /* domains */
enum { BUFFER = 1 << 20, DEVICES = 64, CALLS = 1024, NAME = 512 };

/* What a callback is told. */
struct call {
    uint64_t number;
    uint32_t phase;    /* 0: it begins */
    const void *first; /* its first argument, where that is a pointer */
};
_Static_assert(offsetof(struct call, first) == 16, "as roctracer's");

struct record {
    uint32_t domain, kind, operation;
    uint64_t number, begin, end; /* ns */
    int device;
    uint64_t queue;
    const void *more;
};
_Static_assert(offsetof(struct record, number) == 16 && sizeof(struct record) == 64, "as roctracer's");

struct properties {
    uint32_t mode;
    size_t buffer_size;
    void (*allocate)(char **buffer, size_t size, void *user); /* null: by roctracer itself */
    void *allocate_user;
    void (*take)(const char *begin, const char *end, void *user);
    void *take_user;
};

static struct {
    int (*enable_callback)(uint32_t, void (*)(uint32_t, uint32_t, const void *, void *), void *);
    int (*enable_activity)(uint32_t);
    int (*open_pool)(const struct properties *);
    int (*next_record)(const struct record *, const struct record **);
    int (*flush)(void);
    const char *(*text_of)(uint32_t, uint32_t, uint32_t);
    const char *(*error_text)(void);
} tracer;

static const struct instr_plugin_host *instr;
static pid_t process;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static char devices[DEVICES][NAME / 4];
static void *calls[CALLS]; /* of call_define */

/* This thread's open calls of HIP. */
static __thread unsigned depth;
static __thread void *begun;

static const char *device_name(void)
{
    int (*get)(int *), (*get_name)(char *, int, int), number = 0;
    void *symbols[] = {dlsym(RTLD_DEFAULT, "hipGetDevice"), dlsym(RTLD_DEFAULT, "hipDeviceGetName")};
    memcpy(&get, &symbols[0], sizeof get);
    memcpy(&get_name, &symbols[1], sizeof get_name);
    if (!get || get(&number) != 0 || number < 0 || number >= DEVICES)
        return "HIP";
    pthread_mutex_lock(&lock);
    char *name = devices[number];
    bool known = *name;
    pthread_mutex_unlock(&lock);
    if (known)
        return name;
    char text[NAME / 4 - 16] = "";
    if (!get_name || get_name(text, sizeof text, number) != 0 || !*text)
        snprintf(text, sizeof text, "HIP");
    pthread_mutex_lock(&lock);
    snprintf(name, sizeof devices[number], "%s #%d", text, number);
    pthread_mutex_unlock(&lock);
    return name;
}

/* Returns the name of a kernel given by a pointer of the program, or by a function of a module. */
static const char *symbol_of(const char *function, const void *first)
{
    bool module = strstr(function, "ModuleLaunch") != NULL;
    void *symbol = dlsym(RTLD_DEFAULT, module ? "hipKernelNameRef" : "hipKernelNameRefByPtr");
    const char *(*by_function)(const void *), *(*by_pointer)(const void *, void *);
    memcpy(&by_function, &symbol, sizeof by_function);
    memcpy(&by_pointer, &symbol, sizeof by_pointer);
    if (!symbol || !first)
        return NULL;
    return module ? by_function(first) : by_pointer(first, NULL);
}

/* Returns what a function makes a device do, or NULL. */
static const char *deed_of(const char *function, const struct call *call, char *name, size_t size)
{
    if (strncmp(function, "hipMemcpy", 9) == 0)
        return "(copy)";
    if (strncmp(function, "hipMemset", 9) == 0)
        return "(fill)";
    if (!strstr(function, "Launch") || !strstr(function, "Kernel"))
        return NULL;
    const char *symbol = strstr(function, "MultiDevice") ? NULL : symbol_of(function, call->first);
    if (!symbol)
        return "(kernel)";
    return library_demangled(symbol, name, size);
}

static void on_call(uint32_t domain, uint32_t id, const void *data, void *user)
{
    const struct call *call = data;
    char name[NAME];
    (void)user;
    if (domain != FUNCTIONS || getpid() != process)
        return;
    if (call->phase) {
        if (depth && !--depth && begun) {
            instr->call_end(begun);
            begun = NULL;
        }
        return;
    }
    if (depth++)
        return;
    const char *function = tracer.text_of(FUNCTIONS, id, 0);
    const char *deed = function ? deed_of(function, call, name, sizeof name) : NULL;
    void *launch = deed ? instr->device_launch(device_name(), deed) : NULL;
    if (launch)
        launches_note(call->number, launch);
    begun = instr->call_begin(id < CALLS ? calls_at(&calls[id], function ? function : "HIP", instr) : NULL);
}

static void take_buffer(const char *begin, const char *end, void *user)
{
    const struct record *record = (const void *)begin, *behind = (const void *)end;
    (void)user;
    while (record && record < behind && getpid() == process) {
        void *launch =
            record->domain == OPERATIONS && record->end > record->begin ? launches_take(record->number) : NULL;
        if (launch)
            instr->device_done(launch, record->end - record->begin);
        const struct record *next = NULL;
        record = tracer.next_record(record, &next) == 0 ? next : NULL;
    }
}

static void before_report(void *user)
{
    (void)user;
    if (getpid() == process)
        tracer.flush();
}

static const struct library library = {.names = {"libroctracer64.so.4", "libroctracer64.so"},
                                       .home = "ROCM_PATH",
                                       .usual = "/opt/rocm",
                                       .path = "lib/libroctracer64.so",
                                       .functions = {"roctracer_enable_domain_callback",
                                                     "roctracer_enable_domain_activity", "roctracer_open_pool",
                                                     "roctracer_next_record", "roctracer_flush_activity",
                                                     "roctracer_op_string", "roctracer_error_string"}};
_Static_assert(sizeof tracer / sizeof(void *) == 7, "a name for each");

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("hip"), .before_report = before_report};
    static const struct properties properties = {.buffer_size = BUFFER, .take = take_buffer};
    char text[600];
    void *object = library_open(&library);
    if (!object || !library_find(&library, object, sizeof tracer / sizeof(void *), &tracer)) {
        host->say(&table,
                  "there is no roctracer: LD_LIBRARY_PATH must lead to libroctracer64.so, or ROCM_PATH to ROCm");
        return NULL;
    }
    instr = host;
    process = getpid();
    int failed = tracer.open_pool(&properties);
    failed = failed ? failed : tracer.enable_activity(OPERATIONS);
    failed = failed ? failed : tracer.enable_callback(FUNCTIONS, on_call, NULL);
    if (!failed)
        return &table;
    const char *why = tracer.error_text();
    snprintf(text, sizeof text, "roctracer failed to start: %s (%d)", why ? why : "unknown", failed);
    host->say(&table, text);
    return NULL;
}
