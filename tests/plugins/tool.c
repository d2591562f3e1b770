/*
 * tool.c - what a tool has that ranges are told to: NVTX's injection library, ITT's collector, ROCTX's library. At the end the
 * file that TOOL_RECORD names says how often each range was begun, in how many threads that have a name, and whether all that
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

#ifdef NVTX
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
#endif

#ifdef ITT
struct id {
    unsigned long long words[3];
};

void *__itt_domain_create(const char *name)
{
    return strdup(name);
}

void *__itt_string_handle_create(const char *name)
{
    return strdup(name);
}

void __itt_task_begin(const void *domain, struct id task, struct id parent, void *name)
{
    odd += strcmp(domain, "instr") != 0 || task.words[0] || parent.words[0];
    push(name);
}

void __itt_task_end(const void *domain)
{
    (void)domain;
    pop();
}

void __itt_thread_set_name(const char *name)
{
    named += *name != 0;
}

#ifndef PLAIN /* as a collector does it that is asked to fill in the list */
struct info {
    const char *name;
    void **place;
    void *of_init, *of_null;
    int group;
};

struct global {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long flags[3];
    pthread_mutex_t mutex;
    void *library, *handler;
    const char **path;
    struct info *list;
};

void __itt_api_init(struct global *global, int group)
{
    static const struct {
        const char *name;
        void *function;
    } all[] = {{"__itt_domain_create", (void *)__itt_domain_create},
               {"__itt_string_handle_create", (void *)__itt_string_handle_create},
               {"__itt_task_begin", (void *)__itt_task_begin},
               {"__itt_task_end", (void *)__itt_task_end},
               {"__itt_thread_set_name", (void *)__itt_thread_set_name}};
    odd += global->magic[0] != 0xED || global->version[0] != 3 || group != -1;
    for (struct info *row = global->list; row->name; row++) {
        *row->place = row->of_null;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (strcmp(row->name, all[i].name) == 0)
                *row->place = all[i].function;
    }
}
#endif
#endif

#ifdef ROCTX
int roctxRangePushA(const char *name)
{
    push(name);
    return depth;
}

int roctxRangePop(void)
{
    pop();
    return depth;
}
#endif

#ifdef GPTL
static int initialized;
static pthread_t first;

int GPTLinitialize(void)
{
    first = pthread_self();
    return initialized++;
}

int GPTLstart(const char *name)
{
    odd += initialized != 1 || strlen(name) > 63;
    push(name);
    return 0;
}

int GPTLstop(const char *name)
{
    odd += *name == 0;
    pop();
    return 0;
}

int GPTLpr(int id)
{
    char name[32];
    snprintf(name, sizeof name, "timing.%d", id);
    FILE *file = fopen(name, "w");
    for (unsigned i = 0; i < range_count; i++)
        fprintf(file, "%s %lu\n", ranges[i].name, ranges[i].count);
    return fclose(file);
}

#ifdef WITH_MPI
#include <mpi.h>

int GPTLpr_summary(MPI_Comm comm)
{
    int rank, size;
    unsigned long calls = 0, all;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (unsigned i = 0; i < range_count; i++)
        if (strcmp(ranges[i].name, "work") == 0)
            calls = ranges[i].count;
    MPI_Reduce(&calls, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, comm);
    FILE *file = rank ? NULL : fopen("timing.summary", "w");
    if (file)
        fprintf(file, "work %lu on %d ranks\n", all, size);
    return file ? fclose(file) : 0;
}
#endif

#ifndef PLAIN
int GPTLget_thread_num(void)
{
    return !pthread_equal(pthread_self(), first);
}
#endif
#endif
