/*
 * Threads of OpenMP that wait for each other in many ways, and stamp how long: team_waits.sh holds the profile against it.
 *
 * Work is sleep, so that it takes as long however many processors there are. Printed is, of each function and construct, the ns that all
 * threads waited there, and of each thread the function that it was the first to call.
 *
 *     truth FUNCTION CONSTRUCT NS [LESS]   in all; maybe so much less
 *     parts FUNCTION NS MOST THREAD        of its parts in all without waiting, of the thread that had most, and that
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* GCC's code comes to a plain barrier behind what a single thread does. */
#ifdef __clang__
#define SINGLE "single"
#else
#define SINGLE "barrier"
#endif

enum { THREADS = 64, LONG = 30, SHORT = 5 };

static int threads, tiny;
static struct stamps {
    int64_t part, end, waited,
        tasks; /* when its part began and ended; what it waited in the middle of it, and slept in tasks */
    int64_t parts, tasks_before;
} of[THREADS];

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void work(int ms)
{
    struct timespec time = {0, ms * 1000000L};
    nanosleep(&time, NULL);
}

static int me(void)
{
    return omp_get_thread_num();
}

static void part_begins(void)
{
    of[me()].part = now();
}

static void part_ends(void)
{
    struct stamps *mine = &of[me()];
    mine->end = now();
    mine->tasks_before = mine->tasks;
    mine->parts += mine->end - mine->part;
}

/* A wait in the middle of a part. */
#define WAITS(what)                                                                                                    \
    do {                                                                                                               \
        int64_t before_ = now(), tasks_ = of[me()].tasks;                                                              \
        what;                                                                                                          \
        of[me()].waited += now() - before_ - (of[me()].tasks - tasks_);                                                \
    } while (0)

static int64_t at_end; /* of regions, in all */

static void region_ended(void)
{
    int64_t end = now();
    for (int i = 0; i < threads; i++)
        if (of[i].end)
            at_end += end - of[i].end - (of[i].tasks - of[i].tasks_before);
    for (int i = 0; i < threads; i++)
        of[i].end = 0;
}

static void say(const char *function, const char *construct)
{
    int64_t waited = 0, parts = 0, most = 0;
    int who = 0;
    for (int i = 0; i < THREADS; i++) {
        waited += of[i].waited;
        int64_t part = of[i].parts - of[i].waited;
        parts += part;
        if (part > most)
            most = part, who = i;
    }
    if (construct)
        printf("truth %s %s %lld\n", function, construct, (long long)waited);
    printf("truth %s end-of-region %lld\n", function, (long long)at_end);
    printf("parts %s %lld %lld %d\n", function, (long long)parts, (long long)most, who);
    memset(of, 0, sizeof of);
    at_end = 0;
}

static void static_loop(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp for schedule(static) nowait
        for (int i = 0; i < threads; i++)
            work(i == threads - 1 ? LONG : SHORT);
        part_ends();
    }
    region_ended();
    say(__func__, NULL);
}

static void dynamic_loop(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 2 * threads; i++)
            work(i == 2 * threads - 1 ? LONG : SHORT);
        part_ends();
    }
    region_ended();
    say(__func__, NULL);
}

static void tiny_regions(void)
{
    volatile int sink = 0;
    for (int i = 0; i < tiny; i++) {
#pragma omp parallel num_threads(threads)
        {
            part_begins();
            (void)sink;
            part_ends();
        }
        region_ended();
    }
    say(__func__, NULL);
}

static void barrier(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
        work(me() == 1 ? LONG : SHORT);
        WAITS(_Pragma("omp barrier"));
        part_ends();
    }
    region_ended();
    say(__func__, "barrier");
}

static void critical(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
        int64_t before = now(), got = 0;
#pragma omp critical(name)
        {
            got = now();
            work(SHORT * 2);
        }
        of[me()].waited += got - before;
        part_ends();
    }
    region_ended();
    say(__func__, "critical");
}

/* Members of inner teams end when the last part does, without being told by who comes behind the region some time later. */
static int64_t inner_waited, inner_late;

static void inner(int which)
{
    int64_t ends[2] = {0, 0};
#pragma omp parallel num_threads(2) shared(which, ends)
    {
        work(me() == which ? LONG : SHORT);
        ends[me()] = now();
    }
    int64_t last = ends[0] > ends[1] ? ends[0] : ends[1], end = now();
#pragma omp atomic
    inner_waited += 2 * end - ends[0] - ends[1];
#pragma omp atomic
    inner_late += 2 * (end - last);
}

static void nested(void)
{
#pragma omp parallel num_threads(2)
    inner(me());
    printf("truth inner end-of-region %lld %lld\n", (long long)inner_waited, (long long)inner_late);
}

static void task(int ms)
{
    int64_t begin = now();
    work(ms);
    of[me()].tasks += now() - begin;
}

static void tasks(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp master
        {
            for (int i = 0; i < threads; i++) {
#pragma omp task firstprivate(i)
                task(i ? SHORT : LONG);
            }
            WAITS(_Pragma("omp taskwait"));
        }
        part_ends();
    }
    region_ended();
    say(__func__, "taskwait");
}

static void single(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
        int64_t before = now(), spent = 0;
#pragma omp single
        {
            int64_t begin = now();
            work(LONG);
            spent = now() - begin;
        }
        of[me()].waited += now() - before - spent;
        part_ends();
    }
    region_ended();
    say(__func__, SINGLE);
}

static void ordered(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp for ordered schedule(static, 1) nowait
        for (int i = 0; i < threads; i++) {
            int64_t before = now(), got = 0;
#pragma omp ordered
            {
                got = now();
                work(SHORT);
            }
            of[me()].waited += got - before;
        }
        part_ends();
    }
    region_ended();
    say(__func__, "ordered");
}

/* LLVM's library tells nobody of that. */
#ifndef __clang__
static void dependent(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp for ordered(2) schedule(static, 1) nowait
        for (int i = 0; i < threads; i++)
            for (int j = 0; j < 1; j++) {
                int64_t before = now();
#pragma omp ordered depend(sink : i - 1, j)
                of[me()].waited += now() - before;
                work(SHORT);
#pragma omp ordered depend(source)
            }
        part_ends();
    }
    region_ended();
    say(__func__, "ordered");
}
#endif

/* A task that is done when somebody else says so. */
static void detached(void)
{
    omp_event_handle_t done = (omp_event_handle_t)0;
    int there = 0, ran = 0;
    const char text[] = "its own";
#pragma omp parallel num_threads(threads) shared(there, ran, done)
    {
        part_begins();
        if (me() == 1) {
            work(LONG);
            for (int is = 0; !is;) {
#pragma omp atomic read
                is = there;
            }
            omp_fulfill_event(done);
        }
#pragma omp master
        {
#pragma omp task detach(done) firstprivate(text) shared(ran)
            {
                ran += text[0] == 'i';
                task(SHORT);
            }
#pragma omp atomic write
            there = 1;
            WAITS(_Pragma("omp taskwait"));
        }
        part_ends();
    }
    region_ended();
    if (ran != 1)
        abort();
    say(__func__, "taskwait");
}

static void sections(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
        int64_t before = now();
        int64_t spent = 0;
#pragma omp sections
        {
#pragma omp section
            {
                int64_t begin = now();
                work(LONG);
                spent += now() - begin;
            }
#pragma omp section
            {
                int64_t begin = now();
                work(SHORT);
                spent += now() - begin;
            }
        }
        of[me()].waited += now() - before - spent;
        part_ends();
    }
    region_ended();
    say(__func__, "sections");
}

static void later_barrier(void)
{
#pragma omp parallel num_threads(threads)
    {
        part_begins();
#pragma omp for schedule(static) nowait
        for (int i = 0; i < threads; i++)
            work(i == 0 ? LONG : SHORT);
        work(SHORT);
        WAITS(_Pragma("omp barrier"));
        part_ends();
    }
    region_ended();
    say(__func__, "barrier");
}

static void lock(void)
{
    omp_lock_t held;
    omp_init_lock(&held);
#pragma omp parallel num_threads(threads)
    {
        part_begins();
        if (me())
            work(SHORT);
        int64_t before = now();
        omp_set_lock(&held);
        of[me()].waited += now() - before;
        if (!me())
            work(LONG);
        omp_unset_lock(&held);
        part_ends();
    }
    region_ended();
    omp_destroy_lock(&held);
    say(__func__, "lock");
}

/* By what it calls here a thread of the profile is known. */
#define NAMED(i)                                                                                                       \
    static void named_##i(void)                                                                                        \
    {                                                                                                                  \
        __asm__ volatile("");                                                                                          \
        work(1);                                                                                                       \
    }
NAMED(0)
NAMED(1)
NAMED(2)
NAMED(3) NAMED(4) NAMED(5) NAMED(6) NAMED(7)

    static void names(void)
{
    static void (*const named[])(void) = {named_0, named_1, named_2, named_3, named_4, named_5, named_6, named_7};
#pragma omp parallel num_threads(threads)
    named[me()]();
}

int main(int argc, char **argv)
{
    threads = argc > 1 ? atoi(argv[1]) : 2;
    tiny = argc > 2 ? atoi(argv[2]) : 100;
    omp_set_max_active_levels(2);
    omp_set_dynamic(0);
    names();
    static_loop();
    dynamic_loop();
    tiny_regions();
    barrier();
    critical();
    tasks();
    single();
    ordered();
#ifndef __clang__
    dependent();
#endif
    detached();
    sections();
    later_barrier();
    lock();
    nested(); /* behind it the threads are others */
    return 0;
}
