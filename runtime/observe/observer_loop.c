/* observer_loop.c - see observer_loop.h. */
#include "runtime/observe/observer_loop.h"

#include "runtime/machine/relaxed.h"
#include "runtime/observe/observer_view.h"
#include "runtime/observe/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <time.h>

enum {
    DENSE_NS = 333333,        /* between two looks on average: at first, for short runs, ... */
    USUAL_NS = 1500000,       /* ... and from half a second on; ... */
    SELDOM_NS = 50000000,     /* ... at most, while nothing happens */
    DENSE_LOOKS = 300,        /* from then on a pause is longer by one in so many: so much of the run until then */
    SAME = 64,                /* looks that saw the same, and the next is twice as far away */
    DENSE_PERIOD_NS = 500009, /* between two samples of a thread that runs: in the first half second, ... */
    PERIOD_NS = 2000003,      /* ... and from then on; not in step with what a program does each millisecond */
    DENSE_PERIODS_NS = 500000000,
    CHECK_NS = 100000000 /* between two questions whether the program is another one */
};

/* Sleeps. Returns false if the program requests something, by a state other than `seen`. */
static bool sleep_until(const uint32_t *state, uint32_t seen, uint64_t ns)
{
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return raw_call(SYS_futex, raw_word(state), FUTEX_WAIT_BITSET, seen, raw_word(&time), 0, FUTEX_BITSET_MATCH_ANY) ==
           -ETIMEDOUT;
}

/* Returns a random number from half to one and a half of `mean`, to avoid any rhythm of the program. */
static uint64_t around(uint64_t mean, uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return mean / 2 + *random % mean;
}

/* Returns where the program's stack begins; it changes after an exec that the runtime did not see. `file` is its /proc/PID/stat. 0 if it is
 * unknown. */
static uint64_t stack_of(long file)
{
    enum { FIELD = 28 };
    char text[1024];
    long length = file < 0 ? 0 : raw_call(SYS_pread64, file, raw_word(text), sizeof text, 0, 0, 0), at = length;
    while (at > 0 && text[at - 1] != ')') /* the second field: a name, with whatever in it */
        at--;
    int field = 2;
    while (at > 0 && at < length && field < FIELD)
        field += text[at++] == ' ';
    return at > 0 ? raw_digits(text + at, text + length) : 0;
}

static long open_stat(int program)
{
    char path[32];
    *raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)program), "/stat") = '\0';
    return raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
}

_Noreturn static void end(void)
{
    for (;;)
        raw_with(SYS_exit_group, 0, 0, 0);
}

static void observe(struct watch *watch);

static void go_on(void *told)
{
    struct watch *watch = told;
    char *stack = watch->other_stack;
    watch->other_stack = watch->stack;
    watch->stack = stack;
    observe(watch);
}

/* Continues as a new process with all data of this one; or as this one if no more are allowed. The state changes before there is a successor,
 * which would take it for another request. */
static void renew(struct watch *watch)
{
    struct observed *observed = &watch->looker.store->observed;
    uint32_t renews = OBSERVER_RENEWS;
    if (!__atomic_compare_exchange_n(&observed->state, &renews, OBSERVER_LOOKS, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST))
        return;
    int32_t *successor = &observed->successor;
    long result = raw_clone(OBSERVER_SPAWN_CLONE, watch->other_stack, successor, go_on, watch);
    if (result < 0)
        PUT(*successor, -1);
    raw_with(SYS_futex, raw_word(successor), FUTEX_WAKE, 1);
    if (result > 0)
        end();
}

/* Returns whether it was told to end, or its process ended so that it became another process's child. */
static bool is_over(const struct watch *watch, uint32_t state)
{
    return GET(watch->looker.store->written) || (state != OBSERVER_LOOKS && state != OBSERVER_RENEWS) ||
           raw_with(SYS_getppid, 0, 0, 0) != watch->parent;
}

/* Waits until the next sample is due. Returns false if it was told to end. */
static bool await(struct watch *watch)
{
    const struct observed *observed = &watch->looker.store->observed;
    for (bool due = false;;) {
        uint32_t state = GET(observed->state);
        if (due || is_over(watch, state))
            return !is_over(watch, state);
        if (state == OBSERVER_RENEWS)
            renew(watch);
        else
            due = sleep_until(&observed->state, state, watch->due);
    }
}

static void begin(struct watch *watch)
{
    struct observed *observed = &watch->looker.store->observed;
    uint64_t now = raw_now_ns();
    watch->looks = GET(observed->looks);
    watch->usual = watch->period = watch->looks > DENSE_LOOKS ? USUAL_NS : DENSE_NS;
    watch->last = watch->checked = now;
    watch->random = (uint32_t)(now * 2654435761u) | 1;
    watch->stat = open_stat(watch->looker.program);
    watch->program_stack = stack_of(watch->stat);
    watch->due = now + around(watch->period, &watch->random);
    if (!GET(observed->began))
        PUT(observed->began, now);
}

/* Samples once. Returns false if the program was replaced by another. */
static bool look_once(struct watch *watch)
{
    struct looker *looker = &watch->looker;
    struct observed *observed = &looker->store->observed;
    if (++watch->looks > DENSE_LOOKS && watch->usual < USUAL_NS)
        watch->usual += watch->usual / DENSE_LOOKS;
    uint64_t now = raw_now_ns(), usual = watch->usual;
    looker->samples.period = now - GET(observed->began) < DENSE_PERIODS_NS ? DENSE_PERIOD_NS : PERIOD_NS;
    uint64_t same = watch->same = look(looker, now - watch->last, now) ? watch->same + 1 : 0;
    PUT(observed->covered, GET(observed->covered) + (now - watch->last));
    watch->last = now;
    if (same < SAME)
        watch->period = usual;
    else if (same % SAME == 0 && watch->period * 2 <= SELDOM_NS)
        watch->period *= 2;
    if (now - watch->checked > CHECK_NS) {
        watch->checked = now;
        return stack_of(watch->stat) == watch->program_stack;
    }
    return true;
}

static void observe(struct watch *watch)
{
    while (await(watch) && look_once(watch))
        watch->due = raw_now_ns() + around(watch->period, &watch->random);
    uint64_t now = raw_now_ns();
    if (raw_with(SYS_getppid, 0, 0, 0) == watch->parent) /* what the kernel sampled since */
        look(&watch->looker, now - watch->last, now);
    end();
}

void observer_loop_apart(void *told)
{
    struct watch *watch = told;
    uint32_t *state = &watch->looker.store->observed.state, starts = OBSERVER_STARTS;
    bool ready = observer_spawn_become(&watch->apart) && observer_spawn_confine();
    __atomic_compare_exchange_n(state, &starts, ready ? OBSERVER_LOOKS : OBSERVER_OVER, false, __ATOMIC_RELEASE,
                                __ATOMIC_RELAXED);
    raw_with(SYS_futex, raw_word(state), FUTEX_WAKE, INT_MAX);
    watch->looker.samples.page = watch->apart.page;
    watch->looker.code.process = watch->looker.program;
    watch->looker.own_from = watch->apart.own.from;
    watch->looker.own_to = watch->apart.own.to;
    watch->looker.size = watch->apart.store.to - watch->apart.store.from;
    if (!ready) /* not by an exit, of which an emulator would tell the user */
        raw_with(SYS_kill, raw_with(SYS_getpid, 0, 0, 0), SIGKILL, 0);
    begin(watch);
    observe(watch);
}
