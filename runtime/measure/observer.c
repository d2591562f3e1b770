/* observer.c - see observer.h. */
#include "runtime/measure/observer.h"

#include "runtime/machine/limits.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/uncancelled.h"
#include "runtime/measure/store.h"
#include "runtime/measure/thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Who traces the program does not get these to trace. */
enum { STACK = 16 << 10, FLAGS = CLONE_VM | CLONE_VFORK | CLONE_UNTRACED };

/* Not by `clone`: a thread sanitizer in the program replaces it, takes this for a fork and loses its own state. */
int plain_clone(int (*function)(void *), void *stack, int flags, void *argument, ...) __asm__("__clone");

/* What these set up on their stacks for a sanitizer is never taken down: they end without a return. */
#define NEVER_RETURNS __attribute__((__no_sanitize_address__, __no_sanitize_thread__))

struct start {
    char program[1024];
    const char *argv[3];
    char *stack; /* of the second process */
    int failed;
};

/* Beside the runtime, wherever that lies; a static program knows where it would be installed. */
static bool find_program(char *path, size_t size)
{
    const char *libraries = getenv("INSTR_LIBDIR");
    int length = snprintf(path, size, "%s/instr/instr-observe", libraries ? libraries : INSTR_LIBDIR_INSTALLED);
#ifdef INSTR_SHARED_RUNTIME
    Dl_info info;
    const char *slash =
        !libraries && dladdr((void *)&store, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
    if (slash)
        length = snprintf(path, size, "%.*s/instr/instr-observe", (int)(slash - info.dli_fname), info.dli_fname);
#endif
    return length > 0 && (size_t)length < size && access(path, X_OK) == 0;
}

/* Its parent dies at once, and then it would be the child of a process like these, for a wait to find. */
static bool would_inherit(void)
{
    int reaper = 0;
    return getpid() == 1 || (prctl(PR_GET_CHILD_SUBREAPER, &reaper) == 0 && reaper);
}

/* Both run in the program's memory, while it waits. */
NEVER_RETURNS static int run(void *from)
{
    struct start *start = from;
    char *none[] = {NULL};
    setsid();
    if (syscall(SYS_close_range, 0u, ~0u, 0u) == 0)
        execve(start->program, (char **)start->argv, none);
    start->failed = 1;
    syscall(SYS_exit, 1);
    return 1;
}

NEVER_RETURNS static int run_apart(void *from)
{
    struct start *start = from;
    if (plain_clone(run, start->stack + STACK, FLAGS, start) < 0)
        start->failed = 1;
    syscall(SYS_exit, 0);
    return 0;
}

/* No signal to tell of an end: such children are found by no wait that does not ask for them. */
static bool spawn(struct start *start)
{
    char *stacks = mmap(NULL, (size_t)2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks == MAP_FAILED)
        return false;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    start->stack = stacks + STACK;
    int child = plain_clone(run_apart, stacks + STACK, FLAGS, start);
    while (child > 0 && waitpid(child, NULL, (int)__WCLONE) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stacks, (size_t)2 * STACK);
    return child > 0 && !start->failed;
}

void observer_start(void)
{
    uint32_t none = OBSERVER_NONE;
    if (!__atomic_compare_exchange_n(&store->observed.state, &none, OBSERVER_STARTED, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED))
        return;
    int saved = errno;
    struct uncancelled state = uncancelled_begin();
    thread_busy++;
    struct start start = {.argv = {"instr-observe", store_path(), NULL}};
    bool done = settings.observer && !sandbox_is_entered() && *store_path() &&
                find_program(start.program, sizeof start.program) && !would_inherit() && limits_allow_process() &&
                spawn(&start);
    if (!done)
        __atomic_store_n(&store->observed.state, OBSERVER_REFUSED, __ATOMIC_RELAXED);
    thread_busy--;
    uncancelled_end(state);
    errno = saved;
}
