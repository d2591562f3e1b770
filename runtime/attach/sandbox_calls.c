/*
 * sandbox_calls.c - see process_calls.h.
 *
 * The runtime does not examine which calls a sandbox allows: it stops making any. In strict mode the time stamp counter is forbidden too, and
 * where the C library asks the system for the time there is no clock without a call: then time stands still, and calls are counted.
 */
#include "runtime/attach/process_calls.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/trace/trace.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Memory reserved in the store, and elsewhere: enough for some 100,000 call paths. */
enum { MEMORY = 16 << 20 };

/* The original functions. */
static void (*_Atomic of_prctl)(void), (*_Atomic of_syscall)(void), (*_Atomic of_load)(void);

/* Enters a sandbox. Returns false if the process is in one already. */
static bool enter(bool strict)
{
    if (sandbox_is_entered() || thread_is_busy())
        return false;
    int saved = errno;
    bool measured = fork_settle();
    if (measured)
        trace_write();
    uintptr_t busy = thread_hold_begin();
    if (measured) {
        periodic_stop();
        thread_sample_no_more();
        store_take_ahead(MEMORY);
        pages_seal(MEMORY);
        store_note_now();
        if (strict || !clock_needs_no_call()) {
            clock_stop();
            steps.stop_tsc();
        }
    }
    atomic_store(&sandbox_sealed, true);
    thread_hold_end(busy);
    errno = saved;
    return true;
}

/* It could not be entered. */
static void go_on(void)
{
    int saved = errno;
    atomic_store(&sandbox_sealed, false);
    pages_unseal();
    clock_go_on();
    periodic_go_on();
    errno = saved;
}

static int hook_prctl(int option, ...)
{
    unsigned long with[4];
    va_list list;
    va_start(list, option);
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        with[i] = va_arg(list, unsigned long);
    va_end(list);
    int (*original)(int, ...) = (int (*)(int, ...))of_prctl;
    bool entered = option == PR_SET_SECCOMP && enter(with[0] == SECCOMP_MODE_STRICT);
    int result = original(option, with[0], with[1], with[2], with[3]);
    if (entered && result != 0)
        go_on();
    return result;
}

static long hook_syscall(long number, ...)
{
    long with[6];
    va_list list;
    va_start(list, number);
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        with[i] = va_arg(list, long);
    va_end(list);
    long (*original)(long, ...) = (long (*)(long, ...))of_syscall;
    bool by_prctl = number == SYS_prctl && with[0] == PR_SET_SECCOMP;
    bool strict = by_prctl ? with[1] == SECCOMP_MODE_STRICT : with[0] == SECCOMP_SET_MODE_STRICT;
    bool filter = number == SYS_seccomp && with[0] == SECCOMP_SET_MODE_FILTER;
    bool entered = (by_prctl || filter || (number == SYS_seccomp && strict)) && enter(strict);
    bool waits = wait_calls_by_syscall(number, with);
    bool doubles = clone_calls_by_syscall(number, with);
    if (doubles)
        fork_prepare();
    long result = original(number, with[0], with[1], with[2], with[3], with[4], with[5]);
    if (doubles)
        clone_calls_done(result == 0);
    wait_calls_behind(waits);
    if (entered && result < 0)
        go_on();
    return result;
}

/* Replaces libseccomp's function, whose own calls are not edited. */
static int hook_seccomp_load(void *filter)
{
    int (*original)(void *) = (int (*)(void *))of_load;
    bool entered = enter(false);
    int result = original(filter);
    if (entered && result != 0)
        go_on();
    return result;
}

/* Returns whether a function gives up rights. The runtime only prepares: a child of fork must take its store before. */
static bool gives_up_rights(const char *name)
{
    static const char *const told[] = {"capset",    "chroot",   "pivot_root", "seteuid", "setns",
                                       "setresuid", "setreuid", "setuid",     "unshare"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (strcmp(name, told[i]) == 0)
            return true;
    return false;
}

void (*sandbox_calls_find(const char *name, void (*original)(void)))(void)
{
    if (strcmp(name, "prctl") == 0) {
        of_prctl = original;
        return (void (*)(void))hook_prctl;
    }
    if (strcmp(name, "syscall") == 0) {
        of_syscall = original;
        return (void (*)(void))hook_syscall;
    }
    if (strcmp(name, "seccomp_load") == 0) {
        of_load = original;
        return (void (*)(void))hook_seccomp_load;
    }
    if (!gives_up_rights(name))
        return NULL;
    if (!thread_is_busy() && !sandbox_is_entered())
        fork_settle();
    return original;
}
