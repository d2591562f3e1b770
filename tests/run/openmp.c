/*
 * Parallel regions from several call paths on the same few threads, and what is in each of them: paths.sh compares
 * the calls on each path with those stated here, of all threads together.
 *
 * path: main 1
 * path: main/team 3
 * path: main/team/leaf 3
 * path: main/team/team (threads) 6
 * path: main/team/team (threads)/leaf 6
 * path: main/loop 3
 * path: main/loop/leaf 9
 * path: main/loop/loop (threads) 6
 * path: main/loop/loop (threads)/leaf 18
 * path: main/other/loop 3
 * path: main/other/loop/leaf 9
 * path: main/other/loop/loop (threads)/leaf 18
 * path: main/outer/inner/leaf 3
 * path: main/outer/inner/inner (threads)/leaf 3
 * path: main/outer/outer (threads)/inner 3
 * path: main/outer/outer (threads)/inner/leaf 3
 * path: main/outer/outer (threads)/inner/inner (threads)/leaf 3
 * path: main/forgotten/leaf 6
 * path of gcc: main/forgotten/forgotten (threads)/leaf 12
 * path of gcc: main/loop/OpenMP wait: end of region 3
 * path of gcc: main/loop/loop (threads)/OpenMP wait: end of region 6
 * path of gcc: main/tasks/OpenMP wait: end of region 3
 * path of clang: thread/leaf 12
 * path: main/main (threads)/start/team/leaf 1
 * path: main/main (threads)/start/team/team (threads)/leaf 2
 * sum: leaf 126
 * threads: main/loop/leaf 1 9
 * sum: task 30
 */
#include <pthread.h>
#include <stdio.h>

extern void omp_set_max_active_levels(int);
extern void omp_set_dynamic(int);

__attribute__((noinline)) static void leaf(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) static void task(void)
{
    leaf();
}

__attribute__((noinline)) static void team(void)
{
#pragma omp parallel num_threads(3) default(none)
    leaf();
}

__attribute__((noinline)) static int loop(int n)
{
    int sum = 0, last = 0, first = 1;
#pragma omp parallel for num_threads(3) schedule(static, 1) reduction(+ : sum) lastprivate(last) firstprivate(first)
    for (int i = 0; i < n; i++) {
        leaf();
        sum += i + first;
        last = i;
    }
    return sum * 100 + last;
}

__attribute__((noinline)) static int other(int n)
{
    return loop(n);
}

/* Tasks run where they can, in the body or behind it. */
__attribute__((noinline)) static void tasks(void)
{
#pragma omp parallel num_threads(3)
#pragma omp master
    for (int i = 0; i < 10; i++) {
#pragma omp task
        task();
    }
}

__attribute__((noinline)) static void inner(void)
{
#pragma omp parallel num_threads(2)
    {
        leaf();
    }
}

__attribute__((noinline)) static void outer(void)
{
#pragma omp parallel num_threads(2)
    inner();
}

/* No probe may be inside of this one: what its threads do is nobody's. */
__attribute__((noinline)) static void forgotten(void)
{
#pragma omp parallel for simd num_threads(3) schedule(static, 1)
    for (int i = 0; i < 6; i++)
        leaf();
}

__attribute__((noinline)) static void *start(void *unused)
{
    team();
    return unused;
}

int main(void)
{
    int result = 0;
    pthread_t thread;
    omp_set_dynamic(0);
    omp_set_max_active_levels(2);
    for (int i = 0; i < 3; i++) {
        team();
        result += loop(9) + other(9);
        tasks();
        outer();
        forgotten();
    }
    if (pthread_create(&thread, NULL, start, NULL) == 0)
        pthread_join(thread, NULL);
    printf("%d %d\n", result, __LINE__);
    return 0;
}
