/*
 * Calls that multiply or replace the process.
 *
 * flags: -Wall -Wextra
 * calls: main 1
 * calls: child 1
 * child: child 1
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(int status)
{
    return status;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
}

int main(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(child(3));
    printf("%d\n", wait_for(pid));
    fflush(stdout);
    if ((pid = fork()) == 0)
        exit(child(6));
    printf("%d\n", wait_for(pid));
    fflush(stdout);
    if ((pid = vfork()) == 0) {
        execl("/bin/sh", "sh", "-c", "exit 4", (char *)0);
        _exit(5);
    }
    printf("%d\n", wait_for(pid));
    return 0;
}
