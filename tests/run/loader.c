/*
 * loader.c HOW - what is legal with the loader, with fork and with threads that end, and does not end if a probe or an allocation asks
 * the loader or leaves a lock behind:
 *
 *     order      a callback of dl_iterate_phdr waits for a lock; its holder comes to new call paths
 *     fork       a child of fork comes to new call paths, while another thread of its parent stays in such a callback for good
 *     relocate   libraries are loaded and closed again while other threads allocate
 *     ended      threads are ended by a handler of a signal, or cancelled, wherever they are
 *     jumped     the same thread jumps out of a handler, wherever it is
 *     pending    the program keeps a signal away that would end it, and ends itself
 *     open       a library opens another one, which it alone can find, and asks for what comes behind itself
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long calls;
static long dig(unsigned path, int depth);

static long left(unsigned path, int depth)
{
    return dig(path, depth) + 1;
}

static long right(unsigned path, int depth)
{
    return dig(path, depth) + 2;
}

static long dig(unsigned path, int depth)
{
    calls++;
    if (!depth)
        return 1;
    return path & 1 ? left(path >> 1, depth - 1) : right(path >> 1, depth - 1);
}

/* Many new call paths, for some time. */
static void explore(void)
{
    for (unsigned i = 0; i < 20000; i++)
        dig(i * 1103515245u >> 8, 14);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool inside, stop;

static int wait_for_lock(struct dl_phdr_info *info, size_t size, void *state)
{
    (void)info, (void)size, (void)state;
    atomic_store(&inside, true);
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
    return 1;
}

static int stay(struct dl_phdr_info *info, size_t size, void *state)
{
    (void)info, (void)size, (void)state;
    atomic_store(&inside, true);
    for (;;)
        pause();
    return 1;
}

typedef int visit_fn(struct dl_phdr_info *, size_t, void *);

static void *walk(void *callback)
{
    dl_iterate_phdr(*(visit_fn **)callback, NULL);
    return NULL;
}

static pthread_t begin_walk(visit_fn *visit)
{
    static visit_fn *callback;
    callback = visit;
    pthread_t walker;
    pthread_create(&walker, NULL, walk, &callback);
    while (!atomic_load(&inside))
        continue;
    return walker;
}

static int order(void)
{
    pthread_mutex_lock(&held);
    pthread_t walker = begin_walk(wait_for_lock);
    explore();
    pthread_mutex_unlock(&held);
    return pthread_join(walker, NULL);
}

static int forks(void)
{
    int status = 0;
    begin_walk(stay);
    pid_t child = fork();
    explore();
    if (child == 0)
        exit(3);
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 3;
}

static __attribute__((noinline)) void *take_block(size_t size)
{
    return malloc(size);
}

static void *churn(void *none)
{
    while (!atomic_load(&stop))
        free(take_block(64));
    return none;
}

static int relocate(void)
{
    pthread_t churning[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&churning[i], NULL, churn, NULL);
    for (int i = 0; i < 150; i++) {
        void *library = dlopen("./libwords.so", i & 1 ? RTLD_NOW : RTLD_LAZY);
        void *(*take)(size_t) = library ? (void *(*)(size_t))dlsym(library, "library_take") : NULL;
        if (!take)
            return 1;
        free(take(10));
        dlclose(library);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < 2; i++)
        pthread_join(churning[i], NULL);
    return 0;
}

static void leave_thread(int signal)
{
    (void)signal;
    pthread_exit(&stop);
}

static void *run(void *asynchronous)
{
    if (asynchronous)
        pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        explore();
    return NULL;
}

static int ended(void)
{
    enum { THREADS = 200 };
    signal(SIGUSR1, leave_thread);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        void *result = NULL;
        if (pthread_create(&thread, NULL, run, i & 1 ? &stop : NULL) != 0)
            return 1;
        for (volatile int wait = 0; wait < i * 2000; wait++)
            continue;
        if (i & 1)
            pthread_cancel(thread);
        else
            pthread_kill(thread, SIGUSR1);
        pthread_join(thread, &result);
        if (result != (i & 1 ? PTHREAD_CANCELED : &stop))
            return 1;
    }
    return 0;
}

static sigjmp_buf back;
static volatile sig_atomic_t armed;

static void jump(int signal)
{
    (void)signal;
    if (armed)
        siglongjmp(back, 1);
}

static int jumped(void)
{
    struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    volatile unsigned path = 0;
    volatile int jumps = 0;
    signal(SIGALRM, jump);
    if (sigsetjmp(back, 1)) {
        armed = 0;
        jumps++;
    }
    if (jumps == 0)
        setitimer(ITIMER_REAL, &often, NULL);
    for (armed = 1; jumps < 300; path++)
        dig(path * 1103515245u >> 8, 14);
    armed = 0;
    return setitimer(ITIMER_REAL, &never, NULL);
}

static int pending(void)
{
    sigset_t kept;
    sigemptyset(&kept);
    sigaddset(&kept, SIGTERM);
    sigprocmask(SIG_BLOCK, &kept, NULL);
    kill(getpid(), SIGTERM);
    explore();
    return 0;
}

static int opens(void)
{
    void *library = dlopen("./sub/libopens.so", RTLD_NOW), *other = NULL;
    void *(*open_other)(const char *, const char *) = NULL;
    void *(*next)(const char *) = NULL;
    if (library) {
        open_other = (void *(*)(const char *, const char *))dlsym(library, "library_open");
        next = (void *(*)(const char *))dlsym(library, "library_next");
    }
    if (open_other)
        other = open_other("libhidden.so", "hidden_take");
    void *(*take)(size_t) = (void *(*)(size_t))other;
    void *(*behind)(size_t) = next ? (void *(*)(size_t))next("library_take") : NULL;
    if (!take || !behind || behind(1) != NULL)
        return 1;
    for (int i = 0; i < 1000; i++)
        free(take(100));
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } table[] = {{"order", order}, {"fork", forks},     {"relocate", relocate},
                 {"ended", ended}, {"jumped", jumped}, {"pending", pending}, {"open", opens}};
    for (size_t i = 0; argc > 1 && i < sizeof table / sizeof *table; i++)
        if (strcmp(argv[1], table[i].name) == 0)
            return table[i].run();
    return 2;
}
