/*
 * labels.c ROUNDS CALLS - so many times two parts, in each of which one function is called so many times: short calls, which are counted
 * but for the first. Prints how many seconds each part took.
 *
 *     -DPART=1   a label      -DPART=2   a block      -DPART=3   a loop of one iteration
 *     -fopenmp   in parallel regions, which have no other probes
 */
#include <instr.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "turn.h"

#if PART == 1
#define NAMED(name) for (int once = (instr_start(name), 1); once; once = (instr_stop(name), 0))
#elif PART == 2
#define NAMED(name) INSTR_REGION(name)
#else
#define NAMED(name) INSTR_ITERATE(name) for (int once = 1; once; once = 0)
#endif

PLAIN number tiny(number x)
{
    return turn(x, 8) + 1;
}

PLAIN number heavy(number x)
{
    return turn(x, 40) + 1;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

PLAIN void step(long calls, double *took)
{
    double begin = now();
#ifdef _OPENMP
#pragma omp parallel num_threads(2)
#endif
    {
        number x = 1;
        NAMED("dynamics")
        {
            for (long i = 0; i < calls; i++)
                x = tiny(x);
        }
        kept = x;
    }
    double middle = now();
#ifdef _OPENMP
#pragma omp parallel num_threads(2)
#endif
    {
        number x = 1;
        NAMED("physics")
        {
            for (long i = 0; i < calls; i++)
                x = heavy(x);
        }
        kept = x;
    }
    took[0] += middle - begin;
    took[1] += now() - middle;
}

int main(int argc, char **argv)
{
    double took[2] = {0};
    for (long i = 0, rounds = argc > 1 ? atol(argv[1]) : 1; i < rounds; i++)
        step(argc > 2 ? atol(argv[2]) : 1, took);
    printf("%f %f\n", took[0], took[1]);
    return 0;
}
