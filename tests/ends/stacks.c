/* stacks.c - calls, forks and ends on stacks as small as programs make them; below each is a page that nobody may touch. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, SMALL = 2 * PAGE, CALLS = 5000 /* more than a child of fork keeps in its list */ };

static volatile int done;
static const char *how;

static void tiny(void)
{
    done++;
}

static void work(void)
{
    for (int i = 0; i < CALLS; i++)
        tiny();
}

/* The end of the process, as far as `how` asks for one. */
static void end(void)
{
    static char *const other[] = {"/bin/true", NULL};
    if (strstr(how, "late"))
        usleep(150000); /* longer than a short child */
    if (strstr(how, "exec"))
        execv(other[0], other);
    if (strstr(how, "_exit"))
        _exit(3);
    if (strstr(how, "exit"))
        exit(3);
}

static void *room(size_t size)
{
    char *all = mmap(NULL, PAGE + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all, PAGE, PROT_NONE) != 0)
        exit(1);
    return all + PAGE;
}

static int child(void *unused)
{
    (void)unused;
    work();
    end();
    return 0;
}

static int clones(void)
{
    int status;
    pid_t pid = clone(child, (char *)room(SMALL) + SMALL, SIGCHLD, NULL);
    if (waitpid(pid, &status, 0) != pid)
        return 1;
    if (WIFSIGNALED(status))
        printf("the child ends by signal %d\n", WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void *thread(void *unused)
{
    work();
    end();
    return unused;
}

static int threads(void)
{
    pthread_t id;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, room(PTHREAD_STACK_MIN), PTHREAD_STACK_MIN);
    return pthread_create(&id, &attributes, thread, NULL) || pthread_join(id, NULL);
}

static void handler(int number)
{
    (void)number;
    work();
    end();
}

static int handles(void)
{
    stack_t stack = {.ss_sp = room(SMALL), .ss_size = SMALL};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    return sigaltstack(&stack, NULL) || sigaction(SIGUSR1, &action, NULL) || raise(SIGUSR1);
}

/* WHERE HOW */
int main(int count, char **words)
{
    how = count > 2 ? words[2] : "";
    switch (*words[1]) {
    case 'c':
        return clones();
    case 't':
        return threads();
    default:
        return handles();
    }
}
