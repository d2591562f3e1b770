/*
 * ompt.c - INSTR_PLUGINS=ompt: what OpenMP's target regions have devices do, on the call path that has them.
 *
 * The plug-in is a tool of OpenMP's own interface (OMPT, from 5.1 on): the OpenMP runtime opens what OMP_TOOL_LIBRARIES names, when
 * the program first needs OpenMP. The plug-in puts its path there; but where a program registers code for devices, as clang's
 * do, that is before anything of instr runs, so who starts the program has to. A target construct is a region of the thread that
 * comes to it; each kernel and each copy is a row of its device below that. How long they took is told by the device, where the
 * runtime can trace it; else it is what the host sees, from the launch to the end of the construct, or of the copy's call.
 *
 * Where no INSTR_PLUGINS asks for the plug-in the tool does not want to run, and where instr does not come it is told and says nothing.
 */
#include "include/instr_plugin.h"
#include "runtime/plugins-shipped/calls.h"
#include "runtime/plugins-shipped/launches.h"

#include <dlfcn.h>
#include <omp-tools.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEVICES = 64, NAME = 96, OPEN = 16, KERNELS = 16, BUFFER = 1 << 16 };

static const struct instr_plugin_host *instr;
static const struct instr_plugin *self;
static pid_t process;
static bool asked, refused; /* the OpenMP runtime asked for the tool; and tells it nothing */

static struct device {
    char name[NAME];
    ompt_device_t *device; /* null: it is not traced */
    ompt_translate_time_t translate;
    ompt_advance_buffer_cursor_t advance;
    ompt_get_record_ompt_t record;
    ompt_flush_trace_t flush;
} devices[DEVICES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the devices */
static _Atomic uint64_t numbers;                         /* of launches */

/* This thread's open constructs. */
static __thread struct construct {
    void *begun;
    int device;
    unsigned kernels; /* not traced, and under way */
    struct {
        void *launch;
        uint64_t start;
    } kernel[KERNELS];
} open[OPEN];
static __thread unsigned depth;
static __thread struct {
    void *launch;
    uint64_t start;
} copy;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static bool is_ours(void)
{
    return instr && getpid() == process;
}

static struct device *device_of(int number)
{
    static struct device other = {.name = "OpenMP"};
    struct device *device = number >= 0 && number < DEVICES ? &devices[number] : &other;
    pthread_mutex_lock(&lock);
    if (!*device->name)
        snprintf(device->name, sizeof device->name, "OpenMP #%d", number);
    pthread_mutex_unlock(&lock);
    return device;
}

/* Returns whether the device reports the times of this launch later, under the number that it gets. */
static bool is_traced(const struct device *device, void *launch, ompt_id_t *number)
{
    if (!device->device || !launch || !number)
        return false;
    *number = ++numbers;
    launches_note(*number, launch);
    return true;
}

static void *call_of(ompt_target_t kind)
{
    static void *calls[4];
    static const char *const names[] = {"omp target", "omp target enter data", "omp target exit data",
                                        "omp target update"};
    unsigned at = ((unsigned)kind - 1) & 7; /* those with nowait are 8 further */
    return at < 4 ? calls_at(&calls[at], names[at], instr) : NULL;
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t end, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code)
{
    (void)task, (void)target_task, (void)target, (void)code;
    if (!is_ours())
        return;
    if (end == ompt_scope_begin) {
        if (depth < OPEN)
            open[depth] = (struct construct){.begun = instr->call_begin(call_of(kind)), .device = device};
        depth++;
        return;
    }
    if (!depth || --depth >= OPEN)
        return;
    for (unsigned i = 0; i < open[depth].kernels; i++)
        instr->device_done(open[depth].kernel[i].launch, now() - open[depth].kernel[i].start);
    instr->call_end(open[depth].begun);
}

static void on_submit(ompt_scope_endpoint_t end, ompt_data_t *target, ompt_id_t *number, unsigned teams)
{
    (void)target, (void)teams;
    if (end == ompt_scope_end || !is_ours() || !depth || depth > OPEN)
        return;
    struct construct *in = &open[depth - 1];
    struct device *device = device_of(in->device);
    void *launch = instr->device_launch(device->name, "(kernel)");
    if (is_traced(device, launch, number) || in->kernels == KERNELS)
        return;
    in->kernel[in->kernels].launch = launch;
    in->kernel[in->kernels++].start = now();
}

static void on_copy(ompt_scope_endpoint_t end, ompt_data_t *task, ompt_data_t *target, ompt_id_t *number,
                    ompt_target_data_op_t what, void *from, int from_device, void *to, int to_device, size_t bytes,
                    const void *code)
{
    (void)task, (void)target, (void)from, (void)to, (void)bytes, (void)code;
    unsigned sort = (unsigned)what & 15; /* those that don't wait are 16 further */
    bool in = sort == ompt_target_data_transfer_to_device;
    if ((!in && sort != ompt_target_data_transfer_from_device) || !is_ours())
        return;
    if (end != ompt_scope_end) {
        struct device *device = device_of(in ? to_device : from_device);
        copy.launch = instr->device_launch(device->name, "(copy)");
        copy.start = now();
        if (is_traced(device, copy.launch, number))
            copy.launch = NULL;
    }
    if (end != ompt_scope_begin && copy.launch) {
        instr->device_done(copy.launch, now() - copy.start);
        copy.launch = NULL;
    }
}

/* --- what a device tells --- */

static void give_buffer(int number, ompt_buffer_t **buffer, size_t *size)
{
    (void)number;
    *buffer = malloc(BUFFER);
    *size = *buffer ? BUFFER : 0;
}

static void take_record(const struct device *device, const ompt_record_ompt_t *record)
{
    bool kernel = record->type == ompt_callback_target_submit || record->type == ompt_callback_target_submit_emi;
    bool data = record->type == ompt_callback_target_data_op || record->type == ompt_callback_target_data_op_emi;
    if (!kernel && !data)
        return;
    ompt_device_time_t end = kernel ? record->record.target_kernel.end_time : record->record.target_data_op.end_time;
    void *launch =
        launches_take(kernel ? record->record.target_kernel.host_op_id : record->record.target_data_op.host_op_id);
    double seconds = device->translate(device->device, end) - device->translate(device->device, record->time);
    if (launch && seconds > 0)
        instr->device_done(launch, (unsigned long long)(seconds * 1e9 + 0.5));
}

static void take_buffer(int number, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t begin, int owned)
{
    const struct device *device = number >= 0 && number < DEVICES ? &devices[number] : NULL;
    ompt_buffer_cursor_t at = begin;
    bool more = bytes && device && device->device && is_ours();
    while (more) {
        const ompt_record_ompt_t *record = device->record(buffer, at);
        if (record)
            take_record(device, record);
        more = record && device->advance(device->device, buffer, bytes, at, &at);
    }
    if (owned)
        free(buffer);
}

static void on_device(int number, const char *type, ompt_device_t *of, ompt_function_lookup_t lookup,
                      const char *documentation)
{
    (void)documentation;
    if (number < 0 || number >= DEVICES)
        return;
    struct device *device = &devices[number];
    pthread_mutex_lock(&lock);
    snprintf(device->name, sizeof device->name, "%s #%d", type && *type ? type : "OpenMP", number);
    pthread_mutex_unlock(&lock);
    if (!lookup || !of)
        return;
    ompt_set_trace_ompt_t set = (ompt_set_trace_ompt_t)lookup("ompt_set_trace_ompt");
    ompt_start_trace_t start = (ompt_start_trace_t)lookup("ompt_start_trace");
    device->translate = (ompt_translate_time_t)lookup("ompt_translate_time");
    device->advance = (ompt_advance_buffer_cursor_t)lookup("ompt_advance_buffer_cursor");
    device->record = (ompt_get_record_ompt_t)lookup("ompt_get_record_ompt");
    device->flush = (ompt_flush_trace_t)lookup("ompt_flush_trace");
    if (!set || !start || !device->translate || !device->advance || !device->record)
        return;
    bool kernels = set(of, 1, ompt_callback_target_submit) > ompt_set_never;
    bool copies = set(of, 1, ompt_callback_target_data_op) > ompt_set_never;
    if (kernels && copies && start(of, give_buffer, take_buffer))
        device->device = of;
}

static void before_report(void *user)
{
    (void)user;
    for (int i = 0; i < DEVICES && is_ours(); i++)
        if (devices[i].device && devices[i].flush)
            devices[i].flush(devices[i].device);
}

/* --- how it is started --- */

static const char no_target[] =
    "this OpenMP runtime does not report target regions, so the profile has no device times";

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    (void)device, (void)data;
    if (!set)
        return 0;
    bool told = set(ompt_callback_target_emi, (ompt_callback_t)on_target) > ompt_set_never;
    set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
    told = told && set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit) > ompt_set_never;
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_copy);
    refused = !told;
    if (refused && instr)
        instr->say(self, no_target);
    return (instr && instr->openmp_begins((void (*(*)(const char *))(void))lookup)) || told;
}

static void finalize(ompt_data_t *data)
{
    (void)data;
}

/* Called by the OpenMP runtime. */
__attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime);

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
    const char *plugins = getenv("INSTR_PLUGINS");
    (void)version, (void)runtime;
    asked = true;
    return plugins && strstr(plugins, "ompt") ? &tool : NULL;
}

/* Adds the tool in front of others; returns false if the path is too long. */
static bool offer_tool(const char *path)
{
    const char *others = getenv("OMP_TOOL_LIBRARIES");
    char list[8192];
    int length = snprintf(list, sizeof list, "%s%s%s", path, others && *others ? ":" : "", others ? others : "");
    return length > 0 && (size_t)length < sizeof list && setenv("OMP_TOOL_LIBRARIES", list, 1) == 0;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("ompt"), .before_report = before_report};
    Dl_info at;
    char text[5000];
    self = &table;
    if (!dladdr(&devices, &at) || !at.dli_fname || (!asked && !offer_tool(at.dli_fname))) {
        host->say(&table, "OMP_TOOL_LIBRARIES can't be set");
        return NULL;
    }
    if (!asked && dlsym(RTLD_DEFAULT, "__tgt_register_lib")) {
        snprintf(text, sizeof text, "the OpenMP runtime started first: start the program with OMP_TOOL_LIBRARIES=%s",
                 at.dli_fname);
        host->say(&table, text);
    }
    if (refused)
        host->say(&table, no_target);
    process = getpid();
    instr = host;
    return &table;
}
