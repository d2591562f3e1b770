/* periodic.c - see periodic.h. */
#include "runtime/write/periodic.h"

#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/fork.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sem_t wake;
static double period; /* seconds; 0 = on a signal only */
static bool started;
static pthread_t watcher;
static _Atomic bool stopping;

static void on_signal(int number)
{
    (void)number;
    int saved = errno;
    sem_post(&wake);
    errno = saved;
}

static int sleep_period(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)period;
    until.tv_nsec += (long)((period - (double)(time_t)period) * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return sem_timedwait(&wake, &until);
}

static void *watch(void *nothing)
{
    for (;;) {
        int result = period > 0 ? sleep_period() : sem_wait(&wake);
        if (stopping)
            return nothing;
        if (result == 0 || errno == ETIMEDOUT)
            output_write(false);
        else if (errno != EINTR)
            return nothing;
    }
}

static int signal_of(const char *name)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"SIGUSR1", SIGUSR1}, {"SIGUSR2", SIGUSR2}, {"SIGHUP", SIGHUP}, {"SIGPROF", SIGPROF}};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (strcmp(name, signals[i].name) == 0)
            return signals[i].number;
    return 0;
}

static bool begin(void)
{
    stopping = false;
    return sem_init(&wake, 0, 0) == 0 && pthread_create(&watcher, NULL, watch, NULL) == 0;
}

/* Signals are the program's. */
static bool begin_quietly(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = begin();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}

/* The child of a fork has none of its parent's threads. */
static void begin_again(void)
{
    if (started)
        started = begin_quietly();
}

void periodic_start(void)
{
    if (!settings.snapshot[0])
        return;
    char *end;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    int number = signal_of(settings.snapshot);
    double seconds = number ? 0 : strtod(settings.snapshot, &end);
    if (!number && (*end || !(seconds >= 0.001 && seconds <= 1e9))) {
        settings_reject("INSTR_SNAPSHOT", settings.snapshot,
                        " is ignored: it wants SIGUSR1, SIGUSR2, SIGHUP, SIGPROF or a number of seconds");
        return;
    }
    period = seconds;
    started = begin_quietly();
    fork_register(begin_again);
    if (started && number)
        sigaction(number, &action, NULL);
}

void periodic_stop(void)
{
    if (!started)
        return;
    stopping = true;
    sem_post(&wake);
    pthread_join(watcher, NULL);
}

void periodic_go_on(void)
{
    begin_again();
}
