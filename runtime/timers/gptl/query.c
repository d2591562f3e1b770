/* query.c - GPTL's functions that return figures of a timer, and the time. */
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/gptl/timers.h"

#include <string.h>
#include <sys/times.h>
#include <unistd.h>

/* Returns the thread meant by `thread` (negative: the calling one), or -1 with an error counted. */
static int thread_meant(const char *function, int thread)
{
    if (!timers_initialized())
        return errors_add("%s: GPTLinitialize has not been called\n", function);
    if (thread < 0)
        return threads_self();
    if (thread >= threads_limit())
        return errors_add("%s: requested thread %d is too big\n", function, thread);
    return thread;
}

/* Returns the timer, or NULL with an error counted. */
static const struct timer *timer_meant(const char *function, const char *name, int thread)
{
    thread = thread_meant(function, thread);
    if (thread < 0)
        return NULL;
    const struct timers *timers = timers_of(thread);
    const struct timer *timer = timers ? timers_find(timers, name, timers_hash(name)) : NULL;
    for (const struct timer *one = timers ? timers->root.next : NULL; one && !timer; one = one->next)
        if (one->address && strcmp(one->name, name) == 0)
            timer = one;
    if (!timer)
        errors_add("%s: requested timer %s does not exist for thread %d\n", function, name, thread);
    return timer;
}

static double cpu_seconds(long ticks)
{
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

int GPTLquery(const char *name, int t, int *count, int *onflg, double *wallclock, double *usr, double *sys,
              long long *papicounters_out, const int maxcounters)
{
    (void)papicounters_out, (void)maxcounters;
    const struct timer *timer = timer_meant("GPTLquery", name, t);
    if (!timer)
        return -1;
    *onflg = timer->on;
    *count = (int)timer->count;
    *wallclock = timer->total;
    *usr = cpu_seconds(timer->user_total);
    *sys = cpu_seconds(timer->system_total);
    return 0;
}

/* Returns the same for times of the wall clock. */
static const struct timer *timed(const char *function, const char *name, int thread)
{
    if (!timers_initialized() || options.wall)
        return timer_meant(function, name, thread);
    errors_add("%s: wallstats not enabled\n", function);
    return NULL;
}

int GPTLget_wallclock(const char *name, int t, double *value)
{
    const struct timer *timer = timed("GPTLget_wallclock", name, t);
    if (!timer)
        return -1;
    *value = timer->total;
    return 0;
}

int GPTLget_wallclock_latest(const char *name, int t, double *value)
{
    const struct timer *timer = timed("GPTLget_wallclock_latest", name, t);
    if (!timer)
        return -1;
    *value = timer->latest;
    return 0;
}

int GPTLget_count(const char *name, int t, int *count)
{
    const struct timer *timer = timer_meant("GPTLget_count", name, t);
    if (!timer)
        return -1;
    *count = (int)timer->count;
    return 0;
}

int GPTLget_threadwork(const char *name, double *maxwork, double *imbal)
{
    double most = 0, sum = 0;
    bool found = false;
    if (!timers_initialized())
        return errors_add("GPTLget_threadwork: GPTLinitialize has not been called\n");
    if (!options.wall)
        return errors_add("GPTLget_threadwork: wallstats must be enabled to call this function\n");
    if (threads_self() != 0)
        return errors_add("GPTLget_threadwork: Must be called by the master thread\n");
    for (int t = 0; t < threads_count(); t++) {
        const struct timer *timer = timers_of(t) ? timers_find(timers_of(t), name, timers_hash(name)) : NULL;
        if (!timer)
            continue;
        found = true;
        sum += timer->total;
        if (timer->total > most)
            most = timer->total;
    }
    if (!found)
        return errors_add("GPTLget_threadwork: No entries exist for name=%s\n", name);
    *maxwork = most;
    *imbal = most - sum / threads_count();
    return 0;
}

int GPTLget_nregions(int t, int *nregions)
{
    t = thread_meant("GPTLget_nregions", t);
    if (t < 0)
        return -1;
    *nregions = 0;
    for (const struct timer *timer = timers_of(t) ? timers_of(t)->root.next : NULL; timer; timer = timer->next)
        ++*nregions;
    return 0;
}

int GPTLget_regionname(int t, int region, char *name, int nc)
{
    t = thread_meant("GPTLget_regionname", t);
    if (t < 0)
        return -1;
    const struct timer *timer = timers_of(t) ? timers_of(t)->root.next : NULL;
    for (int i = 0; timer && i < region; i++)
        timer = timer->next;
    if (!timer)
        return errors_add("GPTLget_regionname: timer number %d does not exist in thread %d\n", region, t);
    size_t length = strlen(timer->name), room = nc > 0 ? (size_t)nc : 0;
    memcpy(name, timer->name, length < room ? length : room);
    if (length < room)
        name[length] = '\0';
    return 0;
}

int GPTLstamp(double *wall, double *usr, double *sys)
{
    struct tms now;
    if (!timers_initialized())
        return errors_add("GPTLstamp: GPTLinitialize has not been called\n");
    *usr = *sys = 0;
    if (times(&now) == (clock_t)-1)
        return errors_add("GPTLstamp: times() failed. Results bogus\n");
    *usr = cpu_seconds(now.tms_utime);
    *sys = cpu_seconds(now.tms_stime);
    *wall = options_now();
    return 0;
}

static int no_papi(const char *function)
{
    return errors_add("%s: PAPI not enabled\n", function);
}

int GPTLget_eventvalue(const char *timername, const char *eventname, int t, double *value)
{
    (void)timername, (void)eventname, (void)t, (void)value;
    return no_papi("GPTLget_eventvalue");
}

int GPTL_PAPIlibraryinit(void)
{
    return no_papi("GPTL_PAPIlibraryinit");
}

int GPTLevent_name_to_code(const char *name, int *code)
{
    (void)name, (void)code;
    return no_papi("GPTLevent_name_to_code");
}

int GPTLevent_code_to_name(const int code, char *name)
{
    (void)code, (void)name;
    return no_papi("GPTLevent_code_to_name");
}

int GPTLquerycounters(const char *name, int t, long long *counters)
{
    (void)counters;
    return timer_meant("GPTLquerycounters", name, t) ? 0 : -1;
}
