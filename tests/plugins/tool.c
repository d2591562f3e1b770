/*
 * tool.c - what a tool has that ranges are told to: NVTX's injection library. At the end the file that
 * TOOL_RECORD names says how often each range was begun, in how many threads that have a name, and whether all that
 * ended had begun.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    char name[100];
    unsigned long count;
} ranges[100];
static unsigned range_count, named;
static atomic_ulong odd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth;

static void push(const char *name)
{
    unsigned i = 0;
    pthread_mutex_lock(&lock);
    while (i < range_count && strcmp(ranges[i].name, name) != 0)
        i++;
    if (i == range_count && i < 100)
        snprintf(ranges[range_count++].name, 100, "%s", name);
    ranges[i].count++;
    depth++;
    pthread_mutex_unlock(&lock);
}

static void pop(void)
{
    odd += --depth < 0;
}

__attribute__((destructor)) static void tell(void)
{
    FILE *file = fopen(getenv("TOOL_RECORD") ? getenv("TOOL_RECORD") : "tool", "w");
    for (unsigned i = 0; i < range_count; i++)
        fprintf(file, "%s %lu\n", ranges[i].name, ranges[i].count);
    fprintf(file, "- odd %lu, open %d, named %u\n", odd, depth, named);
    fclose(file);
}

static int domains;

static int push_plain(const char *name)
{
    push(name);
    return depth;
}

static int pop_plain(void)
{
    pop();
    return depth;
}

static void name_thread(uint32_t id, const char *name)
{
    named += id && *name;
}

#ifndef PLAIN
static void *domain_create(const char *name)
{
    odd += strcmp(name, "instr") != 0;
    return &domains;
}

static void *register_string(void *domain, const char *text)
{
    odd += domain != &domains;
    return strdup(text);
}

static int domain_push(void *domain, const void *attributes)
{
    uint16_t version, size;
    int32_t type;
    const char *text;
    memcpy(&version, attributes, 2);
    memcpy(&size, (const char *)attributes + 2, 2);
    memcpy(&type, (const char *)attributes + 32, 4);
    memcpy(&text, (const char *)attributes + 40, sizeof text);
    odd += domain != &domains || version != 3 || size != 48 || type != 3;
    push(text);
    return depth;
}

static int domain_pop(void *domain)
{
    odd += domain != &domains;
    pop();
    return depth;
}
#endif

int InitializeInjectionNvtx2(const void *(*get_table)(uint32_t))
{
    const struct {
        size_t size;
        int (*get_module)(int, void ****, unsigned *);
    } *callbacks = get_table(1);
    void ***core, ***core2;
    unsigned size;
    if (!callbacks || !callbacks->get_module(1, &core, &size) || size < 16 ||
        !callbacks->get_module(5, &core2, &size) || size < 16 || callbacks->get_module(2, &core2, &size) == 1)
        return 0;
    callbacks->get_module(5, &core2, &size);
    *core[9] = (void *)push_plain;
    *core[11] = (void *)pop_plain;
    *core[14] = (void *)name_thread;
#ifndef PLAIN
    *core2[4] = (void *)domain_push;
    *core2[5] = (void *)domain_pop;
    *core2[10] = (void *)register_string;
    *core2[12] = (void *)domain_create;
#else
    (void)domains;
#endif
    return 1;
}
