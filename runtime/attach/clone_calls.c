/*
 * clone_calls.c - see process_calls.h.
 *
 * A thread, or a child of vfork, shares its parent's memory and does not count as a copy of the process.
 */
#include "runtime/attach/process_calls.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <linux/sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct begin {
    int (*function)(void *);
    void *argument;
};

/* The original functions. */
static void (*_Atomic of_clone)(void), (*_Atomic of_fork)(void);

void clone_calls_done(bool in_child)
{
    int saved = errno;
    if (in_child)
        fork_in_child();
    else
        fork_in_parent();
    errno = saved;
}

/* The first function of a child of clone, on a stack of its own. No handlers are called after it. */
static int begin_child(void *argument)
{
    struct begin begin = *(const struct begin *)argument;
    clone_calls_done(true);
    int status = begin.function(begin.argument);
    output_write(clock_pair_now(), true);
    return status;
}

static int hook_clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    void *with[3];
    va_list list;
    va_start(list, argument);
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        with[i] = va_arg(list, void *);
    va_end(list);
    int (*original)(int (*)(void *), void *, int, void *, ...) =
        (int (*)(int (*)(void *), void *, int, void *, ...))of_clone;
    if (flags & CLONE_VM && !(flags & (CLONE_VFORK | CLONE_SETTLS))) /* what is kept for a thread is both's */
        tally_add_named("children that share memory and thread with their parents: calls of both may be lost", 1);
    if (flags & CLONE_VM || !function)
        return original(function, stack, flags, argument, with[0], with[1], with[2]);
    struct begin begin = {function, argument};
    fork_prepare();
    int result = original(begin_child, stack, flags, &begin, with[0], with[1], with[2]);
    clone_calls_done(false);
    return result;
}

static pid_t hook_fork(void)
{
    pid_t (*original)(void) = (pid_t(*)(void))of_fork;
    fork_prepare();
    pid_t result = original();
    clone_calls_done(result == 0);
    return result;
}

bool clone_calls_by_syscall(long number, const long *with)
{
#ifdef SYS_fork
    if (number == SYS_fork)
        return true;
#endif
    if (number == SYS_clone)
        return !(with[0] & CLONE_VM);
#ifdef SYS_clone3
    if (number == SYS_clone3)
        return with[0] && !(((const struct clone_args *)with[0])->flags & CLONE_VM);
#endif
    return false;
}

void (*clone_calls_find(const char *name, void (*original)(void)))(void)
{
    if (strcmp(name, "clone") == 0) {
        of_clone = original;
        return (void (*)(void))hook_clone;
    }
    if (strcmp(name, "_Fork") == 0) {
        of_fork = original;
        return (void (*)(void))hook_fork;
    }
    return NULL;
}
