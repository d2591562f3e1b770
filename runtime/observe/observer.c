/* observer.c - see observer.h. */
#include "runtime/observe/observer.h"

#include "runtime/machine/big_stack.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/limits.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/process.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/observe/observer_loop.h"
#include "runtime/observe/observer_view.h"
#include "runtime/observe/raw.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

/* How long to wait until the observer begins, and until it continues as another process or ends. */
enum { PAUSE_NS = 50000, BEGIN_PAUSES = 400, END_PAUSES = 4000 };

static int child;      /* of this process; 0: none; below 0: it is being made or ended, or goes on as another one */
static uint64_t spent; /* ticks: what its ends and beginnings took around waits, and where it was lost */

/* The C library's offset of the memory that it registers with the kernel for each thread. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));

static void *rseq_area(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
    return &__rseq_size && __rseq_size ? (char *)__builtin_thread_pointer() + __rseq_offset : NULL;
#else
    return NULL;
#endif
}

static ino_t space(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_ino : 0;
}

/* Returns whether children start in this thread's own namespaces. Otherwise the first child is special, and reserved for the program. Time
 * namespaces exist since Linux 5.6. */
static bool children_stay(void)
{
    ino_t mine = space("/proc/thread-self/ns/pid");
    return mine && mine == space("/proc/thread-self/ns/pid_for_children") &&
           space("/proc/thread-self/ns/time") == space("/proc/thread-self/ns/time_for_children");
}

static void pause_once(void)
{
    struct timespec time = {0, PAUSE_NS};
    raw_call(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, raw_word(&time), 0, 0, 0);
}

/* Makes a copy of this process. Its end sends no signal, and a tracer of the program does not trace it. */
static int copy(void)
{
    return (int)raw_call(SYS_clone, CLONE_UNTRACED, 0, 0, 0, 0, 0);
}

/* Waits for the beginning with few system calls: on a busy machine it takes long, and counts as the thread's CPU time. */
static void await_begin(void)
{
    enum { WAITS = 20 };
    struct timespec most = {0, (long)BEGIN_PAUSES * PAUSE_NS};
    uint32_t *state = &store->observed.state;
    for (int i = 0; i < WAITS && GET(*state) == OBSERVER_STARTS; i++)
        raw_call(SYS_futex, raw_word(state), FUTEX_WAIT, OBSERVER_STARTS, raw_word(&most), 0, 0);
}

/* Starts the observer. Until it has its own memory both share pages, and the first to write pays for the copy. It may look before this thread
 * knows its number; a thread that ends it meanwhile waits for the number. */
static bool spawn(struct watch *watch, void *stack)
{
    PUT(child, -1);
    int started = copy();
    if (started == 0)
        raw_go(stack, observer_loop_apart, watch);
    PUT(child, started > 0 ? started : 0);
    if (started > 0)
        await_begin();
    return started > 0 && GET(store->observed.state) != OBSERVER_OVER;
}

static void forget(void)
{
    PUT(child, 0);
    PUT(spent, 0);
}

/* Returns whether it may start again; a waiting process gets it back at once. */
static bool may_begin_again(void)
{
    enum { PART = 100, FREE_NS = 20000000 };
    struct clock_pair now = clock_pair_now();
    double took = (double)GET(spent) * clock_ps(store_scale(store, now)) / 1000;
    return took < FREE_NS + (double)(now.ns - store->start.ns) / PART;
}

static bool change(enum observer_state from, enum observer_state to)
{
    uint32_t expected = from;
    return __atomic_compare_exchange_n(&store->observed.state, &expected, to, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

/* Starts the observer. Its parameters are at the beginning of its memory, which the program frees once the copy exists. */
static bool start(void)
{
    enum { STACK = 65536, ROOM = 2 * STACK };
    size_t mapped, size;
    char *file = store_file(&mapped, &size), *room = file ? pages_map(ROOM) : NULL;
    if (!room)
        return false;
    struct watch *watch = (struct watch *)(void *)room;
    watch->parent = store->self;
    watch->stack = room + ROOM;
    watch->other_stack = room + STACK;
    watch->looker = (struct looker){.store = store, .size = mapped, .program = store->pid};
    watch->apart.rseq = rseq_area();
    watch->apart.store_most = size;
    for (int i = 0; i < BEGIN_PAUSES && !regions_list_sites(); i++)
        pause_once();
    if (!store->sampled)
        store->sampled = store_alloc(SAMPLED_NODES * sizeof *store->sampled);
    struct observer_spawn_part mine = {(uintptr_t)room, (uintptr_t)room + ROOM},
                               shared = {(uintptr_t)file, (uintptr_t)file + mapped};
    bool done = observer_spawn_plan(&watch->apart, shared, mine) && spawn(watch, room + ROOM);
    pages_unmap(room, ROOM);
    return done;
}

static void start_or_end(void *unused)
{
    (void)unused;
    if (!children_stay() || !limits_allow_process() || !start())
        observer_end();
}

void observer_start(void)
{
    FLOATS_OF_OUR_OWN;
    if (!change(OBSERVER_NONE, OBSERVER_STARTS))
        return;
    if (__atomic_load_n(&store->observed.pauses, __ATOMIC_SEQ_CST)) {
        change(OBSERVER_STARTS, OBSERVER_PAUSES);
        return;
    }
    int saved = errno;
    uint64_t begin = clock_now();
    uintptr_t busy = thread_hold_begin();
    fork_register(forget);
    if (!settings.observer || sandbox_is_entered() || process_is_emulated())
        observer_end();
    else
        big_stack_run(start_or_end, NULL);
    thread_hold_end(busy);
    postpone(clock_now() - begin); /* milliseconds, which some function would have */
    errno = saved;
}

/* Ends the process. One that has more rights than this process can't be killed by it, but wakes up and ends. */
static void reap(int pid)
{
    bool killed = raw_with(SYS_kill, pid, SIGKILL, 0) == 0;
    if (!killed)
        raw_with(SYS_futex, raw_word(&store->observed.state), FUTEX_WAKE, 1);
    for (int i = 0; i < END_PAUSES; i++) {
        long result = raw_call(SYS_wait4, pid, 0, killed ? __WCLONE : __WCLONE | WNOHANG, 0, 0, 0);
        if (result != 0 && result != -EINTR)
            return;
        if (!killed)
            pause_once();
    }
}

/* Returns whether it may be started; in a sandbox not even the process's own number may be asked for. */
static bool is_free(void)
{
    return store && !sandbox_is_entered() && store_is_own();
}

/* Claims the observer for this thread, to end or renew it; 0 if there is none. It waits for another thread that does so, except in a signal
 * handler, which may have interrupted that very thread. */
static int claim(bool interrupts)
{
    for (int i = 0; i < END_PAUSES; i++) {
        int pid = GET(child);
        if (pid > 0 && __atomic_compare_exchange_n(&child, &pid, -pid, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return pid;
        if (pid == 0 || interrupts)
            break;
        pause_once();
    }
    return 0;
}

static void end_child(void)
{
    bool interrupts = thread_is_busy();
    uintptr_t busy = thread_hold_begin();
    int pid = claim(interrupts);
    if (pid) {
        reap(pid);
        PUT(child, 0);
    }
    thread_hold_end(busy);
}

void observer_end(void)
{
    if (!is_free())
        return;
    PUT(store->observed.state, OBSERVER_OVER);
    end_child();
    if (GET(store->observed.began))
        sample_end(&(struct looker){.store = store, .size = GET(store->kept)});
}

static void spend(uint64_t begin)
{
    PUT(spent, GET(spent) + (clock_now() - begin));
}

static void end_for_now(void)
{
    int saved = errno;
    uint64_t begin = clock_now();
    end_child();
    spend(begin);
    errno = saved;
}

static bool pauses(void)
{
    return change(OBSERVER_NONE, OBSERVER_PAUSES) || change(OBSERVER_LOOKS, OBSERVER_PAUSES) ||
           GET(store->observed.state) >= OBSERVER_PAUSES;
}

/* Hides it. It waits for another thread that is starting one. In a signal handler that interrupted the runtime it can't wait, and ends the
 * observer for good. */
void observer_hide(void)
{
    if (!is_free())
        return;
    __atomic_add_fetch(&store->observed.pauses, 1, __ATOMIC_SEQ_CST);
    bool done = false;
    for (int i = 0; i < BEGIN_PAUSES && !thread_is_busy() && !(done = pauses()); i++)
        pause_once();
    if (done)
        end_for_now();
    else
        observer_end();
}

/* Ends one pause. Returns true if it was the last one. */
static bool goes_on(void)
{
    return is_free() && GET(store->observed.pauses) &&
           __atomic_sub_fetch(&store->observed.pauses, 1, __ATOMIC_SEQ_CST) == 0 &&
           change(OBSERVER_PAUSES, OBSERVER_NONE);
}

static void begin_again(void)
{
    uint64_t begin = clock_now();
    observer_start();
    spend(begin);
}

/* Returns the number of its successor, or its own if there can be none; 0 if it is gone, for example killed. */
static int successor(int pid)
{
    int32_t *next = &store->observed.successor;
    struct timespec most = {0, (long)END_PAUSES * PAUSE_NS};
    PUT(*next, 0);
    if (!change(OBSERVER_LOOKS, OBSERVER_RENEWS))
        return pid;
    raw_with(SYS_futex, raw_word(&store->observed.state), FUTEX_WAKE, 1);
    raw_call(SYS_futex, raw_word(next), FUTEX_WAIT, 0, raw_word(&most), 0, 0);
    if (GET(*next) >= 0) {
        reap(pid);
        pid = GET(*next);
    }
    if (!pid && !change(OBSERVER_RENEWS, OBSERVER_NONE))
        change(OBSERVER_LOOKS, OBSERVER_NONE);
    return pid;
}

/* Renews it. It waits for another thread that is starting one, perhaps since before the fork. */
static void renew(void)
{
    await_begin();
    uint64_t begin = clock_now();
    int pid = claim(false);
    if (!pid)
        return;
    PUT(child, pid = successor(pid));
    postpone(clock_now() - begin);
    if (!pid && may_begin_again())
        begin_again();
}

void observer_renew(void)
{
    FLOATS_OF_OUR_OWN;
    if (!is_free() || (!GET(child) && GET(store->observed.state) != OBSERVER_STARTS))
        return;
    int saved = errno;
    uintptr_t busy = thread_hold_begin();
    renew();
    thread_hold_end(busy);
    errno = saved;
}

void observer_show(void)
{
    if (goes_on() && GET(store->observed.began) && !thread_is_busy() && may_begin_again())
        begin_again();
}
