/*
 * cuda.c - INSTR_PLUGINS=cuda: the work of NVIDIA devices, on the call path that launched it.
 *
 * CUPTI, loaded when the program runs, calls back at both ends of each function of CUDA, of the runtime and of the driver below
 * it. The outer one is a region; where it launches a kernel or copies, that is noted under the numbers (correlation ids) of
 * this call and of the driver's within it, whichever the record names that says later how long the device took.
 *
 * What is declared here is that interface, as far as all versions from CUDA 9 on have it: records have grown only behind what is
 * read of them. CUPTI lets one tool into a process.
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

enum { DRIVER = 1, RUNTIME = 2 };                             /* domains */
enum { COPY = 1, SET = 2, KERNEL = 3, PARALLEL_KERNEL = 10 }; /* kinds of records */
enum { BUFFER = 1 << 20, DEVICES = 64, CALLS = 1024, NAME = 512 };

/* What a callback is told. */
struct call {
    int site; /* 0: it begins */
    const char *function;
    const void *parameters, *result;
    const char *symbol; /* of a kernel */
    void *context;
    uint32_t context_number;
    uint64_t *kept;
    uint32_t number;
};

/* The first members of a kernel's record. */
struct kernel_record {
    uint32_t kind;
    uint8_t caches[4];
    uint32_t cache_asked, cache_had;
    uint64_t start, end, completed;
    uint32_t device, context, stream;
    int32_t grid[3], block[3];
    int32_t memory[2];
    uint32_t local_memory[2];
    uint32_t number;
};
_Static_assert(offsetof(struct kernel_record, start) == 16 && offsetof(struct kernel_record, number) == 92,
               "as CUPTI's");

/* The same for a copy, and for filling memory. */
struct copy_record {
    uint32_t kind;
    uint8_t how[4];
    uint64_t bytes, start, end;
    uint32_t device, context, stream, number;
};
_Static_assert(offsetof(struct copy_record, start) == 16 && offsetof(struct copy_record, number) == 44, "as CUPTI's");

static struct {
    int (*subscribe)(void **, void (*)(void *, int, uint32_t, const void *), void *);
    int (*enable_domain)(uint32_t, void *, int);
    int (*activity_enable)(int);
    int (*register_callbacks)(void (*)(uint8_t **, size_t *, size_t *),
                              void (*)(void *, uint32_t, uint8_t *, size_t, size_t));
    int (*next_record)(uint8_t *, size_t, void **);
    int (*flush)(uint32_t);
    int (*device_of)(void *, uint32_t *);
    int (*text_of)(int, const char **);
} cupti;

static const struct instr_plugin_host *instr;
static pid_t process;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static char devices[DEVICES][NAME / 4];
static void *calls[3][CALLS]; /* of call_define, by domain */

/* This thread's open calls of CUDA, and the launches of the outer one. */
static __thread unsigned depth;
static __thread void *begun, *launched;

static void name_device(uint32_t number, char *name, size_t size)
{
    int (*get_name)(char *, int, int), (*get_count)(int *), count = 0;
    void *symbols[] = {dlsym(RTLD_DEFAULT, "cuDeviceGetName"), dlsym(RTLD_DEFAULT, "cuDeviceGetCount")};
    void *driver = symbols[0] ? NULL : dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (driver) {
        symbols[0] = dlsym(driver, "cuDeviceGetName");
        symbols[1] = dlsym(driver, "cuDeviceGetCount");
    }
    memcpy(&get_name, &symbols[0], sizeof get_name);
    memcpy(&get_count, &symbols[1], sizeof get_count);
    if (!get_name || get_name(name, (int)size - 16, (int)number) != 0 || !*name)
        snprintf(name, size, "CUDA");
    if ((get_count && get_count(&count) == 0 && count > 1) || !get_name)
        snprintf(name + strlen(name), 16, " #%u", number);
}

static const char *device_name(void *context)
{
    uint32_t number = 0;
    if (!context || cupti.device_of(context, &number) != 0 || number >= DEVICES)
        return "CUDA";
    pthread_mutex_lock(&lock);
    if (!*devices[number])
        name_device(number, devices[number], sizeof devices[number]);
    pthread_mutex_unlock(&lock);
    return devices[number];
}

/* Returns what a function makes a device do, or NULL. */
static const char *deed_of(const struct call *call, char *name, size_t size)
{
    const char *function = call->function;
    function += strncmp(function, "cuda", 4) == 0 ? 4 : strncmp(function, "cu", 2) == 0 ? 2 : 0;
    if (strncmp(function, "Memcpy", 6) == 0)
        return "(copy)";
    if (strncmp(function, "Memset", 6) == 0)
        return "(fill)";
    if (strncmp(function, "Launch", 6) != 0 || strstr(function, "HostFunc"))
        return NULL;
    if (!call->symbol)
        return strstr(function, "Kernel") ? "(kernel)" : NULL;
    return library_demangled(call->symbol, name, size);
}

static void on_call(void *user, int domain, uint32_t id, const void *data)
{
    const struct call *call = data;
    char name[NAME];
    (void)user;
    if ((domain != DRIVER && domain != RUNTIME) || getpid() != process)
        return;
    if (call->site) {
        if (depth && !--depth && begun) {
            instr->call_end(begun);
            begun = NULL;
        }
        return;
    }
    if (!depth++) {
        const char *deed = deed_of(call, name, sizeof name);
        launched = deed ? instr->device_launch(device_name(call->context), deed) : NULL;
        begun = instr->call_begin(id < CALLS ? calls_at(&calls[domain][id], call->function, instr) : NULL);
    }
    if (launched)
        launches_note(call->number, launched);
}

static void give_buffer(uint8_t **buffer, size_t *size, size_t *most)
{
    *buffer = aligned_alloc(8, BUFFER);
    *size = *buffer ? BUFFER : 0;
    *most = 0;
}

static void done(uint32_t number, uint64_t start, uint64_t end)
{
    void *launch = end > start ? launches_take(number) : NULL;
    if (launch)
        instr->device_done(launch, end - start);
}

static void take_buffer(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
    void *record = NULL;
    (void)context;
    (void)stream;
    (void)size;
    while (getpid() == process && cupti.next_record(buffer, valid, &record) == 0) {
        const struct kernel_record *kernel = record;
        const struct copy_record *copy = record;
        if (kernel->kind == KERNEL || kernel->kind == PARALLEL_KERNEL)
            done(kernel->number, kernel->start, kernel->end);
        else if (copy->kind == COPY || copy->kind == SET)
            done(copy->number, copy->start, copy->end);
    }
    free(buffer);
}

static void before_report(void *user)
{
    (void)user;
    if (getpid() == process)
        cupti.flush(1);
}

static const struct library library = {
    .names = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.0", "libcupti.so"},
    .home = "CUDA_HOME",
    .usual = "/usr/local/cuda",
    .path = "extras/CUPTI/lib64/libcupti.so",
    .functions = {"cuptiSubscribe", "cuptiEnableDomain", "cuptiActivityEnable", "cuptiActivityRegisterCallbacks",
                  "cuptiActivityGetNextRecord", "cuptiActivityFlushAll", "cuptiGetDeviceId", "cuptiGetResultString"}};
_Static_assert(sizeof cupti / sizeof(void *) == 8, "a name for each");

/* Starts everything; the first failure gives the reason. */
static int begin(void)
{
    void *subscriber = NULL;
    int failed = cupti.subscribe(&subscriber, on_call, NULL);
    failed = failed ? failed : cupti.register_callbacks(give_buffer, take_buffer);
    failed = failed ? failed : cupti.activity_enable(PARALLEL_KERNEL);
    failed = failed ? failed : cupti.activity_enable(COPY);
    failed = failed ? failed : cupti.activity_enable(SET);
    failed = failed ? failed : cupti.enable_domain(1, subscriber, RUNTIME);
    return failed ? failed : cupti.enable_domain(1, subscriber, DRIVER);
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("cuda"), .before_report = before_report};
    const char *why = NULL;
    char text[600];
    void *object = library_open(&library);
    if (!object || !library_find(&library, object, sizeof cupti / sizeof(void *), &cupti)) {
        host->say(
            &table,
            "there is no CUPTI: LD_LIBRARY_PATH must lead to libcupti.so, which is in extras/CUPTI/lib64 of CUDA, "
            "or CUDA_HOME to CUDA");
        return NULL;
    }
    instr = host;
    process = getpid();
    int failed = begin();
    if (!failed)
        return &table;
    if (cupti.text_of(failed, &why) != 0 || !why)
        why = "unknown";
    snprintf(text, sizeof text,
             "CUPTI failed to start: %s (%d). Either another tool uses it in this process, which only one may, or "
             "the driver is too old for this CUPTI",
             why, failed);
    host->say(&table, text);
    return NULL;
}
