/*
 * starts.c - a program that is measured, with a plain library whose constructor begins a thread. That loads a library which is
 * measured, while the program starts. Compiled once for each part:
 *
 *     (nothing)   the program
 *     HOST        the plain library. START says in which order: with "program" the thread waits for the program to load LOADED, with
 *                 "library" the program for the thread; with "many" nobody waits, and the library comes and goes many times
 *     PLUG        what is loaded
 *     LOADED      what the runtime loads at its start: a plug-in, or what it takes for PAPI
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTHING, LOADING, CALLED };
extern atomic_int host_stage;
int host_join(void);

#if defined(HOST)

atomic_int host_stage;
static pthread_t thread;
static const char *order;

static void wait_for(int stage)
{
    while (atomic_load(&host_stage) < stage)
        usleep(50);
}

static void *load(void *none)
{
    int loads = strcmp(order, "many") == 0 ? 200 : 1;
    if (strcmp(order, "program") == 0)
        wait_for(LOADING);
    for (int i = 0; i < loads; i++) {
        void *library = dlopen("./plug.so", RTLD_NOW);
        int (*plug)(int) = library ? (int (*)(int))dlsym(library, "plug") : NULL;
        if (!plug || plug(i) != i + 1)
            exit(3);
        dlclose(library);
    }
    atomic_store(&host_stage, CALLED);
    return none;
}

__attribute__((constructor)) static void begin(void)
{
    order = getenv("START");
    pthread_create(&thread, NULL, load, NULL);
    if (strcmp(order, "library") == 0)
        wait_for(LOADING);
}

int host_join(void)
{
    return pthread_join(thread, NULL);
}

#elif defined(PLUG)

int plug(int x)
{
    return x + 1;
}

#elif defined(LOADED)

#include <instr_plugin.h>

/* What waits for another thread's library may do so for ever; or the program's own constructors come now. */
static void stay(void)
{
    int in_program = strcmp(getenv("START"), "program") == 0;
    atomic_store(&host_stage, LOADING);
    if (!in_program)
        usleep(20000);
    while (in_program && atomic_load(&host_stage) < CALLED)
        usleep(50);
}

const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("loaded")};
    (void)host;
    stay();
    return &table;
}

int PAPI_library_init(int version)
{
    stay();
    return version < 0 ? version : -1;
}

char *PAPI_strerror(int error)
{
    (void)error;
    return "as the test wants";
}

#define OTHER(name)                                                                                                    \
    int PAPI_##name(void)                                                                                              \
    {                                                                                                                  \
        return -1;                                                                                                     \
    }
OTHER(thread_init)
OTHER(register_thread)
OTHER(unregister_thread)
OTHER(create_eventset)
OTHER(add_named_event)
OTHER(start)
OTHER(read)
OTHER(stop)
OTHER(cleanup_eventset)
OTHER(destroy_eventset)

#else

int main(void)
{
    return host_join();
}

#endif
