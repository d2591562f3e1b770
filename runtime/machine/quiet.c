/*
 * quiet.c - see quiet.h.
 *
 * pthread_sigmask leaves out the signals that the C library keeps for itself, by one of which threads are cancelled.
 */
#include "runtime/machine/quiet.h"

#include "runtime/machine/sandbox.h"
#include "runtime/machine/thread_local.h"

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static THREAD_LOCAL long depth;
static THREAD_LOCAL uint64_t before;
static THREAD_LOCAL long blocked;

/* As the system knows them: a bit each. */
static void set_mask(int how, const uint64_t *mask, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, how, mask, old, sizeof *mask);
}

static void begin(uint64_t without)
{
    if (depth == 0 && !sandbox_is_entered()) {
        uint64_t mask, all = ~without;
        set_mask(SIG_BLOCK, &all, &mask); /* a handler that comes before has its own turn with what is below */
        before = mask;
        blocked = 1;
    }
    depth++;
}

void quiet_begin(void)
{
    begin(0);
}

void quiet_begin_long(void)
{
    uint64_t harmless = 0;
    struct sigaction action;
    for (int i = 0; depth == 0 && !sandbox_is_entered() && i < 64; i++)
        if (sigaction(i + 1, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL)
            harmless |= (uint64_t)1 << i;
    begin(harmless);
}

void quiet_end(void)
{
    if (--depth == 0 && blocked) {
        blocked = 0;
        set_mask(SIG_SETMASK, &before, NULL);
    }
}
