/*
 * Threads that are kept from running, and how long by their own stamps: kept.sh holds the profile against it. Printed is
 *
 *     kept FUNCTION KIND NS [HOLDER]
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 40, MS = 10 };

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t ran_by_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Runs, and is kept from nothing. */
static void work(int ms)
{
    int64_t end = ran_by_now() + ms * INT64_C(1000000);
    while (ran_by_now() < end)
        continue;
}

static void pause_ms(int ms)
{
    struct timespec time = {0, ms * 1000000L};
    nanosleep(&time, NULL);
}

static void slept(void)
{
    pause_ms(MS);
}

static int ends[2], sockets[2], written;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static pthread_barrier_t together;
static sem_t named_ended; /* else a writer that comes again is the same pipe's */

static void read_pipe(void)
{
    char byte;
    if (read(ends[0], &byte, 1) != 1)
        abort();
}

/* Both to open it and to read from it the other end is needed. */
static void read_named(void)
{
    char byte;
    int file = open("named", O_RDONLY);
    if (file < 0 || read(file, &byte, 1) != 1 || read(file, &byte, 1) != 0)
        abort();
    close(file);
    sem_post(&named_ended);
}

/* Where a file is written at once it is kept from nothing: of this what it ran, and had no processor, is not meant. */
static int64_t not_kept;

static int64_t not_kept_by_now(void)
{
    long long ran = 0, ready = 0;
    FILE *file = fopen("/proc/thread-self/schedstat", "r");
    if (!file || fscanf(file, "%lld %lld", &ran, &ready) != 2)
        abort();
    fclose(file);
    return ran + ready;
}

static void flush(void)
{
    int64_t before = not_kept_by_now(), end = now() + MS * INT64_C(1000000);
    while (now() < end)
        if (write(written, "x", 1) != 1 || fsync(written))
            abort();
    not_kept += not_kept_by_now() - before;
}

static void read_socket(void)
{
    char byte;
    if (recv(sockets[0], &byte, 1, 0) != 1)
        abort();
}

static void *slow_writer(void *unused)
{
    (void)unused;
    for (int i = 0; i < TURNS; i++) {
        pause_ms(MS);
        if (write(ends[1], "x", 1) != 1)
            abort();
    }
    for (int i = 0; i < TURNS; i++) {
        pause_ms(MS);
        int file = open("named", O_WRONLY);
        pause_ms(MS / 2);
        if (file < 0 || write(file, "x", 1) != 1)
            abort();
        close(file);
        sem_wait(&named_ended);
    }
    for (int i = 0; i < TURNS; i++) {
        pause_ms(MS);
        if (send(sockets[1], "x", 1, 0) != 1)
            abort();
    }
    return NULL;
}

static void take_mutex(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

static void hold_mutex(void)
{
    pthread_mutex_lock(&mutex);
    pthread_barrier_wait(&together);
    pause_ms(3 * MS);
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&together);
}

static void write_both(void)
{
    pthread_rwlock_wrlock(&both);
    pthread_barrier_wait(&together);
    pause_ms(3 * MS);
    pthread_rwlock_unlock(&both);
    pthread_barrier_wait(&together);
}

static void read_both(void)
{
    pthread_rwlock_rdlock(&both);
    pthread_rwlock_unlock(&both);
}

static void consume(void)
{
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&changed, &mutex);
    full--;
    pthread_mutex_unlock(&mutex);
}

static void produce(void)
{
    pause_ms(MS);
    pthread_mutex_lock(&mutex);
    full++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *holder(void *unused)
{
    (void)unused;
    for (int i = 0; i < TURNS; i++)
        hold_mutex();
    for (int i = 0; i < TURNS; i++)
        write_both();
    for (int i = 0; i < TURNS; i++)
        produce();
    return NULL;
}

static void wait_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        pause_ms(MS);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void repeat(const char *function, const char *kind, const char *by, void (*call)(void), int meets)
{
    int64_t took = 0;
    not_kept = 0;
    for (int i = 0; i < TURNS; i++) {
        if (meets)
            pthread_barrier_wait(&together);
        int64_t begin = now();
        call();
        took += now() - begin;
        if (meets)
            pthread_barrier_wait(&together);
        work(1);
    }
    printf("kept %s %s %lld %s\n", function, kind, (long long)(took - not_kept), by);
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&together, NULL, 2);
    sem_init(&named_ended, 0, 0);
    written = open("written", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || mkfifo("named", 0600) || written < 0)
        return 1;
    for (int i = 0; i < 30; i++)
        work(10); /* until it is looked at */
    repeat("slept", "sleep", "", slept, 0);
    repeat("wait_child", "process", "", wait_child, 0);
    repeat("flush", "file", "", flush, 0);
    pthread_create(&thread, NULL, slow_writer, NULL);
    repeat("read_pipe", "pipe", "", read_pipe, 0);
    repeat("read_named", "pipe", "", read_named, 0);
    repeat("read_socket", "network", "", read_socket, 0);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, holder, NULL);
    repeat("take_mutex", "lock", "hold_mutex", take_mutex, 1);
    repeat("read_both", "lock", "", read_both, 1);
    repeat("consume", "lock", "", consume, 0);
    pthread_join(thread, NULL);
    return 0;
}
