/*
 * openmp.c - stands for an OpenMP runtime with a device: it starts the tool that OMP_TOOL_LIBRARIES names, tells it of target
 * constructs as OMPT is specified, and, unless UNTRACED is set, how long the device took, in ticks of 100 ns. The device's
 * records come late, and those of copies before those of kernels.
 */
#include <dlfcn.h>
#include <omp-tools.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 4096 };

static ompt_callback_t callbacks[64];
static ompt_callback_buffer_request_t request;
static ompt_callback_buffer_complete_t complete;
static ompt_record_ompt_t waiting[MOST];
static unsigned count;
static int device;

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback)
{
    if (getenv("NO_TARGET") && event != ompt_callback_thread_begin)
        return ompt_set_never;
    callbacks[event] = callback;
    return ompt_set_always;
}

static ompt_set_result_t set_trace(ompt_device_t *of, unsigned enable, unsigned type)
{
    (void)of, (void)enable, (void)type;
    return ompt_set_always;
}

static int start_trace(ompt_device_t *of, ompt_callback_buffer_request_t ask, ompt_callback_buffer_complete_t give)
{
    (void)of;
    request = ask;
    complete = give;
    return 1;
}

static double translate(ompt_device_t *of, ompt_device_time_t ticks)
{
    (void)of;
    return (double)ticks * 1e-7;
}

static int advance(ompt_device_t *of, ompt_buffer_t *buffer, size_t size, ompt_buffer_cursor_t at,
                   ompt_buffer_cursor_t *next)
{
    (void)of, (void)buffer;
    *next = at + sizeof(ompt_record_ompt_t);
    return *next < size;
}

static ompt_record_ompt_t *get_record(ompt_buffer_t *buffer, ompt_buffer_cursor_t at)
{
    return (ompt_record_ompt_t *)((char *)buffer + at);
}

static int flush(ompt_device_t *of)
{
    (void)of;
    for (int copies = 1; copies >= 0; copies--) {
        ompt_buffer_t *buffer;
        size_t size, used = 0;
        request(0, &buffer, &size);
        for (unsigned i = 0; i < count && used + sizeof *waiting <= size; i++)
            if ((waiting[i].type == ompt_callback_target_data_op) == copies) {
                memcpy((char *)buffer + used, &waiting[i], sizeof *waiting);
                used += sizeof *waiting;
            }
        complete(0, buffer, used, 0, 1);
    }
    count = 0;
    return 1;
}

static ompt_interface_fn_t lookup(const char *name)
{
    static const struct {
        const char *name;
        ompt_interface_fn_t function;
    } functions[] = {{"ompt_set_callback", (ompt_interface_fn_t)set_callback},
                     {"ompt_set_trace_ompt", (ompt_interface_fn_t)set_trace},
                     {"ompt_start_trace", (ompt_interface_fn_t)start_trace},
                     {"ompt_translate_time", (ompt_interface_fn_t)translate},
                     {"ompt_advance_buffer_cursor", (ompt_interface_fn_t)advance},
                     {"ompt_get_record_ompt", (ompt_interface_fn_t)get_record},
                     {"ompt_flush_trace", (ompt_interface_fn_t)flush}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    return NULL;
}

static void begin(void)
{
    static int begun;
    const char *path = getenv("OMP_TOOL_LIBRARIES");
    void *tool = begun++ || !path ? NULL : dlopen(path, RTLD_LAZY);
    ompt_start_tool_result_t *(*start)(unsigned, const char *) = NULL;
    if (tool)
        *(void **)&start = dlsym(tool, "ompt_start_tool");
    ompt_start_tool_result_t *result = start ? start(202011, "openmp.c") : NULL;
    if (!result || !result->initialize(lookup, 0, &result->tool_data))
        return;
    ompt_callback_device_initialize_t told =
        (ompt_callback_device_initialize_t)callbacks[ompt_callback_device_initialize];
    if (told)
        told(0, "Model", &device, getenv("UNTRACED") ? NULL : lookup, NULL);
}

static void tell(ompt_callbacks_t type, ompt_id_t number, unsigned long ticks)
{
    ompt_record_ompt_t *record = &waiting[count < MOST ? count++ : 0];
    *record = (ompt_record_ompt_t){.type = type, .time = 1000};
    if (type == ompt_callback_target_data_op) {
        record->record.target_data_op.host_op_id = number;
        record->record.target_data_op.end_time = 1000 + ticks;
    } else {
        record->record.target_kernel.host_op_id = number;
        record->record.target_kernel.end_time = 1000 + ticks;
    }
}

/* A target construct that copies something there and runs a kernel, of so many ticks each; the host waits 2 ms for it. */
void target(unsigned long copy, unsigned long kernel);
void target(unsigned long copy, unsigned long kernel)
{
    begin();
    ompt_callback_target_emi_t construct = (ompt_callback_target_emi_t)callbacks[ompt_callback_target_emi];
    ompt_callback_target_submit_emi_t submit =
        (ompt_callback_target_submit_emi_t)callbacks[ompt_callback_target_submit_emi];
    ompt_callback_target_data_op_emi_t data =
        (ompt_callback_target_data_op_emi_t)callbacks[ompt_callback_target_data_op_emi];
    ompt_data_t mine = {0};
    ompt_id_t numbers[2] = {0, 0};
    if (!construct)
        return;
    construct(ompt_target, ompt_scope_begin, 0, NULL, NULL, &mine, NULL);
    data(ompt_scope_begin, NULL, &mine, &numbers[0], ompt_target_data_alloc, NULL, 1, NULL, 0, 8, NULL);
    data(ompt_scope_end, NULL, &mine, &numbers[0], ompt_target_data_alloc, NULL, 1, NULL, 0, 8, NULL);
    data(ompt_scope_begin, NULL, &mine, &numbers[0], ompt_target_data_transfer_to_device, NULL, 1, NULL, 0, 8, NULL);
    data(ompt_scope_end, NULL, &mine, &numbers[0], ompt_target_data_transfer_to_device, NULL, 1, NULL, 0, 8, NULL);
    submit(ompt_scope_begin, &mine, &numbers[1], 1);
    submit(ompt_scope_end, &mine, &numbers[1], 1);
    if (!getenv("UNTRACED")) {
        tell(ompt_callback_target_submit, numbers[1], kernel);
        tell(ompt_callback_target_data_op, numbers[0], copy);
    } else {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    construct(ompt_target, ompt_scope_end, 0, NULL, NULL, &mine, NULL);
}
