/*
 * causes.c - programs with one planted cause each, by name: what the first screen must name.
 *
 * Each computes a little in ordinary(), and spends most of its time on the cause. Its time is that of loops of a known number of turns, or
 * of files, pipes, locks and sleep.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "burn.h"

ALONE static void ordinary(void)
{
    burn(40);
}

static void pause_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* --- the program computes --- */

static int table[12000];

ALONE static int find(int key)
{
    for (int i = 0; i < 12000; i++)
        if (table[i] == key)
            return i;
    return -1;
}

static void quadratic(void)
{
    for (int i = 0; i < 12000; i++)
        table[i] = i;
    for (int round = 0; round < 10; round++)
        for (int i = 0; i < 12000; i++)
            sink = sink + find(i);
}

ALONE static void kernel(void)
{
    burn(20);
}

ALONE static void one_way(void)
{
    for (int i = 0; i < 8; i++)
        kernel();
}

ALONE static void other_way(void)
{
    for (int i = 0; i < 24; i++)
        kernel();
}

static void two_callers(void)
{
    one_way();
    other_way();
}

ALONE static double descend(int depth)
{
    double sum = depth;
    for (int i = 0; i < 200; i++)
        sum = sum * 0.999 + i;
    return depth ? sum + descend(depth - 1) + descend(depth - 1) : sum;
}

static void recursion(void)
{
    for (int i = 0; i < 20; i++)
        sink = descend(15);
}

enum { WORDS = 1 << 23 };

ALONE static uint64_t chase(const uint32_t *next, long turns)
{
    uint32_t at = 0;
    while (turns--)
        at = next[at];
    return at;
}

static void memory_bound(void)
{
    uint32_t *next = malloc(WORDS * sizeof *next);
    for (uint32_t i = 0; i < WORDS; i++)
        next[i] = (uint32_t)((i * 2654435761u + 12345) % WORDS);
    sink = (double)chase(next, 12000000);
    free(next);
}

ALONE static void copy_strings(void)
{
    static char from[4096], to[4096];
    memset(from, 'a', sizeof from - 1);
    for (int i = 0; i < 8000000; i++) {
        to[i % 4096] = 1;
        sink = sink + (double)strlen(strcpy(to, from));
    }
}

ALONE static void touch_pages(void)
{
    for (int i = 0; i < 8; i++) {
        size_t size = 256u << 20;
        char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (size_t at = 0; memory != MAP_FAILED && at < size; at += 4096)
            memory[at] = 1;
        munmap(memory, size);
    }
}

/* --- files --- */

ALONE static void flush_block(int file)
{
    static char block[16 << 10];
    if (write(file, block, sizeof block) < 0 || fsync(file) < 0)
        perror("flush_block");
}

static void flushes(void)
{
    int file = open("flushed", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    struct timespec from, now;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do {
        flush_block(file);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - from.tv_sec) * 1000 + (now.tv_nsec - from.tv_nsec) / 1000000 < 900);
    close(file);
    unlink("flushed");
}

ALONE static void write_byte(int file, char byte)
{
    if (write(file, &byte, 1) < 0)
        perror("write_byte");
}

static void small_writes(void)
{
    int file = open("written", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    for (int i = 0; i < 600000; i++)
        write_byte(file, (char)i);
    close(file);
    unlink("written");
}

ALONE static int read_byte(int file)
{
    char byte = 0;
    return pread(file, &byte, 1, 0) == 1 ? byte : -1;
}

static void small_reads(void)
{
    int file = open("/proc/self/exe", O_RDONLY);
    for (int i = 0; i < 2000000; i++)
        sink = sink + read_byte(file);
    close(file);
}

/* --- others --- */

/* A process that sends so many bytes, each after so many ms. */
static pid_t sender(int to, int count, int ms)
{
    pid_t child = fork();
    if (child)
        return child;
    for (int i = 0; i < count; i++) {
        pause_ms(ms);
        if (write(to, "x", 1) != 1)
            break;
    }
    _exit(0);
}

ALONE static void take_byte(int from)
{
    char byte;
    if (read(from, &byte, 1) != 1)
        perror("take_byte");
}

static void from_pipe(void)
{
    int ends[2];
    if (pipe(ends))
        return;
    pid_t child = sender(ends[1], 45, 20);
    for (int i = 0; i < 45; i++)
        take_byte(ends[0]);
    waitpid(child, NULL, 0);
}

static void from_socket(void)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return;
    pid_t child = sender(ends[1], 45, 20);
    for (int i = 0; i < 45; i++)
        take_byte(ends[0]);
    waitpid(child, NULL, 0);
}

ALONE static void await_event(int from)
{
    struct pollfd file = {from, POLLIN, 0};
    poll(&file, 1, -1);
}

static void events(void)
{
    int ends[2];
    if (pipe(ends))
        return;
    pid_t child = sender(ends[1], 45, 20);
    for (int i = 0; i < 45; i++) {
        await_event(ends[0]);
        take_byte(ends[0]);
    }
    waitpid(child, NULL, 0);
}

ALONE static void take_a_nap(void)
{
    pause_ms(30);
}

static void naps(void)
{
    for (int i = 0; i < 30; i++)
        take_a_nap();
}

ALONE static void run_tool(void)
{
    pid_t child = fork();
    if (!child) {
        pause_ms(150);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void tools(void)
{
    for (int i = 0; i < 6; i++)
        run_tool();
}

/* --- threads --- */

enum { MOST_THREADS = 8 };

static void run_threads(int count, void *(*body)(void *))
{
    pthread_t threads[MOST_THREADS];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

ALONE static void serve(void)
{
    pthread_mutex_lock(&guard);
    pause_ms(4);
    pthread_mutex_unlock(&guard);
}

static void *server(void *unused)
{
    for (int i = 0; i < 60; i++)
        serve();
    return unused;
}

static void locks(void)
{
    run_threads(4, server);
}

ALONE static void fill_part(int part)
{
    burn(3 * part);
}

ALONE static void smooth_part(int part)
{
    burn(2 * part);
}

/* Part 1 of a team of two has most. */
static void uneven_team(void)
{
    for (int round = 0; round < 20; round++) {
#pragma omp parallel for schedule(static) num_threads(2)
        for (int i = 0; i < 2; i++) {
            fill_part(1 + i * 9);
            smooth_part(1 + i * 9);
        }
    }
}

ALONE static void add_up(void)
{
    burn(3);
}

static void critical(void)
{
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 80; i++) {
#pragma omp critical
        add_up();
    }
}

ALONE static void prepare(void)
{
    burn(60);
}

ALONE static void sort_out(void)
{
    burn(30);
}

ALONE static void apply(void)
{
    burn(15);
}

static void serial(void)
{
    for (int round = 0; round < 10; round++) {
        prepare();
        sort_out();
#pragma omp parallel for schedule(static) num_threads(2)
        for (int i = 0; i < 2; i++)
            apply();
    }
}

static void tiny_regions(void)
{
    for (int round = 0; round < 60000; round++) {
#pragma omp parallel num_threads(2)
        sink = 1;
    }
}

ALONE static void fill_even(void)
{
    burn(2);
}

static void even_team(void)
{
    for (int round = 0; round < 60; round++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 6; i++)
            fill_even();
    }
}

static void *worker(void *unused)
{
    for (int i = 0; i < 20; i++)
        fill_even();
    return unused;
}

static void workers(void)
{
    run_threads(8, worker);
}

enum { SIDE = 400 };
static double left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];

ALONE static void multiply(void)
{
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            double sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
}

static void matrices(void)
{
    for (int i = 0; i < 25000; i++)
        multiply();
    sink = product[1][2];
}

ALONE static unsigned mix(unsigned value)
{
    return value * 2654435761u ^ value >> 7;
}

static void tiny_calls(void)
{
    unsigned value = 1;
    for (int i = 0; i < 20000000; i++)
        value = mix(value);
    sink = value;
}

static const struct cause {
    const char *name;
    void (*run)(void);
} causes[] = {
    {"quadratic", quadratic},       {"two-callers", two_callers},   {"recursion", recursion},
    {"memory-bound", memory_bound}, {"copies", copy_strings},       {"pages", touch_pages},
    {"flushes", flushes},           {"small-writes", small_writes}, {"small-reads", small_reads},
    {"pipe", from_pipe},            {"socket", from_socket},        {"poll", events},
    {"naps", naps},                 {"tools", tools},               {"locks", locks},
    {"uneven-team", uneven_team},   {"critical", critical},         {"serial", serial},
    {"tiny-regions", tiny_regions}, {"even-team", even_team},       {"workers", workers},
    {"matrices", matrices},         {"tiny-calls", tiny_calls},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof causes / sizeof *causes; i++)
        if (!strcmp(argv[1], causes[i].name)) {
            ordinary();
            causes[i].run();
            return 0;
        }
    return 2;
}
