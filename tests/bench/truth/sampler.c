/*
 * sampler.c - looks at the program counter of every thread: a library to preload into a plain program.
 *
 * Each thread has a timer that sends it a signal at random distances, 5,000 times a second unless told otherwise. The
 * clock is the monotonic one: a timer on a thread's CPU time is served by the tick of the kernel, 100 to 1,000 times a
 * second. Looks at a thread that was asleep are told from the others by its CPU time and left out. Where the program
 * is in a library, the stack is walked up to the program's own text, since instr counts what a library does as time of
 * the function that called it.
 *
 * What it disturbs: a system call that SA_RESTART does not cover may return EINTR, and a handler walks the stack. It
 * is meant for benchmarks, not for users' programs.
 */
#include "tests/bench/truth/looks.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

static struct looks_header *header;
static struct look *looks;
static long period_ns;
static pthread_key_t thread_end;

/* One of each thread. Initial-exec, since the handler must not allocate. */
struct watch {
    timer_t timer;
    uint64_t random;
    uint64_t cpu_ns;
    bool armed;
};
static __thread struct watch watch __attribute__((__tls_model__("initial-exec")));

static int signal_number(void)
{
    return SIGRTMAX - 3;
}

static uint64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Half to one and a half periods from now. */
static void arm(void)
{
    watch.random ^= watch.random << 13;
    watch.random ^= watch.random >> 7;
    watch.random ^= watch.random << 17;
    long ns = period_ns / 2 + (long)(watch.random % (uint64_t)period_ns);
    struct itimerspec next = {.it_value = {ns / 1000000000, ns % 1000000000}};
    timer_settime(watch.timer, 0, &next, NULL);
}

static bool is_own(uint64_t address)
{
    return address >= header->from && address < header->to;
}

static bool is_runtime(uint64_t address)
{
    struct dl_find_object found;
    if (_dl_find_object((void *)address, &found) != 0 || !found.dlfo_link_map->l_name)
        return false;
    return strstr(found.dlfo_link_map->l_name, "libinstr") != NULL;
}

struct walk {
    uint64_t interrupted; /* where the signal came */
    bool reached;         /* the frames of the handler are behind us */
    uint64_t caller;
};

static _Unwind_Reason_Code walk_step(struct _Unwind_Context *context, void *data)
{
    struct walk *walk = data;
    uint64_t address = _Unwind_GetIP(context);
    if (!walk->reached) {
        walk->reached = address == walk->interrupted;
        return _URC_NO_REASON;
    }
    walk->caller = is_own(address) ? address : 0;
    return walk->caller ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void take_look(int number, siginfo_t *info, void *data)
{
    (void)number;
    (void)info;
    const ucontext_t *context = data;
#if defined(__x86_64__)
    uint64_t address = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    uint64_t address = context->uc_mcontext.pc;
#else
#error "say here where the program counter is"
#endif
    uint64_t cpu_ns = cpu_now(), ran = cpu_ns - watch.cpu_ns;
    struct look look = {address - header->bias, LOOK_OWN, 0};
    if (!is_own(address)) {
        struct walk walk = {address, false, 0};
        _Unwind_Backtrace(walk_step, &walk);
        look = (struct look){walk.caller ? walk.caller - header->bias : 0,
                             is_runtime(address) ? LOOK_PROBE : LOOK_LIBRARY, 1};
    }
    if (ran < (uint64_t)period_ns / 4) {
        __atomic_fetch_add(&header->waiting, 1, __ATOMIC_RELAXED);
    } else {
        uint64_t at = __atomic_fetch_add(&header->count, 1, __ATOMIC_RELAXED);
        if (at < LOOKS_MOST)
            looks[at] = look;
    }
    watch.cpu_ns = cpu_now();
    arm();
}

static void watch_thread(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal_number()};
    event._sigev_un._tid = (int)syscall(SYS_gettid);
    if (timer_create(CLOCK_MONOTONIC, &event, &watch.timer) != 0)
        return;
    watch.armed = true;
    watch.cpu_ns = cpu_now();
    watch.random = (uint64_t)event._sigev_un._tid * 0x9e3779b97f4a7c15u + watch.cpu_ns + 1;
    pthread_setspecific(thread_end, &watch);
    arm();
}

static void end_watch(void *data)
{
    struct watch *ended = data;
    if (ended->armed)
        timer_delete(ended->timer);
    ended->armed = false;
}

struct start {
    void *(*routine)(void *);
    void *argument;
};

static void *start_watched(void *data)
{
    struct start start = *(struct start *)data;
    free(data);
    watch_thread();
    return start.routine(start.argument);
}

/* Takes the place of the C library's. */
__attribute__((__visibility__("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                              void *(*routine)(void *), void *argument)
{
    static _Atomic(void *) next;
    if (!atomic_load(&next))
        atomic_store(&next, dlsym(RTLD_NEXT, "pthread_create"));
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = NULL;
    void *found = atomic_load(&next);
    memcpy(&create, &found, sizeof create);
    struct start *start = header && period_ns ? malloc(sizeof *start) : NULL;
    if (!start)
        return create(thread, attributes, routine, argument);
    *start = (struct start){routine, argument};
    int status = create(thread, attributes, start_watched, start);
    if (status != 0)
        free(start);
    return status;
}

/* The program is the first object; its text are the segments that may run. */
static int find_text(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    header->bias = info->dlpi_addr;
    header->from = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
            continue;
        uint64_t from = info->dlpi_addr + segment->p_vaddr;
        if (from < header->from)
            header->from = from;
        if (from + segment->p_memsz > header->to)
            header->to = from + segment->p_memsz;
    }
    return 1;
}

static _Unwind_Reason_Code walk_nothing(struct _Unwind_Context *context, void *data)
{
    (void)context;
    (void)data;
    return _URC_END_OF_STACK;
}

/* A child has no timers, and its threads get none: its looks would be among its parent's. */
static void in_child(void)
{
    period_ns = 0;
}

__attribute__((__constructor__)) static void begin(void)
{
    const char *file = getenv(LOOKS_FILE), *second = getenv(LOOKS_SECOND);
    char path[4096];
    if (!file || (size_t)snprintf(path, sizeof path, "%s.%ld", file, (long)getpid()) >= sizeof path)
        return;
    size_t size = sizeof *header + LOOKS_MOST * sizeof *looks;
    int out = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0 || ftruncate(out, (off_t)size) != 0) {
        if (out >= 0)
            close(out);
        return;
    }
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, out, 0);
    close(out);
    if (map == MAP_FAILED)
        return;
    header = map;
    looks = (struct look *)(header + 1);
    memcpy(header->magic, LOOKS_MAGIC, sizeof header->magic);
    if (readlink("/proc/self/exe", header->program, sizeof header->program - 1) < 0)
        header->program[0] = 0;
    dl_iterate_phdr(find_text, NULL);
    long hz = second ? atol(second) : 5000;
    if (hz <= 0 || hz > 100000)
        return;
    period_ns = 1000000000 / hz;
    _Unwind_Backtrace(walk_nothing, NULL); /* what it loads the first time is not for a handler */
    struct sigaction action = {.sa_sigaction = take_look, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    if (pthread_atfork(NULL, NULL, in_child) == 0 && pthread_key_create(&thread_end, end_watch) == 0 &&
        sigaction(signal_number(), &action, NULL) == 0)
        watch_thread();
}
