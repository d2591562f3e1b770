/* self_samples.c - see self_samples.h. */
#include "runtime/measure/beside/self_samples.h"

#include "runtime/machine/relaxed.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/store/store.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    WORD = sizeof(uint64_t),
    WORDS = SELF_SAMPLES_PAGES * SELF_SAMPLES_PAGE / WORD,
    LOST = 3,  /* words of a record that says how many samples are not there */
    SAMPLE = 8 /* words of one without the stack */
};

static uint32_t period; /* ns of processor time; 0: nobody asked for it */
static int ours;        /* its address tells our timers from others */

static int number(void)
{
    return SIGRTMAX - 3;
}

/* Sample records of one thread, written only by that thread. */
struct ring {
    uint64_t *words, head; /* the next word's number, from the first sample on */
};

static void put(struct ring *ring, uint64_t word)
{
    ring->words[ring->head++ % WORDS] = word;
}

static void put_header(struct ring *ring, uint32_t type, uint64_t words)
{
    put(ring, type | words * WORD << 48);
}

#ifdef __x86_64__
/* Returns whether memory is readable: the kernel reads the mask before it notices that there is nothing to do. */
static bool is_readable(const void *mask)
{
    return !sandbox_is_entered() && syscall(SYS_rt_sigprocmask, -1, mask, NULL, WORD) != 0 && errno == EINVAL;
}

static void put_sample(struct ring *ring, const ucontext_t *at)
{
    const greg_t *registers = at->uc_mcontext.gregs;
    const uint64_t *stack = (const uint64_t *)(registers[REG_RSP] & -WORD);
    uint64_t in_page = (SELF_SAMPLES_PAGE - (uintptr_t)stack % SELF_SAMPLES_PAGE) / WORD;
    uint64_t count = in_page >= SAMPLE_STACK || is_readable(stack + in_page) ? SAMPLE_STACK : in_page;
    put_header(ring, PERF_RECORD_SAMPLE, SAMPLE + count);
    put(ring, (uint64_t)registers[REG_RIP]);
    put(ring, PERF_SAMPLE_REGS_ABI_64);
    put(ring, (uint64_t)registers[REG_RBP]);
    put(ring, (uint64_t)registers[REG_RSP]);
    put(ring, (uint64_t)registers[REG_RIP]);
    put(ring, count * WORD);
    for (uint64_t i = 0; i < count; i++)
        put(ring, stack[i]);
    put(ring, count * WORD);
}
#else
static void put_sample(struct ring *ring, const ucontext_t *at)
{
    put_header(ring, PERF_RECORD_SAMPLE, 2);
    put(ring, at->uc_mcontext.pc);
}
#endif

/* Takes a sample. `more` earlier ones were due but not taken. */
static void take(struct thread *thread, const ucontext_t *at, uint32_t more)
{
    struct perf_event_mmap_page *control = (struct perf_event_mmap_page *)(void *)thread->samples;
    uint64_t tail = __atomic_load_n(&control->data_tail, __ATOMIC_ACQUIRE);
    struct ring ring = {(uint64_t *)(void *)(thread->samples + SELF_SAMPLES_PAGE), control->data_head / WORD};
    thread->samples_lost += more;
    if (ring.head - tail / WORD + LOST + SAMPLE + SAMPLE_STACK > WORDS) {
        thread->samples_lost++;
        return;
    }
    if (thread->samples_lost) {
        put_header(&ring, PERF_RECORD_LOST, LOST);
        put(&ring, 0);
        put(&ring, thread->samples_lost);
        thread->samples_lost = 0;
    }
    put_sample(&ring, at);
    __atomic_store_n(&control->data_head, ring.head * WORD, __ATOMIC_RELEASE);
}

/* Restores the default action, which ends the process. The signal is raised again when this handler returns. */
static void be_usual(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(number(), &usual, NULL);
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number());
}

static void handle(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    int saved = errno;
    struct thread *thread = thread_self;
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &ours)
        be_usual();
    else if (GET(thread->samples_period))
        take(thread, context, (uint32_t)info->si_overrun);
    errno = saved;
}

void self_samples_start(void)
{
    struct sigaction before, mine = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    struct timespec tick;
    mine.sa_sigaction = handle;
    if (settings.observer == OBSERVER_SIGNAL && !sandbox_is_entered() && getauxval(AT_PAGESZ) == SELF_SAMPLES_PAGE &&
        sigaction(number(), NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_DFL &&
        clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 && sigaction(number(), &mine, NULL) == 0)
        period = tick.tv_nsec > 1000000 ? (uint32_t)tick.tv_nsec : 1000000;
}

void self_samples_stop(void)
{
    period = 0;
}

void self_samples_begin(struct thread *thread)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number(), .sigev_value.sival_ptr = &ours};
    struct itimerspec each = {{0, period}, {0, period}};
    if (!period || !thread->system_id || (!thread->samples && !(thread->samples = store_alloc(SELF_SAMPLES_SIZE))))
        return;
    event._sigev_un._tid = thread->system_id;
    memset(thread->samples, 0, SELF_SAMPLES_PAGE);
    thread->samples_lost = 0;
    if (syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &thread->samples_timer) != 0)
        return;
    PUT(thread->samples_period, period);
    syscall(SYS_timer_settime, thread->samples_timer, 0, &each, NULL);
}

void self_samples_end(struct thread *thread)
{
    if (!thread->samples_period)
        return;
    PUT(thread->samples_period, 0);
    syscall(SYS_timer_delete, thread->samples_timer);
}
