/* watch.c - see watch.h. */
#include "runtime/observe/watch.h"

#include "runtime/machine/word.h"
#include "runtime/observe/budget.h"
#include "runtime/observe/look.h"
#include "runtime/observe/raw.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <time.h>

enum {
    DENSE_NS = 333333,    /* between two looks on average: at first, for short runs, ... */
    USUAL_NS = 1500000,   /* ... and from half a second on; ... */
    SELDOM_NS = 50000000, /* ... at most, while nothing happens */
    DENSE_LOOKS = 300,    /* from then on a pause is longer by one in so many: so much of the run until then */
    SAME = 64,            /* looks that saw the same, and the next is twice as far away */
    CHECK_NS = 100000000  /* between two questions whether the program is another one */
};

static uint64_t now_ns(void)
{
    struct timespec time;
    raw_with(SYS_clock_gettime, CLOCK_MONOTONIC, raw_word(&time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Or until the program wakes it, because it is to look no more. */
static void sleep_ns(const uint32_t *state, uint64_t ns)
{
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    raw_call(SYS_futex, raw_word(state), FUTEX_WAIT, OBSERVER_LOOKS, raw_word(&time), 0, 0);
}

/* A number from half to one and a half of `mean`, each as likely, so that no rhythm of the program is met. */
static uint64_t around(uint64_t mean, uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return mean / 2 + *random % mean;
}

/* The program's stack begins elsewhere after an exec that the runtime did not see. `file` is its /proc/PID/stat. 0: nothing is told. */
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

/* It was told to end, or the process that told it all has ended: then it is somebody else's child. */
static bool is_over(const struct looker *looker, int parent)
{
    return GET(looker->store->written) || GET(looker->store->observed.state) != OBSERVER_LOOKS ||
           raw_with(SYS_getppid, 0, 0, 0) != parent;
}

static void observe(struct looker *looker, int parent)
{
    long file = open_stat(looker->program);
    uint64_t stack = stack_of(file);
    uint64_t last = now_ns(), checked = last, asked = last, every = CHECK_NS / 2;
    struct observed *observed = &looker->store->observed;
    uint64_t looks = GET(observed->looks), same = 0; /* by one before this as well */
    uint64_t usual = looks > DENSE_LOOKS ? USUAL_NS : DENSE_NS, period = usual;
    struct budget budget = {.regions = 0};
    if (!GET(observed->began))
        PUT(observed->began, last);
    uint32_t random = (uint32_t)(checked * 2654435761u) | 1;
    while (!is_over(looker, parent)) {
        sleep_ns(&observed->state, around(period, &random));
        if (is_over(looker, parent))
            return;
        if (++looks > DENSE_LOOKS && usual < USUAL_NS)
            usual += usual / DENSE_LOOKS;
        uint64_t now = now_ns();
        same = look(looker, now - last, now) ? same + 1 : 0;
        PUT(observed->covered, GET(observed->covered) + (now - last));
        last = now;
        period = same < SAME ? usual : same % SAME == 0 && period * 2 <= SELDOM_NS ? period * 2 : period;
        if (looker->store->settings.budget > 0 && now - asked > every) {
            budget_keep(&budget, looker);
            asked = now;
            every += every / 2; /* what is dear is found out soon, and large trees take long to walk */
        }
        if (now - checked > CHECK_NS) {
            checked = now;
            if (stack_of(file) != stack)
                return;
        }
    }
}

void watch_apart(void *told)
{
    struct watch *watch = told;
    uint32_t *state = &watch->looker.store->observed.state, starts = OBSERVER_STARTS;
    bool ready = apart_become(&watch->apart) && apart_confine();
    __atomic_compare_exchange_n(state, &starts, ready ? OBSERVER_LOOKS : OBSERVER_OVER, false, __ATOMIC_RELEASE,
                                __ATOMIC_RELAXED);
    watch->looker.size = watch->apart.store.to - watch->apart.store.from;
    if (ready)
        observe(&watch->looker, watch->parent);
    else /* not by an exit, of which an emulator would tell the user */
        raw_with(SYS_kill, raw_with(SYS_getpid, 0, 0, 0), SIGKILL, 0);
    for (;;)
        raw_with(SYS_exit_group, 0, 0, 0);
}
