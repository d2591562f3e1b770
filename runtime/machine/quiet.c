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
static void set_mask(const uint64_t *mask, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, sizeof *mask);
}

void quiet_begin(void)
{
    static const uint64_t all = ~(uint64_t)0;
    if (depth == 0 && !sandbox_is_entered()) {
        uint64_t mask;
        set_mask(&all, &mask); /* a handler that comes before has its own turn with what is below */
        before = mask;
        blocked = 1;
    }
    depth++;
}

void quiet_end(void)
{
    if (--depth == 0 && blocked) {
        blocked = 0;
        set_mask(&before, NULL);
    }
}
