/* wait_calls.c - see process_calls.h. */
#include "runtime/attach/process_calls.h"

#include "runtime/observe/observer.h"

#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* The original functions. */
static void (*_Atomic of_wait3)(void), (*_Atomic of_wait4)(void), (*_Atomic of_waitid)(void),
    (*_Atomic of_waitpid)(void);

/* Ends the observer before a wait, unless it is for one child, which is never the observer. Returns true if it must be started again. */
static bool before(bool for_one, int options)
{
    bool may_find = !for_one && options & (int)(__WALL | __WCLONE);
    if (may_find)
        observer_hide();
    return may_find;
}

void wait_calls_behind(bool hidden)
{
    if (hidden)
        observer_show();
}

static bool is_one(idtype_t type)
{
    return type != P_ALL && type != P_PGID;
}

static pid_t hook_waitpid(pid_t pid, int *status, int options)
{
    bool hidden = before(pid > 0, options);
    pid_t result = ((pid_t(*)(pid_t, int *, int))of_waitpid)(pid, status, options);
    wait_calls_behind(hidden);
    return result;
}

static pid_t hook_wait3(int *status, int options, struct rusage *usage)
{
    bool hidden = before(false, options);
    pid_t result = ((pid_t(*)(int *, int, struct rusage *))of_wait3)(status, options, usage);
    wait_calls_behind(hidden);
    return result;
}

static pid_t hook_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    bool hidden = before(pid > 0, options);
    pid_t result = ((pid_t(*)(pid_t, int *, int, struct rusage *))of_wait4)(pid, status, options, usage);
    wait_calls_behind(hidden);
    return result;
}

static int hook_waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    bool hidden = before(is_one(type), options);
    int result = ((int (*)(idtype_t, id_t, siginfo_t *, int))of_waitid)(type, id, info, options);
    wait_calls_behind(hidden);
    return result;
}

bool wait_calls_by_syscall(long number, const long *with)
{
    if (number == SYS_wait4)
        return before((pid_t)with[0] > 0, (int)with[2]);
    return number == SYS_waitid && before(is_one((idtype_t)with[0]), (int)with[3]);
}

void (*wait_calls_find(const char *name, void (*original)(void)))(void)
{
    static const struct {
        const char *name;
        void (*_Atomic *of)(void);
        void (*replacement)(void);
    } table[] = {
        {"wait3", &of_wait3, (void (*)(void))hook_wait3},
        {"wait4", &of_wait4, (void (*)(void))hook_wait4},
        {"waitid", &of_waitid, (void (*)(void))hook_waitid},
        {"waitpid", &of_waitpid, (void (*)(void))hook_waitpid},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) {
            *table[i].of = original;
            return table[i].replacement;
        }
    return NULL;
}
