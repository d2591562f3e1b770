/*
 * opencl.c - INSTR_PLUGINS=opencl: the work of OpenCL devices, on the call path that launched it.
 *
 * It is a layer (CL/cl_layer.h): the loader, libOpenCL, hands it the table of all functions and takes one in return. So it sees
 * what libraries call as well, and calls through pointers, and nothing is edited or linked. The loader reads OPENCL_LAYERS when
 * OpenCL is used first; that is set when the program starts.
 *
 * Queues get CL_QUEUE_PROFILING_ENABLE, and each command an event. Ended commands are taken off the list when the program waits for something,
 * when the list has grown long, and before a profile is made. The plug-in itself never waits.
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "include/instr_plugin.h"

#include <CL/cl_layer.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEVICES = 64, NAME = 200, MANY = 1024, PROPERTIES = 16 };

/* A command whose end was not seen yet. */
struct command {
    cl_event event;
    void *launch;
};

static const struct instr_plugin_host *instr; /* null: this process is not measured */
static pid_t process;
static const cl_icd_dispatch *next;
static cl_icd_dispatch mine;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static struct command *commands;
static size_t count, room, watermark = MANY;
static struct {
    cl_device_id id;
    char name[NAME];
} devices[DEVICES];

/* Returns whether it is on; a child of fork has none of its parent's OpenCL. */
static bool is_on(void)
{
    return instr && getpid() == process;
}

static bool get_name(cl_device_id device, char *name)
{
    return next->clGetDeviceInfo(device, CL_DEVICE_NAME, NAME - 16, name, NULL) == CL_SUCCESS && *name;
}

/* Numbers devices of the same name. */
static void add_number(cl_device_id device, char *name)
{
    cl_platform_id platform;
    cl_device_id all[DEVICES];
    cl_uint found = 0, alike = 0, number = 0;
    char other[NAME] = "";
    if (next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) != CL_SUCCESS ||
        next->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, all, &found) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < found && i < DEVICES; i++) {
        alike += get_name(all[i], other) && strcmp(other, name) == 0;
        if (all[i] == device)
            number = alike;
    }
    if (alike > 1 && number)
        snprintf(name + strlen(name), 16, " #%u", number);
}

/* Returns the queue's device, or NULL if it is unknown. Under the lock. */
static const char *device_of(cl_command_queue queue)
{
    cl_device_id device;
    size_t i = 0;
    if (next->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS)
        return NULL;
    while (i < DEVICES && devices[i].id && devices[i].id != device)
        i++;
    if (i == DEVICES)
        return "(others)";
    if (!devices[i].id && get_name(device, devices[i].name)) {
        add_number(device, devices[i].name);
        devices[i].id = device;
    }
    return devices[i].id ? devices[i].name : NULL;
}

/* False: it runs or waits. */
static bool has_ended(const struct command *command)
{
    cl_int status;
    cl_ulong start, end;
    if (next->clGetEventInfo(command->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) ==
            CL_SUCCESS &&
        status > CL_COMPLETE)
        return false;
    if (next->clGetEventProfilingInfo(command->event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ==
            CL_SUCCESS &&
        next->clGetEventProfilingInfo(command->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS &&
        end >= start)
        instr->device_done(command->launch, end - start);
    next->clReleaseEvent(command->event);
    return true;
}

/* Under the lock. */
static void take_ended(void)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (!has_ended(&commands[i]))
            commands[left++] = commands[i];
    count = left;
    watermark = 2 * left + MANY;
}

static void drain(void)
{
    if (!is_on())
        return;
    pthread_mutex_lock(&lock);
    take_ended();
    pthread_mutex_unlock(&lock);
}

static bool add(struct command command)
{
    if (count == room) {
        struct command *more = realloc(commands, (room + MANY) * 2 * sizeof *more);
        if (!more)
            return false;
        commands = more;
        room = (room + MANY) * 2;
    }
    commands[count++] = command;
    return true;
}

/* Records a command in a queue, whose event belongs to us as well. */
static void launch(cl_command_queue queue, const char *what, cl_event event)
{
    pthread_mutex_lock(&lock);
    const char *device = device_of(queue);
    struct command command = {event, device ? instr->device_launch(device, what) : NULL};
    if (!command.launch || !add(command))
        next->clReleaseEvent(event);
    if (count >= watermark)
        take_ended();
    pthread_mutex_unlock(&lock);
}

/* The program's calls that become regions. */
#define CALLS(X)                                                                                                       \
    X(clBuildProgram)                                                                                                  \
    X(clFinish)                                                                                                        \
    X(clWaitForEvents)                                                                                                 \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueCopyBuffer)                                                                                             \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clEnqueueReadBufferRect)                                                                                         \
    X(clEnqueueWriteBufferRect)                                                                                        \
    X(clEnqueueCopyBufferRect)                                                                                         \
    X(clEnqueueReadImage)                                                                                              \
    X(clEnqueueWriteImage)                                                                                             \
    X(clEnqueueCopyImage)                                                                                              \
    X(clEnqueueFillImage)                                                                                              \
    X(clEnqueueCopyImageToBuffer)                                                                                      \
    X(clEnqueueCopyBufferToImage)                                                                                      \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueMapImage)                                                                                               \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clEnqueueMigrateMemObjects)                                                                                      \
    X(clEnqueueSVMMemcpy)                                                                                              \
    X(clEnqueueSVMMemFill)                                                                                             \
    X(clEnqueueSVMMap)                                                                                                 \
    X(clEnqueueSVMUnmap)
enum call {
#define ID(name) CALL_##name,
    CALLS(ID)
#undef ID
        CALL_COUNT
};
static void *calls[CALL_COUNT];

static void *begin(enum call call)
{
    return is_on() ? instr->call_begin(calls[call]) : NULL;
}

static void end(void *begun)
{
    if (begun)
        instr->call_end(begun);
}

/* A function for a command: PARAMETERS and ARGUMENTS are those between the queue and the list of events to wait for. */
#define LIST cl_uint waits, const cl_event *wait_for, cl_event *event
#define COMMAND(function, what, blocking, parameters, arguments)                                                       \
    static cl_int CL_API_CALL my_##function(cl_command_queue queue, UNPACK parameters, LIST)                           \
    {                                                                                                                  \
        cl_event own = NULL;                                                                                           \
        if (!is_on())                                                                                                  \
            return next->function(queue, UNPACK arguments, waits, wait_for, event);                                    \
        void *begun = begin(CALL_##function);                                                                          \
        cl_int result = next->function(queue, UNPACK arguments, waits, wait_for, event ? event : &own);                \
        end(begun);                                                                                                    \
        note(queue, what, result, event, own, blocking);                                                               \
        return result;                                                                                                 \
    }
#define UNPACK(...) __VA_ARGS__

static void note(cl_command_queue queue, const char *what, cl_int result, const cl_event *theirs, cl_event own,
                 bool ended)
{
    cl_event event = theirs ? *theirs : own;
    if (result != CL_SUCCESS || !event || (theirs && next->clRetainEvent(event) != CL_SUCCESS))
        return;
    launch(queue, what, event);
    if (ended)
        drain();
}

static const char *kernel_name(cl_kernel kernel, char *name)
{
    bool known = next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, NAME, name, NULL) == CL_SUCCESS;
    return known ? name : "(kernel)";
}

COMMAND(clEnqueueNDRangeKernel, kernel_name(kernel, (char[NAME]){""}), false,
        (cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *size, const size_t *local),
        (kernel, dimensions, offset, size, local))
COMMAND(clEnqueueReadBuffer, "(copy to host)", blocking != 0,
        (cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *to), (buffer, blocking, offset, size, to))
COMMAND(clEnqueueWriteBuffer, "(copy to device)", blocking != 0,
        (cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *from),
        (buffer, blocking, offset, size, from))
COMMAND(clEnqueueCopyBuffer, "(copy)", false,
        (cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size),
        (from, to, from_offset, to_offset, size))
COMMAND(clEnqueueFillBuffer, "(fill)", false,
        (cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size),
        (buffer, pattern, pattern_size, offset, size))
COMMAND(clEnqueueReadBufferRect, "(copy to host)", blocking != 0,
        (cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin, const size_t *region,
         size_t row, size_t slice, size_t host_row, size_t host_slice, void *to),
        (buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, to))
COMMAND(clEnqueueWriteBufferRect, "(copy to device)", blocking != 0,
        (cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin, const size_t *region,
         size_t row, size_t slice, size_t host_row, size_t host_slice, const void *from),
        (buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, from))
COMMAND(clEnqueueCopyBufferRect, "(copy)", false,
        (cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin, const size_t *region,
         size_t from_row, size_t from_slice, size_t to_row, size_t to_slice),
        (from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice))
COMMAND(clEnqueueReadImage, "(copy to host)", blocking != 0,
        (cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row, size_t slice,
         void *to),
        (image, blocking, origin, region, row, slice, to))
COMMAND(clEnqueueWriteImage, "(copy to device)", blocking != 0,
        (cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row, size_t slice,
         const void *from),
        (image, blocking, origin, region, row, slice, from))
COMMAND(clEnqueueCopyImage, "(copy)", false,
        (cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin, const size_t *region),
        (from, to, from_origin, to_origin, region))
COMMAND(clEnqueueFillImage, "(fill)", false,
        (cl_mem image, const void *color, const size_t *origin, const size_t *region), (image, color, origin, region))
COMMAND(clEnqueueCopyImageToBuffer, "(copy)", false,
        (cl_mem from, cl_mem to, const size_t *origin, const size_t *region, size_t offset),
        (from, to, origin, region, offset))
COMMAND(clEnqueueCopyBufferToImage, "(copy)", false,
        (cl_mem from, cl_mem to, size_t offset, const size_t *origin, const size_t *region),
        (from, to, offset, origin, region))
COMMAND(clEnqueueUnmapMemObject, "(unmap)", false, (cl_mem object, void *mapped), (object, mapped))
COMMAND(clEnqueueMigrateMemObjects, "(migrate)", false,
        (cl_uint objects, const cl_mem *list, cl_mem_migration_flags flags), (objects, list, flags))
COMMAND(clEnqueueSVMMemFill, "(fill)", false, (void *to, const void *pattern, size_t pattern_size, size_t size),
        (to, pattern, pattern_size, size))
COMMAND(clEnqueueSVMMemcpy, "(copy)", blocking != 0, (cl_bool blocking, void *to, const void *from, size_t size),
        (blocking, to, from, size))
COMMAND(clEnqueueSVMMap, "(map)", blocking != 0, (cl_bool blocking, cl_map_flags flags, void *to, size_t size),
        (blocking, flags, to, size))
COMMAND(clEnqueueSVMUnmap, "(unmap)", false, (void *mapped), (mapped))

static cl_int CL_API_CALL my_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, LIST)
{
    const size_t one = 1;
    return my_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, waits, wait_for, event);
}

/* The same for functions that return mapped memory. */
#define MAP(function, parameters, arguments)                                                                           \
    static void *CL_API_CALL my_##function(cl_command_queue queue, cl_mem object, cl_bool blocking, UNPACK parameters, \
                                           LIST, cl_int *error)                                                        \
    {                                                                                                                  \
        cl_event own = NULL;                                                                                           \
        cl_int result = CL_SUCCESS;                                                                                    \
        if (!is_on())                                                                                                  \
            return next->function(queue, object, blocking, UNPACK arguments, waits, wait_for, event, error);           \
        void *begun = begin(CALL_##function);                                                                          \
        void *mapped =                                                                                                 \
            next->function(queue, object, blocking, UNPACK arguments, waits, wait_for, event ? event : &own, &result); \
        end(begun);                                                                                                    \
        note(queue, "(map)", result, event, own, blocking != 0);                                                       \
        if (error)                                                                                                     \
            *error = result;                                                                                           \
        return mapped;                                                                                                 \
    }
MAP(clEnqueueMapBuffer, (cl_map_flags flags, size_t offset, size_t size), (flags, offset, size))
MAP(clEnqueueMapImage, (cl_map_flags flags, const size_t *origin, const size_t *region, size_t *row, size_t *slice),
    (flags, origin, region, row, slice))

static cl_int CL_API_CALL my_clFinish(cl_command_queue queue)
{
    void *begun = begin(CALL_clFinish);
    cl_int result = next->clFinish(queue);
    end(begun);
    drain();
    return result;
}

static cl_int CL_API_CALL my_clWaitForEvents(cl_uint events, const cl_event *list)
{
    void *begun = begin(CALL_clWaitForEvents);
    cl_int result = next->clWaitForEvents(events, list);
    end(begun);
    drain();
    return result;
}

static cl_int CL_API_CALL my_clBuildProgram(cl_program program, cl_uint of, const cl_device_id *list,
                                            const char *options, void(CL_CALLBACK *done)(cl_program, void *),
                                            void *data)
{
    void *begun = begin(CALL_clBuildProgram);
    cl_int result = next->clBuildProgram(program, of, list, options, done, data);
    end(begun);
    return result;
}

static cl_command_queue CL_API_CALL my_clCreateCommandQueue(cl_context context, cl_device_id device,
                                                            cl_command_queue_properties properties, cl_int *error)
{
    cl_command_queue queue = NULL;
    if (is_on())
        queue = next->clCreateCommandQueue(context, device, properties | CL_QUEUE_PROFILING_ENABLE, error);
    return queue ? queue : next->clCreateCommandQueue(context, device, properties, error);
}

/* Copies the list and adds profiling; returns false if the queue is not the host's, or the list is too long. */
static bool with_profiling(const cl_queue_properties *from, cl_queue_properties *to)
{
    size_t at = 0, used = 2;
    cl_queue_properties flags = 0;
    for (; from && from[at] && used < PROPERTIES - 3; at += 2) {
        if (from[at] == CL_QUEUE_PROPERTIES) {
            flags = from[at + 1];
        } else {
            to[used++] = from[at];
            to[used++] = from[at + 1];
        }
    }
    to[0] = CL_QUEUE_PROPERTIES;
    to[1] = flags | CL_QUEUE_PROFILING_ENABLE;
    to[used] = 0;
    return !(from && from[at]) && !(flags & CL_QUEUE_ON_DEVICE);
}

static cl_command_queue CL_API_CALL my_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                          const cl_queue_properties *properties,
                                                                          cl_int *error)
{
    cl_queue_properties more[PROPERTIES];
    cl_command_queue queue = NULL;
    if (is_on() && with_profiling(properties, more))
        queue = next->clCreateCommandQueueWithProperties(context, device, more, error);
    return queue ? queue : next->clCreateCommandQueueWithProperties(context, device, properties, error);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name,
                                                                         size_t param_value_size, void *param_value,
                                                                         size_t *param_value_size_ret)
{
    static const char name[] = "instr";
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *from = param_name == CL_LAYER_NAME ? (const void *)name : &version;
    size_t length = param_name == CL_LAYER_NAME ? sizeof name : sizeof version;
    if ((param_name != CL_LAYER_NAME && param_name != CL_LAYER_API_VERSION) ||
        (param_value && param_value_size < length))
        return CL_INVALID_VALUE;
    if (param_value)
        memcpy(param_value, from, length);
    if (param_value_size_ret)
        *param_value_size_ret = length;
    return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(cl_uint num_entries,
                                                                      const cl_icd_dispatch *target_dispatch,
                                                                      cl_uint *num_entries_ret,
                                                                      const cl_icd_dispatch **layer_dispatch_ret)
{
    static const char *const names[] = {
#define TEXT(name) #name,
        CALLS(TEXT)
#undef TEXT
    };
    if (num_entries < sizeof mine / sizeof(void *) || !target_dispatch || !num_entries_ret || !layer_dispatch_ret)
        return CL_INVALID_VALUE;
    next = target_dispatch;
    mine = *target_dispatch;
#define TAKE(name) mine.name = my_##name;
    CALLS(TAKE)
    TAKE(clEnqueueTask)
    TAKE(clCreateCommandQueue)
    TAKE(clCreateCommandQueueWithProperties)
#undef TAKE
    for (size_t i = 0; instr && i < CALL_COUNT; i++)
        calls[i] = instr->call_define(names[i]);
    *num_entries_ret = sizeof mine / sizeof(void *);
    *layer_dispatch_ret = &mine;
    return CL_SUCCESS;
}

static void before_report(void *user)
{
    (void)user;
    if (next)
        drain();
}

/* Makes the loader take this object for a layer, beside those of the user. */
static bool offer_layer(void)
{
    Dl_info self;
    char value[4096];
    const char *others = getenv("OPENCL_LAYERS");
    if (!dladdr(&instr, &self) || !self.dli_fname)
        return false;
    int length =
        snprintf(value, sizeof value, "%s%s%s", self.dli_fname, others && *others ? ":" : "", others ? others : "");
    return length > 0 && (size_t)length < sizeof value && setenv("OPENCL_LAYERS", value, 1) == 0;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("opencl"), .before_report = before_report};
    if (!offer_layer()) {
        host->say(&table, "OPENCL_LAYERS can't be set: it is too long");
        return NULL;
    }
    process = getpid();
    instr = host;
    return &table;
}
