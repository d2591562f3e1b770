/*
 * counters.c - a program that looks at what perf events could disturb: which number its first file gets, and what is read
 * from its files when it has closed all descriptors that it does not know.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double processor_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void burn(void)
{
    for (double end = processor_ms() + 50; processor_ms() < end;)
        continue;
}

static void *work(void *argument)
{
    burn();
    return argument;
}

/* All numbers are of one file, whose position tells whether anybody else read from it. */
static void take_over(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    int most = limit.rlim_cur < 2000 ? (int)limit.rlim_cur : 2000;
    for (int fd = 3; fd < most; fd++)
        close(fd);
    int file = open("data", O_RDONLY);
    for (int fd = 3; fd < most; fd++)
        if (fd != file)
            dup2(file, fd);
    burn();
    dprintf(1, "it stands at %ld\n", (long)lseek(file, 0, SEEK_CUR));
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    pthread_t thread;
    int first = open("data", O_RDONLY), status = 0;
    dprintf(1, "the first file has the number %d\n", first);
    if (!strcmp(how, "fork") && fork()) {
        burn();
        return wait(&status) < 0 || status;
    }
    burn();
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    if (!strcmp(how, "close"))
        take_over();
    return 0;
}
