/* periodic.c - see output.h. */
#include "runtime/write/output.h"

#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST 0.001 /* seconds */

/* Something to do, and how often. */
static struct task {
    double period; /* seconds; 0 = never */
    struct timespec due;
    void (*run)(void);
} tasks[2];
enum { PROFILE, TRACE, TASKS };

static sem_t wake;
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

static void write_profile(void)
{
    output_write(clock_pair_now(), false);
}

static void set_due(struct task *task)
{
    clock_gettime(CLOCK_REALTIME, &task->due);
    task->due.tv_sec += (time_t)task->period;
    task->due.tv_nsec += (long)((task->period - (double)(time_t)task->period) * 1e9);
    if (task->due.tv_nsec >= 1000000000) {
        task->due.tv_sec++;
        task->due.tv_nsec -= 1000000000;
    }
}

/* Returns the task that is due first, or NULL. */
static struct task *next_task(void)
{
    struct task *next = NULL;
    for (size_t i = 0; i < TASKS; i++) {
        const struct timespec *due = &tasks[i].due;
        if (tasks[i].period > 0 && (!next || due->tv_sec < next->due.tv_sec ||
                                    (due->tv_sec == next->due.tv_sec && due->tv_nsec < next->due.tv_nsec)))
            next = &tasks[i];
    }
    return next;
}

static void *watch(void *nothing)
{
    for (size_t i = 0; i < TASKS; i++)
        set_due(&tasks[i]);
    for (;;) {
        struct task *next = next_task();
        int result = next ? sem_timedwait(&wake, &next->due) : sem_wait(&wake);
        if (stopping)
            return nothing;
        if (result == 0) {
            write_profile();
        } else if (errno == ETIMEDOUT) {
            next->run();
            set_due(next);
        } else if (errno != EINTR) {
            return nothing;
        }
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

/* Starts again in a child of fork, which has none of its parent's threads. */
static void begin_again(void)
{
    if (started)
        started = begin_quietly();
}

/* Reads INSTR_SNAPSHOT: returns the number of its signal, or 0. */
static int read_snapshot(void)
{
    char *end;
    int number = signal_of(settings.snapshot);
    if (number || !settings.snapshot[0])
        return number;
    double seconds = strtod(settings.snapshot, &end);
    if (*end || !(seconds >= LEAST && seconds <= 1e9))
        settings_reject("INSTR_SNAPSHOT", settings.snapshot,
                        " is ignored: expected SIGUSR1, SIGUSR2, SIGHUP, SIGPROF or a number of seconds");
    else
        tasks[PROFILE] = (struct task){.period = seconds, .run = write_profile};
    return 0;
}

void periodic_start(void (*flush)(void))
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    int number = read_snapshot();
    if (settings.trace_flush > 0)
        tasks[TRACE] =
            (struct task){.period = settings.trace_flush < LEAST ? LEAST : settings.trace_flush, .run = flush};
    if (!number && !next_task())
        return;
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
