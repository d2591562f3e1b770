/*
 * roctracer.c - stands for HIP and roctracer where there is no device. It shows that the plug-in asks and answers as that
 * interface is written down, and nothing of real devices.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct call {
    uint64_t number;
    uint32_t phase;
    const void *first;
};

struct record {
    uint32_t domain, kind, operation;
    uint64_t number, begin, end;
    uint64_t more[3];
};

struct properties {
    uint32_t mode;
    size_t buffer_size;
    void *allocate, *allocate_user;
    void (*take)(const char *, const char *, void *);
    void *take_user;
};

enum { LAUNCH = 7, COPY = 9, WAIT = 11, NAME = 13 };

static void (*on_call)(uint32_t, uint32_t, const void *, void *);
static struct properties pool;
static struct record records[1000];
static unsigned count;
static int active;
static uint64_t numbers;

int roctracer_open_pool(const struct properties *properties)
{
    pool = *properties;
    return getenv("NO_ROCTRACER") ? -1 : 0;
}

int roctracer_enable_domain_activity(uint32_t domain)
{
    active = domain == 2;
    return 0;
}

int roctracer_enable_domain_callback(uint32_t domain, void (*callback)(uint32_t, uint32_t, const void *, void *),
                                     void *user)
{
    (void)user;
    on_call = domain == 3 ? callback : NULL;
    return 0;
}

int roctracer_next_record(const struct record *record, const struct record **next)
{
    *next = record + 1;
    return 0;
}

int roctracer_flush_activity(void)
{
    pool.take((const char *)records, (const char *)(records + count), pool.take_user);
    count = 0;
    return 0;
}

const char *roctracer_op_string(uint32_t domain, uint32_t id, uint32_t kind)
{
    (void)kind;
    return domain != 3    ? ""
           : id == LAUNCH ? "hipLaunchKernel"
           : id == COPY   ? "hipMemcpy"
           : id == NAME   ? "hipDeviceGetName"
                          : "hipDeviceSynchronize";
}

const char *roctracer_error_string(void)
{
    return "no pool";
}

static uint64_t begin(uint32_t id, const void *first)
{
    struct call call = {++numbers, 0, first};
    if (on_call)
        on_call(3, id, &call, NULL);
    return call.number;
}

static void end(uint32_t id, uint64_t number)
{
    struct call call = {number, 1, NULL};
    if (on_call)
        on_call(3, id, &call, NULL);
}

/* A function of HIP as any, that the plug-in calls within another one. */
int hipDeviceGetName(char *name, int size, int device)
{
    uint64_t number = begin(NAME, NULL);
    strncpy(name, device == 1 ? "Model" : "?", (size_t)size);
    end(NAME, number);
    return 0;
}

int hipGetDevice(int *device)
{
    *device = 1;
    return 0;
}

const char *hipKernelNameRefByPtr(const void *function, void *stream)
{
    return stream ? NULL : function;
}

static void record(uint32_t operation, uint64_t number, uint64_t ns)
{
    if (active)
        records[count++] = (struct record){2, 0, operation, number, 5000, 5000 + ns, {0}};
}

/* In place of a function's address a kernel is given by its name. */
void hipLaunchKernel(const char *symbol, uint64_t ns)
{
    uint64_t number = begin(LAUNCH, symbol);
    record(0, number, ns);
    end(LAUNCH, number);
}

void hipMemcpy(uint64_t ns)
{
    uint64_t number = begin(COPY, NULL);
    record(1, number, ns);
    end(COPY, number);
}

void hipDeviceSynchronize(void)
{
    end(WAIT, begin(WAIT, NULL));
}
