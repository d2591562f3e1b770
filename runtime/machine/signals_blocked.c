/*
 * signals_blocked.c - see signals_blocked.h.
 *
 * pthread_sigmask leaves out the signals that the C library keeps for itself, by one of which threads are cancelled. Who is to be
 * cancelled ends here, with signals kept away.
 */
#include "runtime/machine/signals_blocked.h"

#include "runtime/machine/sandbox.h"
#include "runtime/machine/thread_local.h"
#include "runtime/machine/uncancelled.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static THREAD_LOCAL long depth;
static THREAD_LOCAL uint64_t before;
static THREAD_LOCAL long blocked;
static THREAD_LOCAL struct uncancelled cancelling;

enum { CANCELS = 32 }; /* the signal by which threads are cancelled, in all C libraries that there are for this */

/* Sets the signal mask in the system's form, one bit each. */
static void set_mask(int how, uint64_t mask, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, how, &mask, old, sizeof mask);
}

/*
 * Waits for a pending asynchronous cancellation, which arrives as a signal. Until then the C library's cancellable functions do not return, and
 * with the signal blocked they never would. So one of them is called first.
 */
static void wait_for_cancellation(void)
{
    int saved = errno;
    if (read(-1, NULL, 0) < 0)
        errno = saved;
    set_mask(SIG_BLOCK, (uint64_t)1 << (CANCELS - 1), NULL);
}

static void begin(uint64_t without)
{
    if (depth == 0 && !sandbox_is_entered()) {
        uint64_t mask;
        set_mask(SIG_BLOCK, ~(without | (uint64_t)1 << (CANCELS - 1)), &mask);
        before = mask; /* a handler that comes before has its own turn with what is here */
        blocked = 1;
    }
    if (depth == 0) {
        struct uncancelled state = uncancelled_begin();
        if (blocked && state.type == PTHREAD_CANCEL_ASYNCHRONOUS)
            wait_for_cancellation();
        cancelling = state;
    }
    depth++;
}

void signals_blocked_begin(void)
{
    begin(0);
}

void signals_blocked_begin_long(void)
{
    static const int usual[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGXCPU, SIGTSTP, SIGUSR1, SIGUSR2};
    uint64_t harmless = 0;
    struct sigaction action;
    for (size_t i = 0; depth == 0 && !sandbox_is_entered() && i < sizeof usual / sizeof *usual; i++)
        if (sigaction(usual[i], NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL)
            harmless |= (uint64_t)1 << (usual[i] - 1);
    begin(harmless);
}

void signals_blocked_end(void)
{
    if (--depth > 0)
        return;
    bool signals = blocked;
    blocked = 0;
    uncancelled_end(cancelling);
    if (signals)
        set_mask(SIG_SETMASK, before, NULL);
}
