/*
 * contacts.c HOW [WAY] - children whose first contact with the runtime is a label, a group, a plugin ..., while their
 * parent goes on with the same. They are made by fork, or in a WAY that the C library's handlers hear nothing of. Prints
 * what each process is to have in its profile: its number, and the calls by name. contacts.sh compares.
 */
#define _GNU_SOURCE
#include "instr.h"

#include <dlfcn.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int worked(int depth)
{
    return depth ? 1 + worked(depth - 1) : 0;
}

static volatile int handled;

__attribute__((noinline)) static int odd(int bits);

__attribute__((noinline)) static int even(int bits)
{
    return bits ? 1 + (bits & 1 ? odd(bits >> 1) : even(bits >> 1)) : 0;
}

__attribute__((noinline)) static int odd(int bits)
{
    return bits ? 2 + (bits & 1 ? odd(bits >> 1) : even(bits >> 1)) : 0;
}

/* Each time on another path, for which the runtime takes memory and with it a lock. */
static void on_child(int signal)
{
    (void)signal;
    even(++handled);
}

#pragma instr off
static int turn[2];

/* A child waits until its parent has taken what comes next in the store. */
static void give(int *pipe)
{
    if (write(pipe[1], "", 1) != 1)
        _exit(90);
}

static void wait_turn(int *pipe)
{
    char byte;
    if (read(pipe[0], &byte, 1) != 1)
        _exit(91);
}

static void has(const char *format, ...)
{
    char line[200];
    va_list list;
    int length = snprintf(line, sizeof line, "%ld ", (long)getpid());
    va_start(list, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format, list);
    va_end(list);
    line[length++] = '\n';
    if (write(1, line, (size_t)length) != length)
        _exit(92);
}

static void call(const char *name, int calls)
{
    for (int i = 0; i < calls; i++) {
        instr_start(name);
        instr_stop(name);
    }
    has("%s %d", name, calls);
}

static void in_group(const char *group, const char *name)
{
    instr_groups mine = instr_group(group);
    instr_label *label = instr_label_make(name, 1, mine, NULL, 0);
    instr_start_label(label);
    instr_stop_label(label);
    int bit = 0;
    while (mine >> bit > 1)
        bit++;
    if (!mine || strcmp(instr_group_name(bit), group) != 0)
        _exit(93);
    has("%s 1", name);
}

static void plugged(const char *path, const char *function, int calls)
{
    void *plugin = dlopen(path, RTLD_NOW);
    void (*call_it)(void) = plugin ? (void (*)(void))dlsym(plugin, function) : 0;
    if (!call_it)
        _exit(94);
    for (int i = 0; i < calls; i++)
        call_it();
    has("%s %d", function, calls);
}

static atomic_bool done;

static void *make_labels(void *own)
{
    char name[64];
    for (unsigned i = 0; !done; i++) {
        snprintf(name, sizeof name, "thread %c %u", *(char *)own, i % 300);
        instr_start(name);
        instr_stop(name);
        instr_group(i % 2 ? "odd" : "even");
        instr_set_level(3 + (int)(i % 2)); /* all labels are looked at, with the lock held */
    }
    return NULL;
}

/* Of children that a program with busy threads forks none hangs. */
static int fork_often(int children)
{
    pthread_t threads[2];
    char names[] = "ab";
    int bad = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, make_labels, &names[i]);
    for (int i = 0; i < children; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            char name[64];
            alarm(60);
            snprintf(name, sizeof name, "child %d", i);
            for (int k = 0; k < 3; k++) {
                instr_start(name);
                instr_stop(name);
            }
            instr_groups mine = instr_group(name);
            double calls = 0;
            int result = instr_query(instr_label_get(name), "calls", INSTR_PROCESS, &calls);
            has("%s 3", name);
            _exit(result == INSTR_OK && calls == 3 && mine ? 0 : 9);
        }
        int status;
        waitpid(pid, &status, 0);
        bad += status != 0;
    }
    done = true;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    call("parent after", 7);
    return bad ? 1 : 0;
}

static void child(const char *how)
{
    if (!strcmp(how, "function")) {
        int calls = 0;
        for (int i = 0; i < 3000; i++) /* more than a slate takes */
            calls += worked(i % 3) + 1;
        has("worked %d", calls);
    }
    if (!strcmp(how, "label"))
        call("child", 3);
    if (!strcmp(how, "group"))
        in_group("of child", "child");
    if (!strcmp(how, "plugin"))
        plugged("./one.so", "one", 5);
    if (!strcmp(how, "stop")) {
        int result = instr_stop("open");
        if (result != INSTR_OK)
            has("stop: %d", result);
        has("open 1");
        call("child", 1);
    }
    if (!strcmp(how, "pause")) {
        int paused = instr_pause("open"), resumed = instr_resume("open"), stopped = instr_stop("open");
        if (paused || resumed || stopped)
            has("pause: %d %d %d", paused, resumed, stopped);
        has("open 1");
    }
    if (!strcmp(how, "resume")) {
        int resumed = instr_resume("open"), stopped = instr_stop("open");
        if (resumed || stopped)
            has("resume: %d %d", resumed, stopped);
        has("open 1");
    }
    if (!strcmp(how, "level")) {
        instr_set_level(0);
        instr_start("never");
        instr_stop("never");
        instr_set_level(1);
        call("child", 2);
    }
    if (!strcmp(how, "disable")) {
        instr_disable();
        instr_start("never");
        instr_stop("never");
        instr_enable();
        call("child", 2);
    }
    if (!strcmp(how, "grandchild")) {
        pid_t pid = fork();
        if (pid == 0) {
            call("grandchild", 2);
            _exit(0);
        }
        waitpid(pid, NULL, 0);
        call("child", 1);
    }
    if (!strcmp(how, "add")) {
        instr_add(instr_label_get("child"), 0.5);
        has("child 1");
    }
}

static void parent(const char *how)
{
    if (!strcmp(how, "group"))
        in_group("of parent", "parent after");
    else if (!strcmp(how, "plugin"))
        plugged("./other.so", "other", 7);
    else
        call("parent after", 7);
}

static int in_child(void *how)
{
    wait_turn(turn);
    child(how);
    return 0;
}

static pid_t fork_by(const char *way, char *how)
{
    static char stack[1 << 18] __attribute__((aligned(64)));
    struct clone_args arguments = {.exit_signal = SIGCHLD};
    if (!strcmp(way, "clone"))
        return clone(in_child, stack + sizeof stack, SIGCHLD, how);
    if (!strcmp(way, "syscall"))
        return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (!strcmp(way, "clone3"))
        return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    return !strcmp(way, "_Fork") ? _Fork() : fork();
}

static int fork_one(char *how, const char *way)
{
    int status;
    pid_t pid = fork_by(way, how);
    if (pid == 0)
        _exit(in_child(how));
    if (!strcmp(how, "stop") || !strcmp(how, "pause"))
        instr_stop("open");
    if (!strcmp(how, "resume")) {
        instr_resume("open");
        instr_stop("open");
    }
    parent(how);
    give(turn);
    waitpid(pid, &status, 0);
    if (!strcmp(how, "level") || !strcmp(how, "disable")) {
        instr_start("unharmed");
        instr_stop("unharmed");
        has("unharmed 1");
    }
    return status;
}

/* Children that end at once, so that their signal comes while the parent is still forking. */
static int fork_and_end(const char *way, int children)
{
    int bad = 0;
    alarm(60);
    signal(SIGCHLD, on_child);
    for (int i = 0; i < children; i++) {
        int status;
        pid_t pid = fork_by(way, "nothing");
        if (pid == 0)
            _exit(0);
        while (waitpid(pid, &status, 0) != pid)
            continue;
        bad |= status;
    }
    signal(SIGCHLD, SIG_DFL);
    has("on_child %d", handled);
    return bad;
}

static int prefork(int children)
{
    pid_t pids[256];
    for (int i = 0; i < children; i++)
        if ((pids[i] = fork()) == 0) {
            char name[32];
            snprintf(name, sizeof name, "worker %d", i);
            wait_turn(turn);
            call(name, 1 + i % 5);
            _exit(0);
        }
    parent("label");
    for (int i = 0; i < children; i++)
        give(turn);
    int bad = 0;
    for (int i = 0; i < children; i++) {
        int status;
        waitpid(pids[i], &status, 0);
        bad |= status;
    }
    call("parent at last", 2);
    return bad;
}
#pragma instr on

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (pipe(turn) != 0)
        return 2;
    has("main 1");
    call("before", 2);
    if (!strcmp(how, "prefork"))
        return prefork(256);
    if (!strcmp(how, "handler"))
        return fork_and_end(argv[2], 200);
    if (!strcmp(how, "threads"))
        return fork_often(argc > 2 ? atoi(argv[2]) : 100);
    if (!strcmp(how, "stop") || !strcmp(how, "pause") || !strcmp(how, "resume")) {
        instr_start("open");
        has("open 1");
    }
    if (!strcmp(how, "resume"))
        instr_pause("open");
    return fork_one(argv[1], argc > 2 ? argv[2] : "fork");
}
