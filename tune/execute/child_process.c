/* child_process.c - see child_process.h. */
#include "tune/execute/child_process.h"

#include "common/character.h"
#include "common/input.h"
#include "common/needed.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HALF = 128 << 10, GRACE_MS = 500, LINGER_MS = 50 };

/* A pipe whose reading end the keepers hold, and we the other: when that is closed, we are gone. */
static int alive[2] = {-1, -1};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- in the keeper, which never returns to our code --- */

/* The output's first HALF bytes, and a ring of its last bytes. */
struct printed {
    char first[HALF], last[HALF];
    size_t first_size, last_size; /* last_size counts all that ever came into the ring */
};
static struct printed printed;

static void keep(const char *bytes, size_t size)
{
    size_t room = HALF - printed.first_size, begin = size < room ? size : room;
    memcpy(printed.first + printed.first_size, bytes, begin);
    printed.first_size += begin;
    for (size_t i = begin; i < size; i++)
        printed.last[printed.last_size++ % HALF] = bytes[i];
}

/* Reads output; returns false at its end. */
static bool read_printed(int from)
{
    char bytes[16384];
    ssize_t size = read(from, bytes, sizeof bytes);
    if (size > 0)
        keep(bytes, (size_t)size);
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

static void write_all(int to, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t written = write(to, at, size);
        if (written < 0 && errno != EINTR)
            _exit(1);
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
}

static void send_result(int to, const struct child_process_result *result)
{
    write_all(to, result, sizeof *result);
    write_all(to, printed.first, printed.first_size);
    if (printed.last_size > HALF) {
        static const char gap[] = "\n[...]\n";
        size_t start = printed.last_size % HALF;
        write_all(to, gap, sizeof gap - 1);
        write_all(to, printed.last + start, HALF - start);
        write_all(to, printed.last, start);
    } else {
        write_all(to, printed.last, printed.last_size);
    }
}

/* Sends the signal to each present child of the keeper. Returns their number. */
static unsigned signal_children(int number)
{
    char path[64], *end;
    struct arena arena = {0};
    unsigned count = 0;
    size_t size;
    const char *why;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)getpid(), (int)getpid());
    const char *at = input_read(path, INPUT_TEXT, &size, &arena, &why);
    for (long pid; at && (pid = strtol(at, &end, 10)) > 0; at = end) {
        count++;
        if (number)
            kill((pid_t)pid, number);
    }
    arena_free(&arena);
    return count;
}

/* Ends processes left by the command, after a moment to end by themselves. */
static void end_leftovers(pid_t group, bool at_once)
{
    double until = now() + (at_once ? 0 : LINGER_MS * 1e-3);
    for (;;) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (waitpid(-1, NULL, WNOHANG) < 0)
            return; /* there are no children */
        if (now() >= until) {
            kill(-group, SIGKILL);
            signal_children(SIGKILL);
        }
        poll(NULL, 0, 1);
    }
}

static void on_signals(void (*action)(int))
{
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], action);
}

static void exec_command(const struct child_process_job *job, int output)
{
    int nothing = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    on_signals(SIG_DFL);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
        _exit(126);
    if (chdir(job->directory)) {
        character_say(stderr, "instr-tune: can't enter %s: %s", job->directory, strerror(errno));
        _exit(126);
    }
    if (job->memory > 0)
        setrlimit(RLIMIT_DATA, &(struct rlimit){(rlim_t)job->memory, (rlim_t)job->memory});
    for (const char *const *set = job->sets; set && set[0]; set += 2)
        setenv(set[0], set[1], 1);
    execl("/bin/sh", "sh", "-c", job->command, (char *)NULL);
    _exit(127);
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Waits until the command ends, its limit is reached, or we end. */
static void watch(const struct child_process_job *job, pid_t command, int output, struct child_process_result *result)
{
    double began = now(), until = began + job->limit;
    bool asked = false, printing = true, orphaned = false;
    for (;;) {
        struct rusage usage;
        pid_t ended;
        /* Leftovers of the command may end before it does. */
        while ((ended = wait4(-1, &result->status, WNOHANG, &usage)) > 0 && ended != command)
            continue;
        if (ended == command) {
            result->seconds = now() - began;
            result->processor = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
            result->memory = (double)usage.ru_maxrss * 1024;
            break;
        }
        if (now() >= until) {
            result->timed_out = !orphaned;
            kill(-command, asked ? SIGKILL : SIGTERM);
            if (asked)
                signal_children(SIGKILL);
            asked = true;
            until = now() + GRACE_MS * 1e-3;
        }
        struct pollfd fds[] = {{printing ? output : -1, POLLIN, 0}, {orphaned ? -1 : alive[0], POLLIN, 0}};
        sigset_t none;
        sigemptyset(&none);
        double left = fmin(fmax(until - now(), 0), 1e6);
        struct timespec rest = {(time_t)left, (long)((left - floor(left)) * 1e9)};
        if (ppoll(fds, 2, &rest, &none) <= 0)
            continue;
        if (fds[0].revents)
            printing = read_printed(output);
        if (fds[1].revents && !orphaned) {
            orphaned = true;
            until = now();
        }
    }
    end_leftovers(command, orphaned || result->timed_out);
    fcntl(output, F_SETFL, O_NONBLOCK);
    while (printing) {
        char bytes[16384];
        ssize_t size = read(output, bytes, sizeof bytes);
        if (size <= 0)
            break;
        keep(bytes, (size_t)size);
    }
    if (orphaned)
        _exit(1);
}

static void child_ended(int number)
{
    (void)number; /* ends the poll */
}

static void be_keeper(const struct child_process_job *job, int result_pipe)
{
    int output[2];
    sigset_t child;
    struct child_process_result result = {0};
    setpgid(0, 0);
    close(alive[1]);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    on_signals(SIG_IGN);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = child_ended}, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (pipe2(output, O_CLOEXEC))
        _exit(1);
    pid_t command = fork();
    if (command < 0)
        _exit(1);
    if (command == 0)
        exec_command(job, output[1]);
    sigprocmask(SIG_BLOCK, &child, NULL);
    setpgid(command, command);
    close(output[1]);
    watch(job, command, output[0], &result);
    send_result(result_pipe, &result);
    _exit(0);
}

/* --- in our process --- */

bool child_process_start(struct keeper *keeper, const struct child_process_job *job, struct error *error)
{
    int result[2];
    if (alive[0] < 0 && pipe2(alive, O_CLOEXEC))
        return error_set(error, ERROR_INTERNAL, "can't make a pipe: %s", strerror(errno));
    if (pipe2(result, O_CLOEXEC))
        return error_set(error, ERROR_INTERNAL, "can't make a pipe: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(result[0]);
        be_keeper(job, result[1]);
    }
    close(result[1]);
    if (pid < 0) {
        close(result[0]);
        return error_set(error, ERROR_INTERNAL, "can't start a process: %s", strerror(errno));
    }
    keeper->pid = pid;
    keeper->pipe = result[0];
    keeper->size = 0;
    return true;
}

static void room_for(struct keeper *keeper, size_t size)
{
    if (keeper->room - keeper->size >= size)
        return;
    keeper->room = keeper->room * 2 + size;
    keeper->bytes = needed_room(keeper->bytes, keeper->room);
}

bool child_process_take(struct keeper *keeper, bool *ended, struct child_process_result *result, struct error *error)
{
    *ended = false;
    room_for(keeper, 65537);
    ssize_t size = read(keeper->pipe, keeper->bytes + keeper->size, 65536);
    if (size > 0)
        keeper->size += (size_t)size;
    if (size > 0 || (size < 0 && errno == EINTR))
        return true;
    close(keeper->pipe);
    waitpid(keeper->pid, NULL, 0);
    keeper->pid = 0;
    if (keeper->size < sizeof *result)
        return error_set(error, ERROR_INTERNAL, "the process that watches a command was killed; run again");
    memcpy(result, keeper->bytes, sizeof *result);
    keeper->bytes[keeper->size] = '\0';
    result->output = keeper->bytes + sizeof *result;
    result->output_size = keeper->size - sizeof *result;
    *ended = true;
    return true;
}

void child_process_end_all(void)
{
    if (alive[1] >= 0)
        close(alive[1]);
    alive[1] = -1;
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}

void child_process_free(struct keeper *keeper)
{
    if (keeper->pid)
        close(keeper->pipe);
    free(keeper->bytes);
    *keeper = (struct keeper){0};
}

const char *child_process_failure(const struct child_process_result *result, double limit, struct arena *arena)
{
    if (result->timed_out)
        return arena_printf(arena, "took longer than %g s", limit);
    if (WIFSIGNALED(result->status))
        return arena_printf(arena, "killed by signal %d (%s)", WTERMSIG(result->status),
                            strsignal(WTERMSIG(result->status)));
    if (WEXITSTATUS(result->status))
        return arena_printf(arena, "exit status %d", WEXITSTATUS(result->status));
    return NULL;
}
