/*
 * instr-observe STORE - looks at the threads of one running program until it ends; see runtime/measure/observer.h.
 *
 * The runtime starts it. It says nothing and returns nothing: what it sees is in the store.
 */
#include "observer/budget.h"
#include "observer/look.h"

#include "runtime/machine/word.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* A number from half to one and a half of `mean`, each as likely, so that no rhythm of the program is met. */
static uint64_t around(uint64_t mean, uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return mean / 2 + *random % mean;
}

/* The program's stack begins elsewhere after an exec that the runtime did not see. 0: there is no such process. */
static unsigned long stack_of(int pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    char *field = strrchr(text, ')'); /* the second field: a name, with whatever in it */
    for (int i = 2; field && i < 28; i++)
        field = strchr(field + 1, ' ');
    unsigned long stack = 0;
    return field && sscanf(field, "%lu", &stack) == 1 ? stack : 0;
}

static void observe(struct looker *looker, int pid)
{
    struct pollfd process = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    unsigned long stack = stack_of(pid);
    uint64_t usual = DENSE_NS, period = usual, checked = now_ns(), looks = 0, same = 0;
    uint64_t asked = checked, every = CHECK_NS / 2;
    struct budget budget = {0};
    uint32_t random = (uint32_t)(checked * 2654435761u) | 1;
    while (!GET(looker->store->written)) {
        uint64_t pause = around(period, &random);
        struct timespec time = {(time_t)(pause / 1000000000), (long)(pause % 1000000000)};
        nanosleep(&time, NULL);
        if (process.fd >= 0 && poll(&process, 1, 0) != 0)
            return;
        if (++looks > DENSE_LOOKS && usual < USUAL_NS)
            usual += usual / DENSE_LOOKS;
        same = look(looker, period) ? same + 1 : 0;
        period = same < SAME ? usual : same % SAME == 0 && period * 2 <= SELDOM_NS ? period * 2 : period;
        uint64_t now = now_ns();
        if (looker->store->settings.budget > 0 && now - asked > every) {
            budget_keep(&budget, looker);
            asked = now;
            every += every / 2; /* what is dear is found out soon, and large trees take long to walk */
        }
        if (now - checked > CHECK_NS) {
            checked = now;
            if (stack_of(pid) != stack)
                return;
        }
    }
}

int main(int argc, char **argv)
{
    static struct looker looker;
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    sched_setaffinity(0, sizeof all, &all); /* not only where the thread that started it runs */
    if (argc != 2 || chdir("/") != 0 || !look_open(&looker, argv[1]))
        return 1;
    observe(&looker, looker.store->pid);
    return 0;
}
