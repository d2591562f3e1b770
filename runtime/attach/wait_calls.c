/* wait_calls.c - see wait_calls.h. */
#include "runtime/attach/wait_calls.h"

#include "runtime/observe/observer.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Of the calls that are stood in for. */
static void (*_Atomic of_wait3)(void), (*_Atomic of_wait4)(void), (*_Atomic of_waitid)(void),
    (*_Atomic of_waitpid)(void);

static void before(int options)
{
    if (!(options & (int)(__WALL | __WCLONE)))
        return;
    int saved = errno;
    observer_end();
    errno = saved;
}

static pid_t in_waitpid(pid_t pid, int *status, int options)
{
    before(options);
    return ((pid_t(*)(pid_t, int *, int))of_waitpid)(pid, status, options);
}

static pid_t in_wait3(int *status, int options, struct rusage *usage)
{
    before(options);
    return ((pid_t(*)(int *, int, struct rusage *))of_wait3)(status, options, usage);
}

static pid_t in_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    before(options);
    return ((pid_t(*)(pid_t, int *, int, struct rusage *))of_wait4)(pid, status, options, usage);
}

static int in_waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    before(options);
    return ((int (*)(idtype_t, id_t, siginfo_t *, int))of_waitid)(type, id, info, options);
}

void wait_calls_by_syscall(long number, const long *with)
{
    if (number == SYS_wait4)
        before((int)with[2]);
    else if (number == SYS_waitid)
        before((int)with[3]);
}

void (*wait_calls_find(const char *name, void (*original)(void)))(void)
{
    static const struct {
        const char *name;
        void (*_Atomic *of)(void);
        void (*replacement)(void);
    } table[] = {
        {"wait3", &of_wait3, (void (*)(void))in_wait3},
        {"wait4", &of_wait4, (void (*)(void))in_wait4},
        {"waitid", &of_waitid, (void (*)(void))in_waitid},
        {"waitpid", &of_waitpid, (void (*)(void))in_waitpid},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) {
            *table[i].of = original;
            return table[i].replacement;
        }
    return NULL;
}
